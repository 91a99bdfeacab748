import { expect, onTestFinished, test } from 'vitest';
import { type App, inTransaction } from '../../../src/app.ts';
import { bind, retireBindingOf } from '../../../src/features/messages/line/bindings.ts';
import { NewMember } from '../../../src/features/people/members/schema.ts';
import { deleteMember, updateMember } from '../../../src/features/people/members/service.ts';
import { findResult, resumeBatch } from '../../../src/features/messages/batches.ts';
import { sendEmail } from '../../../src/features/messages/email/service.ts';
import { sendLine } from '../../../src/features/messages/line/service.ts';
import { EmailMessage } from '../../../src/features/messages/email/schema.ts';
import { LineMessage } from '../../../src/features/messages/line/schema.ts';
import { decode } from '../../../src/validate.ts';
import { testApp, type TestApp } from '../../support/app.ts';
import { type Line, LINE_TOKEN, startLine } from '../../support/line.ts';
import { addMember, cutOff, mailingApp, withMail } from '../../support/office.ts';
import { startSmtp } from '../../support/smtp.ts';

const MULTICAST = '/v2/bot/message/multicast';
const CONTENT = { body: 'Service at ten', locale: 'en-US' };

async function lineOffice(): Promise<{ app: TestApp; line: Line }> {
  const { app } = await mailingApp();
  const line = await startLine();
  onTestFinished(() => line.close());
  const config = { ...app.config, lineApiBase: line.url, lineChannelAccessToken: LINE_TOKEN };
  return { app: { ...app, config }, line };
}

async function addBound(app: App, userId: string, fields: object = {}): Promise<number> {
  const id = await addMember(app, fields);
  const profile = { displayName: `${userId} on LINE`, language: null };
  await inTransaction(app, (app) => bind(app, id, { platformUserId: userId, profile }));
  return id;
}

const mail = (app: App, emails: string[], memberIds: number[] = []) =>
  sendEmail(app, decode(EmailMessage, { emails, memberIds, subject: 'Picnic', body: 'At ten.' }));
const write = (app: App, memberIds: number[], fields: object = {}) =>
  sendLine(app, decode(LineMessage, { memberIds, body: 'Service at ten', ...fields }));
const states = async (app: App) =>
  (await app.db.selectFrom('notificationLogs').selectAll().orderBy('id').execute()).map(({ state }) => state);

test('a resumed batch reaches no recipient twice, even if another account blocked the church in the meantime', async () => {
  const { app, line } = await lineOffice();
  const memberIds = [await addBound(app, 'U1'), await addBound(app, 'U2'), await addBound(app, 'U3')];
  line.fail('U2', 400);
  const { batchId } = await write(app, memberIds);
  expect(line.to('U1')).toEqual(['Service at ten']);
  // Puts the rows into the state of a process that died after it reached U1 and U3, but before LINE responded for U2.
  const content = { ...CONTENT, fallbackToEmail: false };
  await cutOff(app, batchId, { content, state: 'sending', recipient: 'U1 on LINE' });
  await cutOff(app, batchId, { content, state: 'sending', recipient: 'U2 on LINE' });
  line.relent();
  await inTransaction(app, (app) => retireBindingOf(app, 'U2'));
  const { results } = await resumeBatch(app, batchId);
  expect(results.map(({ result }) => result)).toEqual(['sent', 'failed', 'sent']);
  expect(['U1', 'U2', 'U3'].map((user) => line.to(user).length)).toEqual([1, 0, 1]);
});

test('a multicast is resumed with its retry key, even if only one of its recipients is still bound', async () => {
  const { app, line } = await lineOffice();
  const memberIds = [await addBound(app, 'U1'), await addBound(app, 'U2')];
  const { batchId } = await write(app, memberIds);
  await cutOff(app, batchId, { content: { ...CONTENT, fallbackToEmail: false }, state: 'sending' });
  await inTransaction(app, (app) => retireBindingOf(app, 'U2'));
  await resumeBatch(app, batchId);
  expect(line.calls.map(({ path }) => path)).toEqual([MULTICAST, MULTICAST]);
  expect(line.to('U1')).toHaveLength(1);
});

test('if LINE never responds, no fallback e-mail is sent, and the outcome is known after the batch is resumed', async () => {
  const { app, line } = await lineOffice();
  const memberIds = [await addBound(app, 'U1', { email: 'a@example.org' }), await addBound(app, 'U2')];
  line.acceptThenBreak(MULTICAST, 3);
  const first = await write(app, memberIds, { fallbackToEmail: true });
  expect(first).toMatchObject({ sent: 0, failed: 2, unknown: 0 });
  expect(first.results.map(({ recipient }) => recipient)).toEqual(['U1 on LINE', 'U2 on LINE']);
  expect(first.results[0]?.error).toContain('may have arrived');
  const second = await resumeBatch(app, first.batchId, { retriesFailed: true });
  expect(second).toMatchObject({ sent: 2, failed: 0 });
  expect(line.to('U1')).toHaveLength(1);
});

