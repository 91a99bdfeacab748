import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDir, vestry } from '../support/daemon.ts';
import { IS_NIGHTLY } from '../support/nightly.ts';

let made: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  made = temporaryDir();
});
afterEach(() => made.remove());

const run = (...args: string[]) => vestry([...args, '--data-dir', made.dir, '--json']);
const init = (church: string, email: string) =>
  run('init', '--church', church, '--time-zone', 'America/Chicago', '--email', email, '--name', 'Ann Lee');

test('init adds a church to an existing account and leaves the account unchanged', async () => {
  await run('user', 'create', '--email', 'first@example.org', '--name', 'First', '--role', 'super_admin');
  const { exitCode, stdout } = await init('Grace Church', 'second@example.org');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    church: { name: 'Grace Church', timeZone: 'America/Chicago' },
    superAdmin: { email: 'first@example.org' },
    isNew: true,
    temporaryPassword: null,
    toDo: expect.arrayContaining([
      {
        text: 'an account for each counter, and for who approves expenses',
        command: expect.stringContaining(' user create --data-dir '),
      },
    ]),
  });
  expect(JSON.parse((await run('user', 'list')).stdout).totalCount).toBe(1);
});

test('init, run twice at the same time, creates one church and one account', async () => {
  await run('seed');
  const outcomes = await Promise.all([init('A', 'a@example.org'), init('B', 'b@example.org')]);
  expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  const answers = outcomes.map(({ stdout }) => JSON.parse(stdout));
  expect(answers[0].church).toEqual(answers[1].church);
  expect(answers[0].superAdmin.email).toBe(answers[1].superAdmin.email);
  expect(JSON.parse((await run('user', 'list')).stdout).totalCount).toBe(1);
});

test.runIf(IS_NIGHTLY)('init --demo fills the church once, and a second run leaves it unchanged', async () => {
  const demo = ['--demo', '--members', '12', '--years', '1'];
  const args = ['--church', 'Grace', '--time-zone', 'America/Chicago', '--email', 'a@example.org', '--name', 'Ann Lee'];
  const first = await run('init', ...args, ...demo);
  expect(first.exitCode).toBe(0);
  expect(JSON.parse(first.stdout)).toMatchObject({ church: { name: 'Grace' }, demo: { members: 12 } });
  const again = await run('init', ...args, ...demo);
  expect(again.exitCode).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ isNew: false });
  expect(JSON.parse(again.stdout)).not.toHaveProperty('demo');
  expect(JSON.parse((await run('member', 'list')).stdout).totalCount).toBe(12);
});
