import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { vestry } from '../support/daemon.ts';
import { until } from '../support/loopback.ts';
import { addApproved, addExpense, addMember, addSession, close, done, type Json, move } from './books.ts';
import { mail, type Office, openOffice, stored } from './office.ts';
import { expectBadFields, expectProblem, uniqueEmail } from './support.ts';

const PATH = '/api/webhook-endpoints';
let office: Office;
let receiver: Receiver;
beforeAll(async () => {
  office = await openOffice({ env: { VESTRY_WEBHOOK_ADDRESSES: 'network' } });
});
afterAll(() => office.shut());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  const { items } = await done(office.admin.get(PATH));
  for (const { id } of items) await done(office.admin.del(`${PATH}/${id}`));
  await receiver.close();
});

/** Adds an endpoint for the receiver. */
async function follow(events: string[], more: Json = {}, who = office.admin): Promise<Json> {
  const { endpoint, secret } = await done(who.post(PATH, { url: receiver.url, events, ...more }));
  receiver.secrets.push(secret);
  return endpoint;
}

const deliveries = async ({ id }: Json, query = ''): Promise<Json[]> =>
  (await done(office.admin.get(`${PATH}/${id}/deliveries?sort=id${query}`))).items;

/** Waits until the deliveries to an endpoint satisfy a condition, and returns them. */
async function untilDelivered(endpoint: Json, holds: (items: Json[]) => boolean): Promise<Json[]> {
  await until(async () => holds(await deliveries(endpoint)), 'the deliveries');
  return deliveries(endpoint);
}

const told = ({ type, data }: Received) => ({ type, data });

describe('an endpoint', () => {
  test('is created with a secret that is shown once and stored encrypted', async () => {
    const body = { url: receiver.url, events: ['member.changed', 'member.created'], description: 'The website' };
    const answer = await office.admin.post(PATH, body);
    expect(answer.status).toBe(201);
    const { endpoint, secret } = answer.body;
    expect(answer.headers.get('location')).toBe(`${PATH}/${endpoint.id}`);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toMatchObject({
      url: `${receiver.url}/`,
      description: 'The website',
      events: ['member.created', 'member.changed'],
      includesDetails: false,
      isActive: true,
      switchedOffReason: null,
      createdBy: office.admin.userId,
    });
    const { items } = await done(office.admin.get(PATH));
    expect(items).toMatchObject([{ id: endpoint.id, pending: 0, failingSince: null, lastDeliveredAt: null }]);
    expect(JSON.stringify([items, await done(office.admin.get('/api/audit-logs?pageSize=200'))])).not.toContain(secret);
    expect(stored(office.daemon.dataDir)).not.toContain(secret.slice('whsec_'.length));
  });

  test('needs users.manage', async () => {
    const other = await office.as(['admin']);
    expectProblem(await other.get(PATH), 403, 'forbidden');
    expectProblem(await other.post(PATH, { url: receiver.url, events: ['expense.paid'] }), 403, 'forbidden');
  });

  test('is refused for a wrong address or event, and every field is named', async () => {
    const bad = { url: 'ftp://example.org', events: ['expense.eaten'], typo: 1 };
    expectBadFields(await office.admin.post(PATH, bad), ['events.0', 'typo']);
    expectBadFields(await office.admin.post(PATH, { url: 'ftp://example.org', events: ['expense.paid'] }), ['url']);
    expectBadFields(await office.admin.post(PATH, { url: 'https://example.org', events: [] }), ['events']);
    for (const url of [
      'http://169.254.169.254/latest/meta-data',
      'https://[fe80::1]/',
      'https://ann:pw@example.org/',
    ]) {
      expectBadFields(await office.admin.post(PATH, { url, events: ['expense.paid'] }), ['url']);
    }
  });

  test.each([
    'https://\u200Bexample.org/',
    'https://e.example/\u202Egnp.exe',
    'https://e.example/a b',
    'https://e.example/a\u00A0b',
    'https://example.org\\@127.0.0.1/',
    'https://e.example/a\tb',
    `https://e.example/${'\u6559'.repeat(300)}`,
    '',
  ])('is refused at %j, which is not what it seems', async (url) => {
    expectBadFields(await office.admin.post(PATH, { url, events: ['expense.paid'] }), ['url']);
  });

  test.each([
    ['  HTTPS://Hooks.Example.org:443', 'https://hooks.example.org/'],
    ['https://hooks.example.org/a/../\u6559?b="c"', 'https://hooks.example.org/%E6%95%99?b=%22c%22'],
    ['https://\u6559\u6703.example/', 'https://xn--wcvy0b.example/'],
  ])('at %j is stored as it is called', async (url, stored) => {
    const { endpoint } = await done(office.admin.post(PATH, { url, events: ['expense.paid'] }));
    expect(endpoint.url).toBe(stored);
    const changed = await done(office.admin.put(`${PATH}/${endpoint.id}`, { url, events: ['expense.paid'] }));
    expect(changed.url).toBe(stored);
  });

  test('exists at most twenty times', async () => {
    for (let count = 0; count < 20; count += 1) await follow(['month.finalized']);
    expectProblem(await office.admin.post(PATH, { url: receiver.url, events: ['expense.paid'] }), 409, 'conflict');
  });
});

