import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../../../../src/app.ts';
import { ChurchProfileUpdate } from '../../../../src/features/church/profile/schema.ts';
import { putProfile } from '../../../../src/features/church/profile/service.ts';
import { presets, PRESET_NAMES } from '../../../../src/features/messages/mail/presets.ts';
import { MailUpdate } from '../../../../src/features/messages/mail/schema.ts';
import { getMail, putMail, testMail } from '../../../../src/features/messages/mail/service.ts';
import { mailSetup, serverAt } from '../../../../src/features/messages/mail/setup.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp } from '../../../support/app.ts';
import { withMail } from '../../../support/office.ts';
import { parsed, startSmtp } from '../../../support/smtp.ts';

const put = (app: App, fields: object) => putMail(app, decode(MailUpdate, fields));
const SERVER = { host: 'smtp.example.org', port: 465, user: 'office', password: 'secret-word', from: 'a@example.org' };

test('the church can send as soon as its mail server is stored, with the limits that it allows', async () => {
  const smtp = await startSmtp({ auth: { user: 'office', password: 'secret-word' } });
  onTestFinished(() => smtp.close());
  const app = await testApp();
  expect(await getMail(app)).toMatchObject({ host: null, source: null, maxConnections: 5, perMinute: null });
  await expect(testMail(app, { to: 'ann@example.org' })).rejects.toMatchObject({ code: 'not_configured' });
  const port = Number(new URL(smtp.url).port);
  const stored = await put(app, {
    ...SERVER,
    host: '127.0.0.1',
    port,
    from: 'Grace <office@grace.example>',
    perDay: 50,
  });
  expect(stored).toMatchObject({ source: 'Database', user: 'office', password: '••••word', perDay: 50 });
  expect(await testMail(app, { to: 'ann@example.org' })).toMatchObject({ sent: 1 });
  const [letter] = smtp.messages;
  const mail = await parsed(letter ?? { raw: Buffer.alloc(0) });
  expect(mail).toMatchObject({ from: { name: 'Grace', address: 'office@grace.example' } });
  expect(mail.subject).toMatch(/test/i);
});

test('the password is stored sealed, and neither an answer nor the audit log shows it', async () => {
  const app = await testApp();
  const answer = await put(app, SERVER);
  const row = await app.db.selectFrom('mailSettings').selectAll().executeTakeFirstOrThrow();
  const log = await app.db.selectFrom('auditLogs').selectAll().where('action', '=', 'MailUpdated').execute();
  expect(log).toHaveLength(1);
  for (const place of [answer, row, log]) expect(JSON.stringify(place)).not.toContain('secret-word');
  expect((await mailSetup(app)).server.credentials).toEqual({ user: 'office', password: 'secret-word' });
});

test('what is left out stays, and a password goes to no other server and no other user', async () => {
  const app = await testApp();
  await put(app, SERVER);
  expect(await put(app, { perMinute: 30 })).toMatchObject({ host: SERVER.host, perMinute: 30, password: '••••word' });
  expect(await put(app, { password: '••••word', perDay: 9 })).toMatchObject({ perDay: 9, password: '••••word' });
  for (const fields of [{ host: 'smtp.attacker.example' }, { port: 587 }, { user: 'other' }, { preset: 'Gmail' }]) {
    await expect(put(app, fields)).rejects.toMatchObject({ details: { errors: [{ path: 'password' }] } });
  }
  await expect(put(app, { password: '••••else' })).rejects.toMatchObject({
    details: { errors: [{ code: 'stale_mask' }] },
  });
  expect(await put(app, { host: 'smtp.other.example', password: 'another' })).toMatchObject({
    host: 'smtp.other.example',
  });
  expect(await put(app, { host: null })).toMatchObject({ host: null, password: null, source: null });
});

test('the configuration goes before what is stored, except for the limits', async () => {
  const app = withMail(await testApp(), 'smtps://o%40x.example:other-secret@mail.example.org');
  const mail = await put(app, { ...SERVER, perMinute: 20 });
  expect(mail).toMatchObject({ source: 'Configuration', host: 'mail.example.org', port: 465, user: 'o@x.example' });
  expect(mail).toMatchObject({ perMinute: 20, password: '••••cret', from: 'Grace Church <office@grace.example>' });
  const { server, limits } = await mailSetup(app);
  expect(server.credentials).toEqual({ user: 'o@x.example', password: 'other-secret' });
  expect(limits.perMinute).toBe(20);
});

test.each([
  ['smtp://office:secret@mail.example.org', { requireTLS: true, secure: false }],
  ['smtps://mail.example.org', { requireTLS: false, secure: true }],
  ['smtp://office:secret@127.0.0.1:2525', { port: 2525, requireTLS: false }],
  ['smtp://mail.example.org?ignoreTLS=true&name=here', { ignoreTLS: true, name: 'here', requireTLS: false }],
  ['smtp://office:secret@mail.example.org?requireTLS=false', { requireTLS: false }],
])('at %s, a password is sent only over a secure connection', async (url, options) => {
  expect((await serverAt(url)).options).toMatchObject(options);
});

test('a preset brings its server and limits, and what is given goes before them', async () => {
  const app = await testApp();
  expect(presets().map(({ name }) => name)).toEqual([...PRESET_NAMES]);
  const gmail = await put(app, { preset: 'Gmail', user: 'office@gmail.com', password: 'abcd efgh', perDay: 100 });
  expect(gmail).toMatchObject({ host: 'smtp.gmail.com', port: 465, maxConnections: 2, perMinute: 30, perDay: 100 });
  expect(presets().some(({ host }) => /office365|outlook/.test(host))).toBe(false);
  const microsoft = { preset: null, host: 'smtp.office365.com', password: 'x' };
  expect((await put(app, microsoft)).isMicrosoft).toBe(true);
});

test.each([
  [{ host: 'smtp://mail.example.org' }, 'host'],
  [{ host: 'mail.example.org:465' }, 'host'],
  [{ port: 0 }, 'port'],
  [{ port: 70_000 }, 'port'],
  [{ from: 'nobody' }, 'from'],
  [{ maxConnections: 0 }, 'maxConnections'],
  [{ perMinute: 0 }, 'perMinute'],
  [{ perDay: 1.5 }, 'perDay'],
  [{ password: 'two\nlines' }, 'password'],
  [{ preset: 'Microsoft365' }, 'preset'],
])('%o is refused, and the fault names the field', (fields, path) => {
  expect(() => decode(MailUpdate, fields)).toThrow(
    expect.objectContaining({ details: { errors: [expect.objectContaining({ path })] } }),
  );
});

test('without a sender of its own, the church sends from the e-mail address of its profile', async () => {
  const app = await testApp();
  await put(app, { ...SERVER, from: null });
  await expect(mailSetup(app)).rejects.toMatchObject({ code: 'not_configured' });
  const place = { timeZone: 'America/Chicago', locale: 'en-US', aiProvider: 'OpenAI' };
  await putProfile(app, decode(ChurchProfileUpdate, { name: 'Grace Church', email: 'g@grace.example', ...place }));
  expect((await mailSetup(app)).from).toEqual({ name: 'Grace Church', address: 'g@grace.example' });
});
