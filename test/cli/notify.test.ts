import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Church, smallChurch } from '../support/church.ts';
import { finished, startProcess, vestry } from '../support/command.ts';
import { parsed, type Smtp, startSmtp } from '../support/smtp.ts';

let church: Church;
let smtp: Smtp;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  [church, smtp] = [await smallChurch(), await startSmtp()];
  env = { VESTRY_SMTP_URL: smtp.url, VESTRY_MAIL_FROM: 'office@grace.example' };
});
afterAll(async () => {
  await smtp.close();
  church.remove();
});
beforeEach(() => {
  smtp.relent();
  smtp.messages.length = 0;
});

const run = (args: readonly string[]) => vestry([...args, '--data-dir', church.file('church')], { env });
const email = (...args: string[]) => run(['notify', 'email', '--subject', 'Picnic', ...args]);

test('notify email lists each recipient who was not reached, with the reason, and exits with 5 if nobody was reached', async () => {
  smtp.refuse('bad@example.org', '550 5.1.1 No such user');
  const { exitCode, stdout } = await email(
    '--to',
    'ann@example.org',
    '--to',
    'bad@example.org',
    '--member',
    '1',
    '--body',
    'At ten.',
  );
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/bad@example\.org +The mail server said: 550 5\.1\.1 No such user/);
  expect(stdout).toMatch(/member 1 +has no e-mail address/);
  expect(stdout).toContain('1 message sent, 1 failed, 1 skipped');
  expect(smtp.messages).toHaveLength(1);
  expect((await email('--to', 'bad@example.org', '--body', 'At ten.')).exitCode).toBe(5);
});

test('with --json, the output is the response of the API, and the exit code is 0 if everybody was reached', async () => {
  const { exitCode, stdout } = await email('--to', 'ann@example.org', '--body', 'At ten.', '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    sent: 1,
    failed: 0,
    skipped: [],
    results: [{ recipient: 'ann@example.org' }],
  });
  const history = await run(['notify', 'history', '--result', 'sent', '--json']);
  expect(JSON.parse(history.stdout)).toMatchObject({
    items: [{ recipient: 'ann@example.org', subject: 'Picnic' }, {}],
  });
});

test('a text file in Big5 arrives unchanged, and a file that is not text is refused', async () => {
  writeFileSync(church.file('big5.txt'), Buffer.from([0xa5, 0xad, 0xa6, 0x77, 0x0a, 0xa5, 0xad, 0xa6, 0x77]));
  await email('--to', 'ann@example.org', '--body-file', church.file('big5.txt'));
  const [mail] = smtp.messages;
  expect(mail && (await parsed(mail)).text).toContain('平安\n平安');
  writeFileSync(church.file('noise.bin'), Buffer.from([0xff, 0xc0, 0x81, 0x00, 0xfe]));
  const { exitCode, stderr } = await email('--to', 'ann@example.org', '--body-file', church.file('noise.bin'));
  expect(exitCode).toBe(2);
  expect(stderr).toContain('UTF-8');
});

test('an error names the flags that are wrong or missing', async () => {
  const nobody = await email('--body', 'At ten.');
  expect(nobody).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--member must name somebody') });
  const nothing = await email('--to', 'no address', '--body', '');
  expect(nothing.exitCode).toBe(2);
  expect(nothing.stderr).toContain('--to');
  expect(nothing.stderr).toContain('--body');
  const misspelt = await email('--member', 'Mei Lim', '--body', 'At ten.');
  expect(misspelt).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Did you mean Mei Lin (1)?') });
  const history = await run(['notify', 'history', '--member', 'Mei Lim']);
  expect(history).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('Did you mean Mei Lin (1)?') });
  expect(await run(['notify', 'history', '--member', 'mei lin'])).toMatchObject({ exitCode: 0 });
  expect(await run(['notify', 'bind', '4711'])).toMatchObject({ exitCode: 3 });
  expect(await run(['notify', 'resume', 'nothing'])).toMatchObject({ exitCode: 3 });
});

test('an interrupted command finishes the messages in progress and says how to send the rest', async () => {
  smtp.delay(200);
  const to = Array.from({ length: 30 }, (_, n) => ['--to', `p${n}@example.org`]).flat();
  const args = ['notify', 'email', '--subject', 'Picnic', '--body', 'At ten.', ...to];
  const child = startProcess([...args, '--data-dir', church.file('church')], { env });
  const outcome = finished(child);
  await expect.poll(() => smtp.messages.length, { timeout: 60_000 }).toBeGreaterThan(0);
  child.kill('SIGINT');
  const { exitCode, stderr } = await outcome;
  expect(exitCode).toBe(5);
  const [, batch = ''] = /vestry notify resume (\S+)/.exec(stderr) ?? [];
  expect(smtp.messages.length).toBeLessThan(30);
  const unfinished = await run(['notify', 'batches', '--unfinished']);
  expect(unfinished.stdout).toContain(batch);
  smtp.relent();
  const { stdout } = await run(['notify', 'resume', batch, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ sent: 30, failed: 0 });
  expect(smtp.messages).toHaveLength(30);
});
