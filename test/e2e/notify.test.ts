import { afterAll, beforeAll, expect, test } from 'vitest';
import { request, signIn, startDaemon } from '../support/daemon.ts';
import { type Smtp, startSmtp } from '../support/smtp.ts';

/** So few that a stopping service, which waits some seconds, can send them all on a busy computer. */
const LETTERS = 8;

let smtp: Smtp;
beforeAll(async () => {
  smtp = await startSmtp();
});
afterAll(() => smtp.close());

test('a stopping service completes an e-mail batch that it is sending, and the client gets the response', async () => {
  const daemon = await startDaemon({ env: { VESTRY_SMTP_URL: smtp.url, VESTRY_MAIL_FROM: 'office@grace.example' } });
  const token = await signIn(daemon.url);
  smtp.delay(100);
  const emails = Array.from({ length: LETTERS }, (_, n) => `p${n}@example.org`);
  const body = { emails, subject: 'Picnic', body: 'At ten.' };
  const sending = request(daemon.url, 'POST', '/api/notifications/email', { token, body });
  await expect.poll(() => smtp.messages.length).toBeGreaterThan(0);
  const stopped = daemon.stop();
  expect(await sending).toMatchObject({ status: 200, body: { sent: LETTERS, failed: 0 } });
  expect(await stopped).toMatchObject({ exitCode: 0 });
  expect(smtp.messages).toHaveLength(LETTERS);
});
