import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { type Json, done, refusal } from './books.ts';
import { FROM, history, mail, officeOfFile, person } from './office.ts';
import { expectBadFields, expectProblem, uniqueEmail } from './support.ts';
import { request } from '../support/daemon.ts';
import { until } from '../support/loopback.ts';
import { type Mail, parsed } from '../support/smtp.ts';
import { ROLES } from './roles.ts';

const office = officeOfFile();
afterEach(() => office.smtp.relent());

const ROUTE = '/api/notifications/email';
const send = (body: Json, headers = {}) => mail(office, body, headers);
const sent = (body: Json, headers = {}) => done(send(body, headers));
const addresses = (count: number) => Array.from({ length: count }, () => uniqueEmail('raw'));
const recipients = ({ results }: Json): string[] => results.map((one: Json) => one.recipient.toLowerCase()).toSorted();

/** Returns the parsed message that reached an address. Checks that there is only one. */
async function only(address: string) {
  const mails = office.smtp.to(address);
  expect(mails).toHaveLength(1);
  return parsed(mails[0] as Mail);
}

describe('an e-mail message', () => {
  test('reaches members and plain addresses, and the response reports on each recipient', async () => {
    const [one, two] = [await person(office), await person(office)];
    const [raw = ''] = addresses(1);
    const answer = await send({ memberIds: [one.id, two.id], emails: [raw] });
    expect(answer.status).toBe(200);
    const { batchId, results, skipped, ...counts } = answer.body;
    expect(batchId).toMatch(/\S/);
    expect(counts).toEqual({ sent: 3, failed: 0, unknown: 0, deferred: 0, nextTryAt: null });
    expect(skipped).toEqual([]);
    const rows = [
      { recipient: one.email, memberId: one.id, result: 'sent', error: null },
      { recipient: two.email, memberId: two.id, result: 'sent', error: null },
      { recipient: raw, memberId: null, result: 'sent', error: null },
    ];
    expect(results).toHaveLength(3);
    expect(results).toEqual(expect.arrayContaining(rows));
    for (const { recipient } of rows) expect(office.smtp.to(recipient)).toHaveLength(1);
  });

  test('shows its recipient no other recipient’s address, neither in the message nor in the envelope', async () => {
    const [one, emails] = [await person(office), addresses(3)];
    await sent({ memberIds: [one.id], emails });
    const all = [one.email, ...emails];
    for (const address of all) {
      const [message] = office.smtp.to(address);
      expect(message?.to).toEqual([address]);
      expect((await only(address)).to?.map((to) => to.address)).toEqual([address]);
      for (const other of all.filter((candidate) => candidate !== address))
        expect(message?.raw.toString('latin1')).not.toContain(other);
    }
  });

  test('comes from the church’s address, with a date and a message id of its own', async () => {
    const emails = addresses(2);
    await sent({ emails });
    const messages = await Promise.all(emails.map(only));
    for (const [index, message] of messages.entries()) {
      expect(message.from?.address).toBe(FROM);
      expect(office.smtp.to(emails[index] ?? '')[0]?.from).toBe(FROM);
      expect(Math.abs(Date.now() - Date.parse(message.date ?? ''))).toBeLessThan(120_000);
    }
    expect(new Set(messages.map((message) => message.messageId)).size).toBe(2);
  });

  test('keeps a Chinese subject and body, as text and as HTML', async () => {
    const [address = ''] = addresses(1);
    const subject = '主日崇拜通知：本週 Sunday 🕊️ 「平安」';
    const body = '親愛的弟兄姊妹：\n\n本主日上午十時聚會。\n— 恩典教會 ☧';
    await sent({ emails: [address], subject, body, locale: 'zh-TW' });
    const message = await only(address);
    expect(message.subject).toBe(subject);
    for (const line of body.split('\n').filter(Boolean)) {
      expect(message.text).toContain(line);
      expect(message.html).toContain(line);
    }
    expect(message.attachments).toEqual([]);
  });

  test('shows markup as plain text', async () => {
    const [address = ''] = addresses(1);
    const body = 'Fish & chips <script>alert("1")</script> <b>bold</b> 5 > 3 \'quoted\'';
    await sent({ emails: [address], subject: 'A <b>bold</b> & "bright" subject', body });
    const message = await only(address);
    expect(message.subject).toBe('A <b>bold</b> & "bright" subject');
    expect(message.text).toContain(body);
    expect(message.html).toMatch(/Fish &amp; chips &lt;script&gt;/);
    expect(message.html).not.toMatch(/<script|<b>bold/);
  });

  test('is not a template, so text that looks like a placeholder stays as written', async () => {
    const [address = ''] = addresses(1);
    const body = '{{ 7 | times: 6 }} {% include "secrets" %} ${7*6} <%= 7*6 %> {{ member.email }}';
    await sent({ emails: [address], subject: 'Hello {{ name }}', body });
    const message = await only(address);
    expect(message.subject).toBe('Hello {{ name }}');
    expect(message.text).toContain(body);
    expect(message.text).not.toContain('42');
  });

  test('keeps its lines, even long lines and lines that begin with a dot', async () => {
    const [address = ''] = addresses(1);
    const lines = ['.', '.. two dots', 'From the elders', '字'.repeat(1500), `${'word '.repeat(400)}end`];
    await sent({ emails: [address], body: lines.join('\n') });
    const text = (await only(address)).text ?? '';
    for (const line of lines) expect(text.split(/\r?\n/)).toContain(line);
    expect(text).not.toContain('=3D');
  });

  test('has its fixed wording in Traditional Chinese or English, depending on the locale in the request', async () => {
    const emails = addresses(2);
    await sent({ emails: emails.slice(0, 1), locale: 'en-US' });
    await sent({ emails: emails.slice(1), locale: 'zh-TW' });
    const [english, chinese] = await Promise.all(emails.map(only));
    expect(english?.html).not.toBe(chinese?.html);
    expect(english?.html).not.toMatch(/[\u4e00-\u9fff]/);
    for (const message of [english, chinese]) expect(message?.text).toContain('Peace be with you.');
  });
});

