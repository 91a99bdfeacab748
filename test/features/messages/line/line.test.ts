import { expect, onTestFinished, test } from 'vitest';
import { type App, inTransaction } from '../../../../src/app.ts';
import { bind, retireBindingOf } from '../../../../src/features/messages/line/bindings.ts';
import { joinGroup, leaveGroup } from '../../../../src/features/messages/line/groups.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { deleteMember, updateMember } from '../../../../src/features/people/members/service.ts';
import { resumeBatch } from '../../../../src/features/messages/batches.ts';
import { listHistory } from '../../../../src/features/messages/history.ts';
import { sendLine } from '../../../../src/features/messages/line/service.ts';
import { LineMessage } from '../../../../src/features/messages/line/schema.ts';
import { HistoryQuery } from '../../../../src/features/messages/schema.ts';
import { decode } from '../../../../src/validate.ts';
import { type Line, startLine } from '../../../support/line.ts';
import { addMember, cutOff, firstTo, mailingApp } from '../../../support/office.ts';
import { parsed, type Smtp } from '../../../support/smtp.ts';

type Office = { app: App; line: Line; smtp: Smtp };

const MULTICAST = '/v2/bot/message/multicast';
const CONTENT = { body: 'Service at ten', locale: 'en-US', fallbackToEmail: false };
const PUSH = '/v2/bot/message/push';

async function setUp(): Promise<Office> {
  const { app, smtp } = await mailingApp();
  const line = await startLine({ token: 'channel-token' });
  onTestFinished(() => line.close());
  const own = { lineApiBase: line.url, lineChannelAccessToken: 'channel-token' };
  return { app: { ...app, config: { ...app.config, ...own } }, line, smtp };
}

/** Adds a member who is bound to this LINE account, and returns the member's id. */
async function addBound(app: App, userId: string, fields: object = {}): Promise<number> {
  const id = await addMember(app, fields);
  const profile = { displayName: `${userId} on LINE`, language: 'zh-TW' };
  await inTransaction(app, (app) => bind(app, id, { platformUserId: userId, profile }));
  return id;
}

async function addGroup(app: App, groupId: string): Promise<number> {
  await inTransaction(app, (app) => joinGroup(app, groupId, `Group ${groupId}`));
  const rows = await app.db.selectFrom('messagingGroups').selectAll().where('platformGroupId', '=', groupId).execute();
  return rows[0]?.id ?? 0;
}

const send = (app: App, fields: object) => sendLine(app, decode(LineMessage, { body: 'Service at ten', ...fields }));
const history = (app: App, batchId: string) => listHistory(app, decode(HistoryQuery, { batchId, sort: 'id' }));
const paths = (line: Line) => line.calls.map(({ path }) => path);

test('bound members get one multicast, each group gets a push, and the history has a row for each recipient', async () => {
  const { app, line } = await setUp();
  const memberIds = [await addBound(app, 'U1'), await addBound(app, 'U2')];
  const groupIds = [await addGroup(app, 'C1')];
  const result = await send(app, { memberIds, groupIds });
  expect(result).toMatchObject({ sent: 3, failed: 0, skipped: [] });
  expect(result.results.map(({ recipient }) => recipient)).toEqual(['U1 on LINE', 'U2 on LINE', 'Group C1']);
  expect(paths(line)).toEqual([MULTICAST, PUSH]);
  expect(line.delivered.map(({ to }) => to)).toEqual(['U1', 'U2', 'C1']);
  const { items } = await history(app, result.batchId);
  expect(items.map(({ channel, memberId, groupId }) => [channel, memberId, groupId])).toEqual([
    ['Line', memberIds[0], null],
    ['Line', memberIds[1], null],
    ['Line', null, groupIds[0]],
  ]);
  expect(JSON.stringify([result, items])).not.toContain('"U1"');
});