describe('an event', () => {
  test('names what happened by ids only, and is signed', async () => {
    await follow(['member.created', 'member.changed']);
    const member = await addMember(office, { firstName: 'Wei', lastName: 'Chen', email: uniqueEmail() });
    const { id, firstName, lastName } = member;
    await done(office.admin.put(`/api/members/${id}`, { firstName, lastName, phone: '555-0100' }));
    const [created, changed] = await receiver.events(2);
    expect([created, changed].map((event) => told(event as Received))).toEqual([
      { type: 'member.created', data: { memberId: id } },
      { type: 'member.changed', data: { memberId: id } },
    ]);
    expect(created?.id).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(created?.call.raw.toString()).not.toContain('Chen');
    expect(created?.call.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Vestry' });
    expect(created?.timestamp).toBe((await deliveries((await done(office.admin.get(PATH))).items[0]))[0]?.occurredAt);
  });

  test('comes for an offering, an expense at each step, and a closed month', async () => {
    await follow([
      'offering-session.submitted',
      'expense.submitted',
      'expense.approved',
      'expense.paid',
      'month.finalized',
    ]);
    const session = await addSession(office, { date: '2003-02-02' });
    await done(office.admin.post(`/api/offering-sessions/${session.id}/submit`));
    const expense = await addApproved(office, { expenseDate: '2003-02-03', amount: 12.5 });
    await done(move(office, expense.id, 'pay', { paidOn: '2003-02-04' }));
    await close(office, '2003/2');
    const events = await receiver.events(5);
    expect(events.map(told).slice(0, 5)).toEqual(
      expect.arrayContaining([
        { type: 'offering-session.submitted', data: { offeringSessionId: session.id } },
        { type: 'expense.submitted', data: { expenseId: expense.id } },
        { type: 'expense.approved', data: { expenseId: expense.id } },
        { type: 'expense.paid', data: { expenseId: expense.id } },
        { type: 'month.finalized', data: { year: 2003, month: 2 } },
      ]),
    );
  });

  test('is not sent for what the endpoint does not want, nor for what was refused', async () => {
    await follow(['expense.submitted']);
    await addMember(office, { firstName: 'Wei', lastName: 'Chen' });
    const draft = await addExpense(office, { expenseDate: '2003-03-03', amount: 5 });
    expectProblem(await office.admin.post(`/api/expenses/${draft.id}/approve`), 409, 'invalid_transition');
    await done(move(office, draft.id, 'submit'));
    const [only] = await receiver.events(1);
    expect(told(only as Received)).toEqual({ type: 'expense.submitted', data: { expenseId: draft.id } });
    expect(receiver.received).toHaveLength(1);
  });

  test('contains the record if the endpoint asks for it, and its creator may read it', async () => {
    await follow(['member.created'], { includesDetails: true });
    const member = await addMember(office, { firstName: 'Wei', lastName: 'Chen' });
    const [event] = await receiver.events(1);
    expect(event?.data).toEqual({ memberId: member.id, record: member });
  });

  test('contains ids only once its creator is deactivated', async () => {
    const owner = await office.as(['super_admin']);
    await follow(['member.created'], { includesDetails: true }, owner);
    await done(office.admin.post(`/api/users/${owner.userId}/deactivate`));
    const member = await addMember(office, { firstName: 'Wei', lastName: 'Chen' });
    const [event] = await receiver.events(1);
    expect(event?.data).toEqual({ memberId: member.id });
  });

  test('tells of a message that failed', async () => {
    await follow(['message.failed']);
    const address = uniqueEmail();
    office.smtp.refuse(address, '550 5.1.1 No such user');
    const { batchId } = await done(mail(office, { emails: [address] }));
    const [event] = await receiver.events(1);
    const history = await done(office.admin.get(`/api/notifications/history?batchId=${batchId}`));
    expect(told(event as Received)).toEqual({ type: 'message.failed', data: { messageId: history.items[0].id } });
  });
});

test('the function in docs/api.md accepts a call of Vestry, and refuses one that was changed or is old', async () => {
  const [, code = ''] = /```javascript\n(.*?)```/s.exec(readFileSync('docs/api.md', 'utf8')) ?? [];
  const url = `data:text/javascript,${encodeURIComponent(`${code}\nexport { isFromVestry };`)}`;
  const { isFromVestry } = (await import(/* @vite-ignore */ url)) as {
    isFromVestry: (headers: object, body: string, secret: string) => boolean;
  };
  await follow(['member.created']);
  await addMember(office, { firstName: 'Wei', lastName: 'Chen' });
  const [event] = await receiver.events(1);
  const [secret = ''] = receiver.secrets;
  const { headers, raw } = (event as Received).call;
  const body = raw.toString();
  expect(isFromVestry(headers, body, secret)).toBe(true);
  expect(isFromVestry(headers, body.replace('member', 'Member'), secret)).toBe(false);
  expect(isFromVestry({ ...headers, 'webhook-id': 'msg_1' }, body, secret)).toBe(false);
  expect(isFromVestry({ ...headers, 'webhook-timestamp': '1795024800' }, body, secret)).toBe(false);
  expect(isFromVestry(headers, body, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
});

describe('a delivery', () => {
  const addPerson = () => addMember(office, { firstName: 'Wei', lastName: 'Chen' });
  const rename = ({ id }: Json, lastName: string) =>
    done(office.admin.put(`/api/members/${id}`, { firstName: 'Wei', lastName }));

  test('that fails is tried again with the same id, and later events about the record wait for it', async () => {
    const endpoint = await follow(['member.created', 'member.changed']);
    let failures = 0;
    receiver.answer(({ type }) => {
      const fails = type === 'member.created' && failures === 0;
      failures += fails ? 1 : 0;
      return { status: fails ? 500 : 204, body: '' };
    });
    const member = await addPerson();
    await rename(member, 'Lin');
    const [first, again, changed] = await receiver.events(3);
    expect([first?.type, again?.type, changed?.type]).toEqual(['member.created', 'member.created', 'member.changed']);
    expect(again?.id).toBe(first?.id);
    expect(changed?.id).not.toBe(first?.id);
    const items = await untilDelivered(endpoint, (all) => all.every(({ state }) => state === 'Delivered'));
    expect(items).toMatchObject([
      { event: 'member.created', attempts: 2, lastStatus: 204, lastError: null, nextAttemptAt: null },
      { event: 'member.changed', attempts: 1, subjectType: 'Member', subjectId: String(member.id) },
    ]);
  });

  test('does not follow a redirect, and says so', async () => {
    const endpoint = await follow(['member.created']);
    receiver.answer(() => ({ status: 302, body: '', headers: { location: 'http://169.254.169.254/' } }));
    await addPerson();
    const [item] = await untilDelivered(endpoint, ([one]) => one?.attempts === 1);
    expect(item).toMatchObject({ state: 'Pending', lastStatus: 302, nextAttemptAt: expect.any(String) });
    expect(item?.lastError).toContain('redirect');
  });

  test('that gets 410 switches the endpoint off, keeps the events, and is written to its creator', async () => {
    const owner = await office.as(['super_admin']);
    const endpoint = await follow(['member.created'], {}, owner);
    receiver.answer(() => ({ status: 410, body: '' }));
    await addPerson();
    const path = `${PATH}/${endpoint.id}`;
    await until(async () => (await done(office.admin.get(path))).isActive === false, 'the endpoint to be switched off');
    expect(await done(office.admin.get(path))).toMatchObject({ switchedOffReason: 'Gone' });
    await until(() => office.smtp.to(owner.email).length === 1, 'the e-mail to the creator');
    expect(office.smtp.to(owner.email)[0]?.raw.toString()).toContain('no longer sends events');
    const log = await done(office.admin.get('/api/audit-logs?action=WebhookEndpointSwitchedOff&sort=-id'));
    expect(log.items[0]).toMatchObject({ actorId: null, entityId: String(endpoint.id) });
    await addPerson();
    expect(await deliveries(endpoint), 'no new events are kept').toHaveLength(1);
    receiver.answer(() => ({ status: 204, body: '' }));
    await done(office.admin.post(`${path}/activate`));
    await done(office.admin.post(`${path}/deliveries/${(await deliveries(endpoint))[0]?.id}/repeat`));
    await untilDelivered(endpoint, ([one]) => one?.state === 'Delivered');
  });

  test('is announced to all active super_admins when its endpoint is switched off without an owner who can help', async () => {
    const [owner, demoted, other, inactive, treasurer] = [
      await office.as(['super_admin']),
      await office.as(['super_admin']),
      await office.as(['super_admin']),
      await office.as(['super_admin']),
      await office.as(['treasurer']),
    ];
    const mails = () => office.smtp.to(other.email).map(({ raw }) => raw.toString());
    receiver.answer(() => ({ status: 410, body: '' }));
    const byOwner = await follow(['member.created'], {}, owner);
    const byDemoted = await follow(['member.created'], {}, demoted);
    for (const { userId } of [owner, inactive]) await done(office.admin.post(`/api/users/${userId}/deactivate`));
    const account = { email: demoted.email, displayName: 'Demoted', roles: ['member'] };
    await done(office.admin.put(`/api/users/${demoted.userId}`, account));
    const dir = ['--data-dir', office.daemon.dataDir];
    const added = await vestry(
      [...'webhook add --event member.created --json --url'.split(' '), receiver.url, ...dir],
      {
        env: { VESTRY_WEBHOOK_ADDRESSES: 'network', VESTRY_ENV: 'development' },
      },
    );
    expect(added.exitCode, added.stderr).toBe(0);
    const { endpoint, secret } = JSON.parse(added.stdout);
    receiver.secrets.push(secret);
    const { stdout } = await vestry(['webhook', 'list', ...dir]);
    const lineOf = ({ id }: Json) => stdout.split('\n').find((line) => line.trim().startsWith(`${id} `));
    expect(lineOf(byOwner)).toContain(`${owner.email} (deactivated)`);
    expect(lineOf(byDemoted)).toContain(`${demoted.email} (no longer super_admin)`);
    expect(lineOf(endpoint)).toContain('nobody');
    await addPerson();
    await until(() => mails().length === 3, 'an e-mail for each endpoint');
    expect(
      mails()
        .join(' ')
        .replaceAll(/=?\r?\n/g, ''),
    ).toMatch(/happen until then are never sent/);
    for (const { email } of [owner, demoted, inactive, treasurer]) expect(office.smtp.to(email)).toEqual([]);
  });

  test('waits while its endpoint is switched off', async () => {
    const endpoint = await follow(['member.created']);
    // Without the pause of ten minutes, the event might be sent by itself a few seconds after the endpoint is on again.
    receiver.answer(() => ({ status: 503, body: '', headers: { 'retry-after': '600' } }));
    await addPerson();
    await untilDelivered(endpoint, ([one]) => one?.attempts === 1);
    await done(office.admin.post(`${PATH}/${endpoint.id}/deactivate`));
    const test = await office.admin.post(`${PATH}/${endpoint.id}/test`);
    expectProblem(test, 409, 'conflict');
    expect((await done(office.admin.get(PATH))).items).toMatchObject([{ switchedOffReason: 'Owner', pending: 1 }]);
    receiver.answer(() => ({ status: 204, body: '' }));
    await done(office.admin.post(`${PATH}/${endpoint.id}/activate`));
    await untilDelivered(endpoint, ([one]) => one?.state === 'Delivered');
  });

  test('can be repeated, with the same id', async () => {
    const endpoint = await follow(['member.created']);
    await addPerson();
    const [item] = await untilDelivered(endpoint, ([one]) => one?.state === 'Delivered');
    const repeat = `${PATH}/${endpoint.id}/deliveries/${item?.id}/repeat`;
    expect(await done(office.admin.post(repeat))).toMatchObject({ state: 'Pending', attempts: 0, deliveredAt: null });
    const [first, again] = await receiver.events(2);
    expect(again?.id).toBe(first?.id);
    expectProblem(await office.admin.post(`${PATH}/${endpoint.id}/deliveries/999999/repeat`), 404, 'not_found');
  });

  test('of a test event shows whether the endpoint works', async () => {
    const endpoint = await follow(['month.finalized']);
    await done(office.admin.post(`${PATH}/${endpoint.id}/test`));
    const [event] = await receiver.events(1);
    expect(told(event as Received)).toEqual({ type: 'endpoint.test', data: { endpointId: endpoint.id } });
  });

  test('of a test event is named by the command that sends it, with the commands for what comes next', async () => {
    const { id } = await follow(['month.finalized']);
    const run = async (...args: string[]) => {
      const { exitCode, stdout } = await vestry(['webhook', ...args, '--data-dir', office.daemon.dataDir]);
      expect(exitCode).toBe(0);
      return stdout;
    };
    const first = JSON.parse(await run('test', String(id), '--json'));
    expect(first).toMatchObject({ endpointId: id, event: 'endpoint.test', state: 'Pending' });
    const text = await run('test', String(id));
    const [, second] = await deliveries({ id });
    expect(text).toContain(`Delivery ${second?.id} `);
    expect(text).toContain(second?.eventId);
    expect(text).toContain(`vestry webhook deliveries ${id}\n`);
    expect(text).toContain(`vestry webhook repeat ${id} ${second?.id}\n`);
    await untilDelivered({ id }, (items) => items.every(({ state }) => state === 'Delivered'));
    expect(await run('repeat', String(id), String(first.id))).toContain(first.eventId);
    expect(await receiver.events(3)).toHaveLength(3);
  });

  test('of a test event does not wait for an earlier one that failed', async () => {
    const endpoint = await follow(['month.finalized']);
    receiver.answer(() => ({ status: 500, body: '', headers: { 'retry-after': '600' } }));
    await done(office.admin.post(`${PATH}/${endpoint.id}/test`));
    await receiver.events(1);
    receiver.answer(() => ({ status: 204, body: '' }));
    await done(office.admin.post(`${PATH}/${endpoint.id}/test`));
    await untilDelivered(endpoint, ([, second]) => second?.state === 'Delivered');
    expect((await deliveries(endpoint)).map(({ state }) => state)).toEqual(['Pending', 'Delivered']);
  });

  test('is signed with the new secret and the old one after the secret was replaced', async () => {
    const endpoint = await follow(['member.created']);
    const [old = ''] = receiver.secrets;
    const { secret } = await done(office.admin.post(`${PATH}/${endpoint.id}/rotate-secret`));
    expect(secret).not.toBe(old);
    await addPerson();
    const [event] = await receiver.events(1);
    expect(String(event?.call.headers['webhook-signature']).split(' ')).toHaveLength(2);
    receiver.secrets.splice(0, 1, secret);
    await addPerson();
    expect(await receiver.events(2)).toHaveLength(2);
  });

  test('is listed by state and event, and goes with its endpoint', async () => {
    const endpoint = await follow(['member.created', 'member.changed']);
    const member = await addPerson();
    await rename(member, 'Lin');
    await untilDelivered(endpoint, (all) => all.length === 2 && all.every(({ state }) => state === 'Delivered'));
    expect(await deliveries(endpoint, '&event=member.changed')).toMatchObject([{ event: 'member.changed' }]);
    expect(await deliveries(endpoint, '&state=Failed')).toEqual([]);
    await done(office.admin.del(`${PATH}/${endpoint.id}`));
    expectProblem(await office.admin.get(`${PATH}/${endpoint.id}/deliveries`), 404, 'not_found');
  });
});
