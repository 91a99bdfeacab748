import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Books, done, openBooks } from './books.ts';
import { FROM, history } from './office.ts';
import { uniqueEmail } from './support.ts';
import { type Smtp, startSmtp } from '../support/smtp.ts';
import { startDaemon, temporaryDir } from '../support/daemon.ts';

const PASSWORD = 'p@ss:w/rd 平安';
const data = temporaryDir();
let smtp: Smtp;
let books: Books;
beforeAll(async () => {
  smtp = await startSmtp({ auth: { user: 'office@church.example', password: PASSWORD } });
  books = await openBooks({
    dataDir: data.dir,
    env: { VESTRY_SMTP_URL: smtp.url, VESTRY_MAIL_FROM: `Grace <${FROM}>` },
  });
});
afterAll(async () => {
  await books.daemon.stop();
  await smtp.close();
  data.remove();
});

const send = (emails: readonly string[]) =>
  done(books.admin.post('/api/notifications/email', { emails, subject: 'News', body: 'Peace be with you.' }));

// The order of the tests matters, because the second to last test stops the mail server.
test('a mail server that requires a login gets the user name and the password from VESTRY_SMTP_URL', async () => {
  const address = uniqueEmail('in');
  expect(await send([address])).toMatchObject({ sent: 1, failed: 0 });
  const [message] = smtp.to(address);
  expect(message?.from).toBe(FROM);
  expect(message?.raw.toString('latin1')).toMatch(/^From: "?Grace"? </m);
});

test('messages to an unreachable mail server fail for every recipient, and no row shows the password', async () => {
  const emails = [uniqueEmail('one'), uniqueEmail('two'), uniqueEmail('three')];
  await smtp.close();
  const began = Date.now();
  const body = await send(emails);
  expect(body).toMatchObject({ sent: 0, failed: 3 });
  expect(Date.now() - began).toBeLessThan(25_000);
  const rows = await history(books, `batchId=${body.batchId}`);
  expect(rows.map((row) => row.result)).toEqual(['failed', 'failed', 'failed']);
  for (const row of rows) expect(row.error).toMatch(/\S/);
  const shown = JSON.stringify([body, rows]);
  expect(shown).not.toContain(PASSWORD);
  expect(shown).not.toContain(encodeURIComponent(PASSWORD));
  expect((await books.admin.get('/api/health')).status).toBe(200);
});

test('the log of the service shows neither the password nor the body of a message', async () => {
  const { stdout, stderr } = await books.daemon.stop();
  books.daemon = await startDaemon({ dataDir: data.dir });
  const log = stdout + stderr;
  expect(log).toContain('/api/notifications/email');
  for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), 'Peace be with you']) expect(log).not.toContain(secret);
});