test('an unbound, deleted, dead or unknown member is skipped, and the result gives the reason', async () => {
  const { app } = await setUp();
  const [bound, loose, gone] = [await addBound(app, 'U1'), await addMember(app), await addBound(app, 'U3')];
  await deleteMember(app, gone);
  const dead = await addBound(app, 'U4');
  const died = { firstName: 'Mei', lastName: 'Lin', email: 'mei@example.org', diedOn: '2025-05-01' };
  await updateMember(app, dead, decode(NewMember, died));
  const memberIds = [bound, loose, gone, dead, 4711];
  const { sent, skipped } = await send(app, { memberIds });
  expect(sent).toBe(1);
  expect(skipped).toEqual([
    { memberId: loose, reason: 'not_bound' },
    { memberId: gone, reason: 'deleted' },
    { memberId: dead, reason: 'deceased' },
    { memberId: 4711, reason: 'unknown' },
  ]);
});

test('a message to an unknown group, or to a group that the bot left, is refused and sent to nobody', async () => {
  const { app, line } = await setUp();
  const member = await addBound(app, 'U1');
  const left = await addGroup(app, 'C1');
  await inTransaction(app, (app) => leaveGroup(app, 'C1'));
  const error = await send(app, { memberIds: [member], groupIds: [4711, left] }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: 'unknown_reference',
    details: { errors: [{ path: 'groupIds.0' }, { path: 'groupIds.1' }] },
  });
  expect(line.calls).toEqual([]);
});

test('an account that LINE refuses does not stop the messages to other accounts', async () => {
  const { app, line } = await setUp();
  const memberIds = [await addBound(app, 'U1'), await addBound(app, 'U2'), await addBound(app, 'U3')];
  line.fail('U2', 400, { message: 'Failed to send messages' });
  const { sent, failed, results } = await send(app, { memberIds });
  expect([sent, failed]).toEqual([2, 1]);
  expect(results.map(({ result }) => result)).toEqual(['sent', 'failed', 'sent']);
  expect(line.to('U1')).toEqual(['Service at ten']);
  expect(line.to('U3')).toEqual(['Service at ten']);
});

test('an exhausted quota and too many requests are reported as different errors, for each recipient', async () => {
  const { app, line } = await setUp();
  const memberIds = [await addBound(app, 'U1'), await addBound(app, 'U2')];
  line.failNext(MULTICAST, 429, { message: 'You have reached your monthly limit.' });
  const quota = await send(app, { memberIds });
  expect(quota).toMatchObject({ sent: 0, failed: 2 });
  expect(quota.results.every(({ error }) => error?.includes('this month are used up'))).toBe(true);
  line.failNext(MULTICAST, 429, { message: 'The API rate limit has been exceeded. Try again later.' });
  const rate = await send(app, { memberIds });
  expect(rate.results.every(({ error }) => error?.includes('few minutes'))).toBe(true);
});

test('a request that LINE accepted before the connection broke is repeated with its key and delivered once', async () => {
  const { app, line } = await setUp();
  const memberIds = [await addBound(app, 'U1'), await addBound(app, 'U2')];
  line.acceptThenBreak(MULTICAST);
  expect(await send(app, { memberIds })).toMatchObject({ sent: 2, failed: 0 });
  expect(line.to('U1')).toEqual(['Service at ten']);
  expect(paths(line)).toEqual([MULTICAST, MULTICAST]);
});

test('a batch that was interrupted after LINE accepted it is resumed without a second delivery', async () => {
  const { app, line } = await setUp();
  const memberIds = [await addBound(app, 'U1'), await addBound(app, 'U2')];
  const { batchId } = await send(app, { memberIds });
  await cutOff(app, batchId, { content: CONTENT, state: 'sending' });
  expect((await history(app, batchId)).items).toEqual([]);
  expect(await resumeBatch(app, batchId)).toMatchObject({ sent: 2, failed: 0 });
  expect(line.to('U1')).toEqual(['Service at ten']);
  expect(line.calls).toHaveLength(2);
});

