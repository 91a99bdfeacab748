/** Takes the time that a person needs from the package to the first offering, and prints it part by part. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { temporaryDir } from '../support/daemon.ts';
import { firstHour, type Pace, type Step } from '../support/first-hour.ts';
import { install, pack } from '../support/package.ts';

/** How long a person thinks before each answer, and how long each key takes them. */
const [THOUGHT_MS, KEY_MS] = [2000, 200];

const { dir, remove } = temporaryDir();
afterAll(remove);

const person: Pace = {
  command: (line) => setTimeout(THOUGHT_MS + line.length * KEY_MS),
  answer: async (text, press) => {
    await setTimeout(THOUGHT_MS);
    for (const key of text) {
      await setTimeout(KEY_MS);
      press(key);
    }
  },
  hangsMs: 900_000,
};

const minutes = (ms: number) => `${(ms / 60_000).toFixed(1)} min`;

test('a person comes from the package to the first offering', async () => {
  const { file } = await pack(dir);
  const start = performance.now();
  const installed = await install(file, dir);
  const installing: Step = { name: 'npm install, with a finished database module', ms: performance.now() - start };
  const { steps, date } = await firstHour(installed, person);
  const all = [installing, ...steps];
  const total = all.reduce((sum, { ms }) => sum + ms, 0);
  const rows = [...all, { name: 'altogether', ms: total }].map(({ name, ms }) => `${minutes(ms).padStart(9)}  ${name}`);
  process.stdout.write(`\n${rows.join('\n')}\n\n`);
  expect((await installed.vestry(['session', 'show', date])).exitCode).toBe(0);
});