test('after LINE reports an exhausted quota, the other messages are not tried', async () => {
  const { app, line } = await lineOffice();
  const memberIds = [];
  for (let n = 0; n < 30; n++) memberIds.push(await addBound(app, `U${n}`));
  line.failNext(MULTICAST, 400);
  for (let n = 0; n < 30; n++) line.fail(`U${n}`, 429, { message: 'You have reached your monthly limit.' });
  expect(await write(app, memberIds)).toMatchObject({ sent: 0, failed: 30 });
  expect(line.calls.length).toBeLessThan(10);
});

test('resuming a batch can send failed messages again, and those in doubt only if a person asks for that', async () => {
  const { app, smtp } = await mailingApp();
  smtp.refuse('bad@example.org', '550 5.1.1 No such user');
  smtp.drop('doubt@example.org');
  const { batchId } = await mail(app, ['bad@example.org', 'doubt@example.org', 'fine@example.org']);
  smtp.relent();
  expect(await resumeBatch(app, batchId)).toMatchObject({ sent: 1, failed: 1, unknown: 1 });
  const { results } = await resumeBatch(app, batchId, { retriesFailed: true });
  expect(results.map(({ recipient, result }) => `${recipient} ${result}`)).toEqual([
    'bad@example.org sent',
    'doubt@example.org unknown',
    'fine@example.org sent',
  ]);
  expect(await resumeBatch(app, batchId, { retriesUnknown: true })).toMatchObject({ sent: 3, unknown: 0 });
  for (const name of ['bad', 'doubt', 'fine']) expect(smtp.to(`${name}@example.org`)).toHaveLength(1);
  const actions = await app.db
    .selectFrom('auditLogs')
    .selectAll()
    .where('action', '=', 'NotificationResumed')
    .execute();
  expect(actions).toHaveLength(3);
});

test('a member who was deleted before the batch is resumed gets no message', async () => {
  const { app, smtp } = await mailingApp();
  const mei = await addMember(app, { email: 'mei@example.org' });
  const { batchId } = await mail(app, [], [mei]);
  await cutOff(app, batchId, { content: CONTENT, state: 'pending' });
  await deleteMember(app, mei);
  const { results } = await resumeBatch(app, batchId);
  expect(results).toMatchObject([{ result: 'failed', error: expect.stringContaining('deleted') }]);
  expect(smtp.messages).toHaveLength(1);
});

test('a member whose death is recorded before the batch is resumed gets no message', async () => {
  const { app, smtp } = await mailingApp();
  const mei = await addMember(app, { email: 'mei@example.org' });
  const { batchId } = await mail(app, [], [mei]);
  await cutOff(app, batchId, { content: CONTENT, state: 'pending' });
  await updateMember(app, mei, decode(NewMember, { firstName: 'Mei', lastName: 'Lin', diedOn: '2025-05-01' }));
  const { results } = await resumeBatch(app, batchId);
  expect(results).toMatchObject([{ result: 'failed', error: expect.stringContaining('death') }]);
  expect(smtp.messages).toHaveLength(1);
});

test('a finished batch can still be read with its skipped recipients, but its text is deleted', async () => {
  const { app } = await mailingApp();
  const { batchId, ...result } = await mail(app, ['a@example.org'], [4711]);
  expect(await findResult(app, batchId)).toEqual({ batchId, ...result });
  expect(result.skipped).toEqual([{ memberId: 4711, reason: 'unknown' }]);
  const [batch] = await app.db.selectFrom('notificationBatches').selectAll().execute();
  expect(batch?.content).toBe('{}');
});

test('an app that closes before its calls have ended aborts these calls, and their outcome stays unknown', async () => {
  const { app, smtp } = await mailingApp();
  smtp.stall('slow@example.org');
  const sending = mail(app, ['slow@example.org']);
  await expect.poll(() => states(app)).toEqual(['sending']);
  await expect.poll(() => smtp.connections.now).toBe(1);
  const startedAt = Date.now();
  await Promise.all([app.background.end(300), expect(sending).rejects.toMatchObject({ code: 'unavailable' })]);
  expect(Date.now() - startedAt).toBeLessThan(5000);
  expect(await states(app)).toEqual(['sending']);
});

test('a wrong password is tried a few times, not once per recipient', async () => {
  const smtp = await startSmtp({ auth: { user: 'office', password: 'right' } });
  onTestFinished(() => smtp.close());
  const app = withMail(await testApp(), smtp.url.replace('right', 'wrong'));
  const result = await mail(
    app,
    Array.from({ length: 40 }, (_, n) => `p${n}@example.org`),
  );
  expect(result).toMatchObject({ sent: 0, failed: 40 });
  expect(result.results[0]?.error).toContain('user or password');
  expect(smtp.connections.total).toBeLessThan(11);
});