test('a message whose sending was interrupted is not sent again when LINE may have forgotten its retry key', async () => {
  const { app, line } = await setUp();
  const { batchId } = await send(app, { memberIds: [await addBound(app, 'U1')] });
  await cutOff(app, batchId, { content: CONTENT, state: 'sending' });
  const tomorrow = new Date(app.clock.now().getTime() + 24 * 3_600_000);
  const { results } = await resumeBatch({ ...app, clock: { now: () => tomorrow } }, batchId);
  expect(results[0]).toMatchObject({ result: 'failed' });
  expect(line.calls).toHaveLength(1);
});

test('a message fails if its member blocked the church before the batch was resumed', async () => {
  const { app, line } = await setUp();
  const member = await addBound(app, 'U1');
  const { batchId } = await send(app, { memberIds: [member] });
  await cutOff(app, batchId, { content: CONTENT, state: 'pending' });
  await inTransaction(app, (app) => retireBindingOf(app, 'U1'));
  const { results } = await resumeBatch(app, batchId);
  expect(results).toMatchObject([{ memberId: member, result: 'failed', error: 'No longer connected with LINE.' }]);
  expect(line.calls).toHaveLength(1);
});

test('with the e-mail fallback, members whom LINE does not reach get an e-mail, but only one per address', async () => {
  const { app, line, smtp } = await setUp();
  const loose = await addMember(app, { email: 'loose@example.org' });
  const missed = await addBound(app, 'U2', { email: 'Missed@example.org' });
  const reached = await addBound(app, 'U3', { email: 'reached@example.org' });
  const mute = await addMember(app);
  const couple = await addBound(app, 'U5', { email: 'loose@example.org' });
  for (const user of ['U2', 'U5']) line.fail(user, 400, { message: 'Failed to send messages' });
  const memberIds = [loose, missed, reached, mute, couple];
  const { results, skipped, batchId } = await send(app, { memberIds, fallbackToEmail: true });
  expect(skipped).toEqual([{ memberId: mute, reason: 'not_bound' }]);
  expect(results.map(({ recipient, result }) => `${recipient} ${result}`)).toEqual([
    'U2 on LINE failed',
    'U3 on LINE sent',
    'U5 on LINE failed',
    'loose@example.org sent',
    'Missed@example.org sent',
  ]);
  expect(smtp.messages.map(({ to }) => to[0])).toHaveLength(2);
  expect(await parsed(firstTo(smtp, 'missed@example.org'))).toMatchObject({
    subject: 'A message from Our church',
    text: expect.stringContaining('Service at ten'),
  });
  const { items } = await history(app, batchId);
  expect(items.filter(({ memberId }) => memberId === missed).map(({ channel }) => channel)).toEqual(['Line', 'Email']);
});

test('sending is refused without an access token, or if the fallback is requested without a mail server', async () => {
  const { app } = await setUp();
  const member = await addBound(app, 'U1');
  const { lineChannelAccessToken: _token, ...noLine } = app.config;
  await expect(send({ ...app, config: noLine }, { memberIds: [member] })).rejects.toMatchObject({
    code: 'not_configured',
  });
  const { smtpUrl: _url, ...noMail } = app.config;
  const withoutMail = { ...app, config: noMail };
  await expect(send(withoutMail, { memberIds: [member], fallbackToEmail: true })).rejects.toThrow('vestry mail set');
  expect(await app.db.selectFrom('notificationBatches').selectAll().execute()).toEqual([]);
});

test('a message to more than 500 members is sent in several requests', async () => {
  const { app, line } = await setUp();
  const ids = Array.from({ length: 501 }, (_, n) => n + 1);
  await inTransaction(app, async (app) => {
    for (const n of ids) {
      const memberId = await addMember(app, { firstName: `M${n}` });
      const binding = {
        memberId,
        platform: 'Line' as const,
        platformUserId: `U${n}`,
        displayName: null,
        language: null,
      };
      const values = { ...binding, boundAt: app.clock.now().toISOString(), retiredAt: null };
      await app.db.insertInto('memberChannelBindings').values(values).execute();
    }
  });
  expect(await send(app, { memberIds: ids })).toMatchObject({ sent: 501, failed: 0 });
  expect(paths(line)).toEqual([MULTICAST, PUSH]);
  expect(new Set(line.delivered.map(({ to }) => to)).size).toBe(501);
});
