/** The short version of `npm run torture`: the same program, so that what it says of a whole run is true of it here. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const PROGRAM = path.join(import.meta.dirname, 'run.js');
const SEED = '1';

type Run = { exitCode: number; said: string };

function torture(part: string, rounds: number): Promise<Run> {
  const args = [PROGRAM, part, '--rounds', String(rounds), '--seed', SEED];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
}

const PARTS: [part: string, guarantee: string, rounds: number][] = [
  ['kill', 'what was acknowledged before a kill is there once and whole, and nothing is there by half', 3],
  ['sync', 'nothing is acknowledged before it is on the disk', 1],
  ['full', 'a full disk refuses and damages nothing, and writing goes on when there is space', 1],
  ['race', 'of fifty who want the same, one gets it, and the others are told why not', 1],
  ['flood', 'floods of bodies, headers and unread answers leave memory for others, who are served', 1],
  ['console', 'gifts that the page showed are in the books once, whether network, service or tab died', 3],
  ['clock', 'a service whose clock is set back and forth keeps its promises', 1],
];

for (const [part, guarantee, rounds] of PARTS) {
  test(`${part}: ${guarantee}`, { timeout: 120_000 }, async ({ skip }) => {
    const { exitCode, said } = await torture(part, rounds);
    skip(said.includes(`${part}: skipped`), said);
    expect(said).not.toContain('VIOLATION');
    expect(exitCode, said).toBe(0);
  });
}