describe('e-mail recipients', () => {
  test('with the same address in different case get one message', async () => {
    const local = uniqueEmail('same');
    const variants = [local, local.toUpperCase(), local.replace('same', 'SaMe')];
    const body = await sent({ emails: [...variants, `  ${local}  `.trim()] });
    expect(body).toMatchObject({ sent: 1, failed: 0 });
    expect(body.results).toHaveLength(1);
    expect(office.smtp.to(local)).toHaveLength(1);
    expect(await history(office, `batchId=${body.batchId}`)).toHaveLength(1);
  });

  test('who are named both by member id and by address get one message, as members', async () => {
    const one = await person(office);
    const body = await sent({ emails: [one.email.toUpperCase()], memberIds: [one.id, one.id] });
    expect(body.results).toEqual([{ recipient: expect.any(String), memberId: one.id, result: 'sent', error: null }]);
    expect(recipients(body)).toEqual([one.email.toLowerCase()]);
    expect(office.smtp.to(one.email)).toHaveLength(1);
  });

  test('who share an address get one message', async () => {
    const email = uniqueEmail('family');
    const [one, two] = [await person(office, { email }), await person(office, { email: email.toUpperCase() })];
    const body = await sent({ memberIds: [one.id, two.id] });
    expect(body.sent).toBe(1);
    expect(body.results.map((result: Json) => result.memberId)).toEqual([one.id]);
    expect(body.skipped).toEqual([{ memberId: two.id, reason: 'duplicate_address' }]);
    expect(office.smtp.to(email)).toHaveLength(1);
  });

  test('who cannot be reached are listed with the reason, and the others get their messages', async () => {
    const [one, gone] = [await person(office), await person(office)];
    const { id: silent } = await person(office, { email: null });
    await done(office.admin.del(`/api/members/${gone.id}`));
    const body = await sent({ memberIds: [one.id, gone.id, silent, 999_999] });
    expect(body).toMatchObject({ sent: 1, failed: 0 });
    expect(recipients(body)).toEqual([one.email]);
    expect(body.skipped).toHaveLength(3);
    expect(body.skipped).toEqual(
      expect.arrayContaining([
        { memberId: gone.id, reason: 'deleted' },
        { memberId: silent, reason: 'no_address' },
        { memberId: 999_999, reason: 'unknown' },
      ]),
    );
    expect(office.smtp.to(gone.email)).toEqual([]);
  });

  test('have no results in the response if all of them are skipped', async () => {
    const { id } = await person(office, { email: null });
    const before = office.smtp.messages.length;
    const body = await sent({ memberIds: [id] });
    const skipped = [{ memberId: id, reason: 'no_address' }];
    expect(body).toMatchObject({ sent: 0, failed: 0, results: [], skipped });
    expect(office.smtp.messages).toHaveLength(before);
  });

  test('each have one row in the history, except for skipped recipients', async () => {
    const [one, emails] = [await person(office), addresses(2)];
    const { id: silent } = await person(office, { email: null });
    const { batchId } = await sent({ memberIds: [one.id, silent], emails, subject: 'Logged' });
    const rows = await history(office, `batchId=${batchId}`);
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map((row) => row.recipient))).toEqual(new Set([one.email, ...emails]));
    for (const row of rows) {
      expect(row).toMatchObject({ batchId, channel: 'Email', groupId: null, subject: 'Logged', result: 'sent' });
      expect(row).toMatchObject({ error: null, sentBy: office.admin.userId });
    }
    expect(rows.map((row) => row.memberId)).not.toContain(silent);
  });

  test('may number up to 2,000', async () => {
    const memberIds = Array.from({ length: 2000 }, (_none, index) => 1_000_000 + index);
    const body = await sent({ memberIds });
    expect(body.skipped).toHaveLength(2000);
    expect(body.results).toEqual([]);
  });

  test.each([
    ['5,000 addresses', 0, 5000],
    ['2,001 addresses', 0, 2001],
    ['2,001 members', 2001, 0],
    ['1,001 members and 1,000 addresses', 1001, 1000],
  ])('are too many if there are %s', async (_label, members, raw) => {
    const before = office.smtp.messages.length;
    const memberIds = Array.from({ length: members }, (_none, index) => 1_000_000 + index);
    const emails = Array.from({ length: raw }, (_none, index) => `many${index}@example.org`);
    const answer = await send({ memberIds, emails });
    expectProblem(answer, 400, 'validation_failed');
    const paths = answer.body.errors.map((error: Json) => error.path);
    expect(paths.length).toBeLessThan(10);
    for (const path of paths) expect(['memberIds', 'emails', '']).toContain(path);
    expect(office.smtp.messages).toHaveLength(before);
  });
});

