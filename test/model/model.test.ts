/**
 * The short version of `npm run model`: 600 random operations, in a time zone and with a fiscal year that the seed
 * draws. Then one cent is planted in each column of money and in each kind of stored report, and each of these cents
 * must be noticed. The books of this seed have an opening with bills and with what funds hold, loans between funds, and
 * a closed fiscal year.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const PROGRAM = path.join(import.meta.dirname, 'run.js');
const OPERATIONS = '600';

type Run = { exitCode: number; said: string };

function model(...args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, '--operations', OPERATIONS, ...args], (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code) : 0, said: stdout + stderr }),
    );
  });
}

test(
  'the reports of random books agree with the model to the cent, and every planted cent is noticed',
  {
    timeout: 600_000,
  },
  async () => {
    const { exitCode, said } = await model('--seed', '803', '--self-test');
    expect(said).not.toContain('VIOLATION');
    expect(said).toContain("one cent more in the model's posting");
    expect(exitCode, said).toBe(0);
  },
);
