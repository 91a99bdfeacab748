/** `npm run fuzz -- [--requests N] [--seed S]` runs the fuzz tests with any number of requests and any seed. */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const seed = values.seed ?? String(Math.floor(Math.random() * 10_000));
const env = { ...process.env, FUZZ_REQUESTS: values.requests ?? '100000', FUZZ_SEED: seed };
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/fuzz/fuzz.test.ts', '--disable-console-intercept'];
spawn(process.execPath, vitest, { env, stdio: 'inherit' }).once('exit', (code) => (process.exitCode = code ?? 1));