describe('a failure to send', () => {
  test('to one recipient does not affect the others, and is shown in the response and in the history', async () => {
    const [one, refused, dropped] = [await person(office), await person(office), await person(office)];
    const emails = addresses(3);
    office.smtp.refuse(refused.email, '550 5.1.1 No such user here');
    office.smtp.drop(dropped.email);
    const body = await sent({ memberIds: [one.id, refused.id, dropped.id], emails });
    // The connection ended when the server had the whole text, so nobody knows what became of it.
    expect(body).toMatchObject({ sent: 4, failed: 1, unknown: 1 });
    const failed = body.results.filter((row: Json) => row.result !== 'sent');
    expect(new Set(failed.map((row: Json) => row.memberId))).toEqual(new Set([refused.id, dropped.id]));
    for (const row of failed) expect(row.error).toMatch(/\S/);
    expect(failed.find((row: Json) => row.memberId === refused.id).error).toContain('No such user');
    for (const address of [one.email, ...emails]) expect(office.smtp.to(address)).toHaveLength(1);
    const rows = await history(office, `batchId=${body.batchId}`);
    expect(rows).toHaveLength(6);
    const kept = rows.filter((row) => row.result !== 'sent');
    expect(new Set(kept.map((row) => row.memberId))).toEqual(new Set([refused.id, dropped.id]));
    for (const row of kept) expect(row.error).toMatch(/\S/);
  });

  test('to every recipient still returns 200 and reports the failures', async () => {
    const emails = addresses(2);
    for (const address of emails) office.smtp.refuse(address, '452 4.2.2 Mailbox full');
    const answer = await send({ emails });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ sent: 0, failed: 2 });
    for (const address of emails) expect(office.smtp.to(address)).toEqual([]);
  });

  test(
    'because the server does not respond is reported after about 25 seconds, and does not delay the others for long',
    { timeout: 90_000 },
    async () => {
      const [silent = '', ...emails] = addresses(8);
      office.smtp.stall(silent);
      const began = Date.now();
      const body = await sent({ emails: [silent, ...emails] });
      expect(Date.now() - began).toBeGreaterThan(15_000);
      expect(Date.now() - began).toBeLessThan(40_000);
      expect(body).toMatchObject({ sent: 7, failed: 0, unknown: 1 });
      expect(body.results.find((row: Json) => row.result === 'unknown').recipient).toBe(silent);
      for (const address of emails) expect((office.smtp.to(address)[0]?.at ?? 0) - began).toBeLessThan(10_000);
    },
  );
});

