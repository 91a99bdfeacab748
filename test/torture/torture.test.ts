/**
 * The short version of `npm run torture`. It runs the same program, so that every test run checks the guarantees about
 * money. `npm run nightly` runs all parts: full disks, floods and failures of the page are rare.
 */
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
  ['kill', 'after a kill an acknowledged write is stored once and completely, and no other write is stored in part', 2],
  ['sync', 'no write is acknowledged before it is on the disk', 1],
  ['race', 'if many clients want the same thing at once, one succeeds, and the others get the documented refusal', 1],
  [
    'disk',
    'if syncs fail and the power is cut afterwards, nothing acknowledged is lost, nothing refused appears, and no file is damaged',
    1,
  ],
  ['faults', 'if calls of the system fail, no answer is an unexpected error, and commands say what is wrong', 4],
  ['clock', 'if the clock is set back or forward, sign-ins, idempotency keys and the audit log stay correct', 1],
];

for (const [part, guarantee, rounds] of PARTS) {
  test(`${part}: ${guarantee}`, { timeout: 300_000 }, async ({ skip }) => {
    const { exitCode, said } = await torture(part, rounds);
    skip(said.includes(`${part}: skipped`), said);
    expect(said).not.toContain('VIOLATION');
    expect(exitCode, said).toBe(0);
  });
}
