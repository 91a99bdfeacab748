import { expect, test } from 'vitest';
import type { App } from '../../../../src/app.ts';
import { AppError } from '../../../../src/errors.ts';
import { deleteMember } from '../../../../src/features/people/members/service.ts';
import { resumeBatch } from '../../../../src/features/messages/batches.ts';
import { sendEmail } from '../../../../src/features/messages/email/service.ts';
import { listBatches, listHistory } from '../../../../src/features/messages/history.ts';
import { EmailMessage } from '../../../../src/features/messages/email/schema.ts';
import { HistoryQuery } from '../../../../src/features/messages/schema.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp } from '../../../support/app.ts';
import { addMember, cutOff, firstTo, mailingApp, withMail } from '../../../support/office.ts';
import { parsed } from '../../../support/smtp.ts';

const message = (fields: object) =>
  decode(EmailMessage, { subject: 'Picnic', body: 'At ten.\n\nBring <food> & games.', ...fields });
const history = (app: App, query: object = {}) => listHistory(app, decode(HistoryQuery, query));
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.org`);

test('each recipient gets their own message, in plain text and in escaped HTML', async () => {
  const { app, smtp } = await mailingApp();
  const result = await sendEmail(app, message({ emails: ['ann@example.org', 'bo@example.org'] }));
  expect(result).toMatchObject({ sent: 2, failed: 0, skipped: [] });
  const mail = await parsed(firstTo(smtp, 'ann@example.org'));
  expect(mail.subject).toBe('Picnic');
  expect(mail.from).toMatchObject({ name: 'Grace Church', address: 'office@grace.example' });
  expect(mail.to).toHaveLength(1);
  expect(mail.text).toContain('Bring <food> & games.');
  expect(mail.html).toContain('Bring &lt;food&gt; &amp; games.');
  expect(mail.html).not.toContain('<food>');
  expect(firstTo(smtp, 'ann@example.org').raw.toString()).not.toContain('bo@example.org');
});

test('addresses that differ only in capitals are one recipient, and the result names the skipped members', async () => {
  const { app, smtp } = await mailingApp();
  const mei = await addMember(app, { email: 'Mei@Example.org' });
  const silent = await addMember(app, { email: null });
  const gone = await addMember(app, { email: 'gone@example.org' });
  const dead = await addMember(app, { email: 'dead@example.org', diedOn: '2025-05-01' });
  await deleteMember(app, gone);
  const memberIds = [mei, silent, gone, dead, 4711, mei];
  const result = await sendEmail(app, message({ memberIds, emails: ['mei@example.ORG'] }));
  expect(result.results).toEqual([{ recipient: 'Mei@Example.org', memberId: mei, result: 'sent', error: null }]);
  expect(result.skipped).toEqual([
    { memberId: silent, reason: 'no_address' },
    { memberId: gone, reason: 'deleted' },
    { memberId: dead, reason: 'deceased' },
    { memberId: 4711, reason: 'unknown' },
  ]);
  expect(smtp.messages).toHaveLength(1);
});

test('a refused recipient does not stop the other messages, and the history quotes the server', async () => {
  const { app, smtp } = await mailingApp();
  smtp.refuse('bad@example.org', '550 5.1.1 No such user here');
  const { sent, failed, batchId } = await sendEmail(app, message({ emails: ['bad@example.org', ...addresses(6)] }));
  expect([sent, failed]).toEqual([6, 1]);
  const { items, totalCount } = await history(app, { batchId });
  expect(totalCount).toBe(7);
  const bad = items.find(({ recipient }) => recipient === 'bad@example.org');
  expect(bad).toMatchObject({ result: 'failed', channel: 'Email', subject: 'Picnic' });
  expect(bad?.error).toContain('No such user here');
  expect(items.filter(({ result }) => result === 'sent').every(({ error }) => error === null)).toBe(true);
});

test('if the connection breaks when the server has the message, nobody knows, and it is not sent again', async () => {
  const { app, smtp } = await mailingApp();
  smtp.drop('broken@example.org');
  const result = await sendEmail(app, message({ emails: ['broken@example.org', 'fine@example.org'] }));
  expect(result).toMatchObject({ sent: 1, failed: 0, unknown: 1 });
  expect(smtp.messages.map(({ to }) => to)).toEqual([['fine@example.org']]);
});

test('many messages are sent over five connections', async () => {
  const { app, smtp } = await mailingApp();
  smtp.delay(10);
  await sendEmail(app, message({ emails: addresses(40) }));
  expect(smtp.messages).toHaveLength(40);
  expect(smtp.connections.most).toBe(5);
  expect(smtp.connections.total).toBe(5);
});

test('after several failures, an unreachable server is not tried again, and the error says where to look', async () => {
  const app = withMail(await testApp(), 'smtp://127.0.0.1:1');
  const { sent, failed, results } = await sendEmail(app, message({ emails: addresses(40) }));
  expect([sent, failed]).toEqual([0, 40]);
  expect(results[0]?.error).toContain('vestry mail show');
  expect(results.at(-1)?.error).toMatch(/^Not tried/);
});

test('the password never goes over an unencrypted connection, and no error contains it', async () => {
  const { app, smtp } = await mailingApp();
  const url = smtp.url.replace('smtp://', 'smtp://office:secret-word@').replace('127.0.0.1', '0.0.0.0');
  const { results } = await sendEmail(withMail(app, url), message({ emails: ['ann@example.org'] }));
  expect(results[0]?.error).toContain('No secure connection');
  expect(JSON.stringify(results)).not.toContain('secret-word');
  expect(smtp.messages).toHaveLength(0);
});

test('without a server or a sender, the error says what is missing and how to set it', async () => {
  const app = await testApp();
  await expect(sendEmail(app, message({ emails: ['ann@example.org'] }))).rejects.toMatchObject({
    code: 'not_configured',
  });
  const noSender = { ...app, config: { ...app.config, smtpUrl: 'smtp://127.0.0.1:1' } };
  await expect(sendEmail(noSender, message({ emails: ['ann@example.org'] }))).rejects.toThrow('vestry mail set --from');
  expect((await listBatches(app, 'all')).items).toEqual([]);
});

test('a Chinese subject and text arrive unchanged, in a message marked as Chinese', async () => {
  const { app, smtp } = await mailingApp();
  await sendEmail(
    app,
    message({ emails: ['ann@example.org'], subject: '野餐通知', body: '主日十點 🙏', locale: 'zh-TW' }),
  );
  const mail = await parsed(firstTo(smtp, 'ann@example.org'));
  expect(mail.subject).toBe('野餐通知');
  expect(mail.text).toContain('主日十點 🙏');
  expect(mail.html).toContain('lang="zh-TW"');
  expect(mail.text).toContain('請回覆告知');
});

test('a service that closes stops a batch early, and resuming the batch sends to every other recipient once', async () => {
  const { app, smtp } = await mailingApp();
  smtp.delay(20);
  const emails = addresses(60);
  const sending = sendEmail(app, message({ emails }));
  await expect.poll(() => smtp.messages.length).toBeGreaterThan(10);
  const ended = app.background.end(10_000);
  await expect(sending).rejects.toMatchObject({
    code: 'unavailable',
    details: { extra: { batchId: expect.any(String) } },
  });
  await ended;
  const [batch] = (await listBatches(app, 'unfinished')).items;
  expect(batch?.sent).toBe(smtp.messages.length);
  expect(batch?.open).toBe(60 - smtp.messages.length);
  const again = { ...app, background: (await testApp()).background };
  const result = await resumeBatch(again, batch?.id ?? '');
  expect(result).toMatchObject({ sent: 60, failed: 0 });
  expect(new Set(smtp.messages.map(({ to }) => to[0]))).toEqual(new Set(emails));
  expect(smtp.messages).toHaveLength(60);
  expect((await listBatches(app, 'unfinished')).items).toEqual([]);
});

test('if the process dies while it sends a message, the outcome is unknown and the message is not sent again', async () => {
  const { app, smtp } = await mailingApp();
  const { batchId } = await sendEmail(app, message({ emails: addresses(3) }));
  const content = { body: 'At ten.', locale: 'en-US' };
  await cutOff(app, batchId, { content, state: 'sending', recipient: 'p0@example.org' });
  await cutOff(app, batchId, { content, state: 'pending', recipient: 'p1@example.org' });
  expect((await history(app, { batchId })).items.map(({ recipient }) => recipient)).toEqual(['p2@example.org']);
  const { results } = await resumeBatch(app, batchId);
  expect(results.map(({ result }) => result)).toEqual(['unknown', 'sent', 'sent']);
  expect(results[0]?.error).toContain('Nobody knows whether it arrived');
  expect(smtp.to('p0@example.org')).toHaveLength(1);
  expect(smtp.to('p1@example.org')).toHaveLength(2);
});

test('a batch that is still being sent cannot be resumed', async () => {
  const { app, smtp } = await mailingApp();
  smtp.delay(30);
  const sending = sendEmail(app, message({ emails: addresses(20) }));
  await expect.poll(() => smtp.messages.length).toBeGreaterThan(0);
  const [batch] = (await listBatches(app, 'unfinished')).items;
  await expect(resumeBatch(app, batch?.id ?? '')).rejects.toMatchObject({ code: 'unavailable' });
  await sending;
  await expect(resumeBatch(app, batch?.id ?? '')).resolves.toMatchObject({ sent: 20 });
  expect(smtp.messages).toHaveLength(20);
  await expect(resumeBatch(app, 'no-such-batch')).rejects.toMatchObject({ code: 'not_found' });
});

test('the audit log records a message, but not the addresses of its recipients', async () => {
  const { app } = await mailingApp();
  const { batchId } = await sendEmail(app, message({ emails: addresses(2) }));
  const rows = await app.db.selectFrom('auditLogs').selectAll().where('action', '=', 'NotificationSent').execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ entityType: 'NotificationLog', entityId: batchId });
  expect(rows[0]?.changes).not.toContain('example.org');
});

test('if the sender signs out while messages are being sent, all messages are still sent', async () => {
  const { app, smtp } = await mailingApp();
  let asked = 0;
  const reauthorize = async () => {
    asked += 1;
    if (asked > 1) throw new AppError('unauthenticated', 'Sign in again.');
    return app.actor;
  };
  const { sent, failed } = await sendEmail({ ...app, reauthorize }, message({ emails: addresses(3) }));
  expect([sent, failed, smtp.messages.length]).toEqual([3, 0, 3]);
});