test('many messages reuse a few connections, never more than five at once', async () => {
  await until(() => office.smtp.connections.now <= 5, 'old connections to end');
  office.smtp.delay(60);
  const [before, emails] = [office.smtp.connections.total, addresses(25)];
  office.smtp.connections.most = 0;
  await sent({ emails });
  expect(office.smtp.connections.total - before).toBeLessThanOrEqual(5);
  expect(office.smtp.connections.most).toBeLessThanOrEqual(5);
  for (const address of emails) expect(office.smtp.to(address)).toHaveLength(1);
});

describe('an e-mail request is refused, and nothing is sent, if', () => {
  const good = 'good@example.org';
  test.each([
    ['the subject is empty', { subject: '' }, ['subject']],
    ['the subject is only spaces', { subject: ' \t ' }, ['subject']],
    ['the body is empty', { body: '' }, ['body']],
    ['the body is only spaces and line breaks', { body: ' \n\n ' }, ['body']],
    ['the subject and the body are left out', { subject: undefined, body: undefined }, ['body', 'subject']],
    ['the subject has a line break with a header', { subject: 'Hi\r\nBcc: evil@example.net' }, ['subject']],
    ['the subject has a line feed', { subject: 'Hi\nX-Evil: 1' }, ['subject']],
    ['the subject has a carriage return', { subject: 'Hi\rX-Evil: 1' }, ['subject']],
    ['an address has a header in it', { emails: [good, 'a@example.org\r\nBcc: evil@example.net'] }, ['emails.1']],
    ['an address has a line feed in it', { emails: ['a@example.org\nevil@example.net'] }, ['emails.0']],
    ['an address has a command in it', { emails: ['a@example.org>\r\nRCPT TO:<evil@example.net'] }, ['emails.0']],
    ['an address is really two addresses', { emails: ['a@example.org,evil@example.net'] }, ['emails.0']],
    ['an address contains a display name', { emails: ['Evil <evil@example.net>'] }, ['emails.0']],
    [
      'addresses are invalid',
      { emails: ['', 'nobody', '@example.org', 'a b@example.org', 5] },
      [0, 1, 2, 3, 4].map((at) => `emails.${at}`),
    ],
    ['member ids are invalid', { memberIds: ['1', 0, -1, 1.5, null] }, [0, 1, 2, 3, 4].map((at) => `memberIds.${at}`)],
    ['the lists are not lists', { memberIds: 1, emails: good }, ['emails', 'memberIds']],
    ['the language is unknown', { locale: 'tlh' }, ['locale']],
    ['the language is a path', { locale: '../../secrets' }, ['locale']],
    ['the request names a template', { template: 'birthday' }, ['template']],
    [
      'the request sets mail headers',
      { from: 'evil@example.net', cc: ['x@example.net'], bcc: [], html: '<b>' },
      ['bcc', 'cc', 'from', 'html'],
    ],
    [
      'the request has the fields of a LINE message',
      { fallbackToEmail: true, groupIds: [] },
      ['fallbackToEmail', 'groupIds'],
    ],
    [
      'many fields are bad',
      { subject: '', body: '', emails: ['x'], locale: 'x', to: 1 },
      ['body', 'emails.0', 'locale', 'subject', 'to'],
    ],
  ])('%s', async (_label, fields, paths) => {
    const before = office.smtp.messages.length;
    const { totalCount } = await done(office.admin.get('/api/notifications/history?pageSize=1'));
    const answer = await send({ emails: [good], ...fields });
    expectBadFields(answer, paths);
    expect(office.smtp.messages).toHaveLength(before);
    expect((await done(office.admin.get('/api/notifications/history?pageSize=1'))).totalCount).toBe(totalCount);
  });

  test('a field is unknown, and its error has the code unknown_field', async () => {
    const answer = await send({ emails: [good], template: 'birthday' });
    expect(answer.body.errors).toEqual([expect.objectContaining({ path: 'template', code: 'unknown_field' })]);
  });

  test.each([
    ['there are no recipients', {}],
    ['the lists of recipients are empty', { memberIds: [], emails: [] }],
  ])('%s', async (_label, fields) => {
    const before = office.smtp.messages.length;
    expectProblem(await send(fields), 400, 'validation_failed');
    expect(office.smtp.messages).toHaveLength(before);
  });
});

