import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Church, smallChurch } from '../support/church.ts';
import { vestry } from '../support/command.ts';
import { type Smtp, startSmtp } from '../support/smtp.ts';

let church: Church;
let smtp: Smtp;
beforeAll(async () => {
  [church, smtp] = [await smallChurch(), await startSmtp({ auth: { user: 'office', password: 'a secret' } })];
});
afterAll(async () => {
  await smtp.close();
  church.remove();
});

const run = (args: readonly string[], input?: string) =>
  vestry([...args, '--data-dir', church.file('church')], input === undefined ? {} : { input });

// Each test needs what the test before it set up.
test('mail set stores a server, reads the password from standard input, and shows no more than its mask', async () => {
  expect((await run(['mail', 'show'])).stdout).toContain('No mail server is set up');
  const { port } = new URL(smtp.url);
  const from = 'Grace <office@grace.example>';
  const fields = ['--host', '127.0.0.1', '--port', port, '--user', 'office', '--from', from, '--password-stdin'];
  const set = await run(['mail', 'set', ...fields], 'a secret\n');
  expect(set.exitCode, set.stderr).toBe(0);
  const limited = await run(['mail', 'set', '--per-minute', '30', '--per-day', 'none', '--json']);
  expect(JSON.parse(limited.stdout)).toMatchObject({ user: 'office', from, perMinute: 30, perDay: null });
  const { stdout } = await run(['mail', 'show']);
  expect(stdout).toMatch(/perMinute +30/);
  expect(stdout).toMatch(/perDay +none/);
  expect(set.stdout + stdout).not.toContain('a secret');
});

test('mail test sends a letter, and without an address says what to give', async () => {
  const { exitCode, stdout } = await run(['mail', 'test', 'ann@example.org']);
  expect([exitCode, smtp.to('ann@example.org').length]).toEqual([0, 1]);
  expect(stdout).toContain('1 message sent');
  const without = await run(['mail', 'test']);
  expect([without.exitCode, without.stderr]).toEqual([2, expect.stringContaining('--to')]);
});

test.each([
  [['--per-minute', 'many'], '--per-minute'],
  [['--port', '70000'], '--port'],
  [['--user', 'other'], '--ask-password or --password-stdin'],
  [[], 'Name at least one field'],
])('mail set %j is refused, and the message names what is wrong', async (args, words) => {
  const { exitCode, stderr } = await run(['mail', 'set', ...args]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(words);
});

test('a letter that waits is listed with the time of the next try, and the batch can be stopped and resumed', async () => {
  smtp.refuse('later@example.org', '450 4.2.0 Greylisted');
  const to = ['--to', 'later@example.org', '--to', 'bo@example.org'];
  const sent = await run(['notify', 'email', ...to, '--subject', 'Picnic', '--body', 'At ten.']);
  expect(sent.stdout).toMatch(/later@example\.org +The mail server said: 450 4\.2\.0 Greylisted/);
  expect(sent.stdout).toMatch(/1 message sent, 0 failed, 1 waiting, 0 skipped/);
  const [, id = ''] = /vestry notify resume (\S+)/.exec(sent.stdout) ?? [];
  expect((await run(['notify', 'batches'])).stdout).toMatch(/is tried again from \d{4}-/);
  expect((await run(['notify', 'stop', id])).stdout).toContain(`vestry notify resume ${id}`);
  expect((await run(['notify', 'stop', id])).exitCode).toBe(4);
  smtp.relent();
  expect((await run(['notify', 'resume', id])).stdout).toContain('2 messages sent, 0 failed');
  expect(smtp.to('later@example.org')).toHaveLength(1);
});