describe('an Idempotency-Key for e-mail', () => {
  const keyed = (key: string, body: Json) => send(body, { 'idempotency-key': key });

  test('that is sent again replays the first response, and nothing is sent twice', async () => {
    const [key, emails] = [randomUUID(), addresses(3)];
    office.smtp.refuse(emails[2] ?? '', '550 No');
    const first = await keyed(key, { emails });
    office.smtp.relent();
    const again = await keyed(key, { emails });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(again.body).toEqual(first.body);
    expect(emails.map((address) => office.smtp.to(address).length)).toEqual([1, 1, 0]);
    expect(await history(office, `batchId=${first.body.batchId}`)).toHaveLength(3);
  });

  test('with another body is refused, and nothing is sent', async () => {
    const [key, [first = '', other = '']] = [randomUUID(), addresses(2)];
    await done(keyed(key, { emails: [first] }));
    expectProblem(await keyed(key, { emails: [other] }), 409, 'idempotency_key_reused');
    expect([office.smtp.to(first).length, office.smtp.to(other).length]).toEqual([1, 0]);
  });

  test('of a batch that is still being sent is refused with the batch id, and nothing is sent twice', async () => {
    const [key, emails] = [randomUUID(), addresses(12)];
    office.smtp.delay(150);
    const began = office.smtp.messages.length;
    const first = keyed(key, { emails });
    await until(() => office.smtp.messages.length > began, 'the first message');
    const meanwhile = await keyed(key, { emails });
    expectProblem(meanwhile, 409, 'idempotency_in_progress');
    const { batchId, sent } = await done(first);
    expect(meanwhile.body.batchId).toBe(batchId);
    expect(sent).toBe(12);
    for (const address of emails) expect(office.smtp.to(address)).toHaveLength(1);
  });

  test('of a refused request can be used again', async () => {
    const [key, emails] = [randomUUID(), addresses(1)];
    expectBadFields(await keyed(key, { emails, body: '' }), ['body']);
    expect(await done(keyed(key, { emails }))).toMatchObject({ sent: 1 });
    expect(office.smtp.to(emails[0] ?? '')).toHaveLength(1);
  });
});

test('two simultaneous batches are both sent completely', async () => {
  const [one, two] = [addresses(10), addresses(10)];
  office.smtp.delay(20);
  const [first, second] = await Promise.all([sent({ emails: one }), sent({ emails: two })]);
  expect(first.batchId).not.toBe(second.batchId);
  expect([recipients(first), recipients(second)]).toEqual([one.toSorted(), two.toSorted()]);
  const rows = await history(office, `batchId=${first.batchId}`);
  expect(new Set(rows.map((row) => row.recipient))).toEqual(new Set(one));
  expect(rows).toHaveLength(10);
});

describe('permissions', () => {
  test('without signing in, nothing is sent', async () => {
    const [address = ''] = addresses(1);
    const body = { emails: [address], subject: 'News', body: 'None' };
    expectProblem(await request(office.daemon.url, 'POST', ROUTE, { body }), 401, 'unauthenticated');
    expect(office.smtp.to(address)).toEqual([]);
  });

  test.each(ROLES)('the role %s can send e-mail only if it is admin', async (role) => {
    const [address = ''] = addresses(1);
    const answer = await mail(office, { emails: [address] }, {}, await office.as([role]));
    expect(role === 'admin' ? answer.status : refusal(answer)).toBe(role === 'admin' ? 200 : '403 forbidden');
    expect(office.smtp.to(address)).toHaveLength(role === 'admin' ? 1 : 0);
  });
});
