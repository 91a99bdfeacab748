import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import { AuditQuery } from '../../../../src/features/audit/schema.ts';
import { listAuditLogs } from '../../../../src/features/audit/service.ts';
import { verifyAudit } from '../../../../src/features/audit/verification.ts';
import { functionalExpenses } from '../../../../src/features/reports/form990/service.ts';
import { ChurchProfileUpdate, FirstProfile } from '../../../../src/features/church/profile/schema.ts';
import {
  getChurchSummary,
  getAiSettings,
  getLetterhead,
  getProfile,
  listUnreadableKeys,
  putProfile,
  setUpProfile,
  today,
} from '../../../../src/features/church/profile/service.ts';
import { finalizeStatement, reopenStatement } from '../../../../src/features/reports/statements/finalize.ts';
import { decode } from '../../../../src/validate.ts';
import { as, testApp, type TestApp } from '../../../support/app.ts';

const GRACE = { name: 'Grace Church', timeZone: 'America/Chicago', locale: 'en-US', aiProvider: 'OpenAI' };
const OPENAI = 'sk-proj-1234567890abcd';
const KEYS = {
  openAiApiKey: OPENAI,
  anthropicApiKey: 'sk-ant-api03-efgh',
  googleApiKey: 'AIzaSyD-ijkl',
  compatibleApiKey: 'own-key-mnop',
};
const MASKS = {
  openAiApiKey: '••••abcd',
  anthropicApiKey: '••••efgh',
  googleApiKey: '••••ijkl',
  compatibleApiKey: '••••mnop',
};

const put = (app: TestApp, fields: object = {}) =>
  putProfile(app, decode(ChurchProfileUpdate, { ...GRACE, ...fields }));

const storedRow = (app: TestApp) => app.db.selectFrom('churchProfiles').selectAll().executeTakeFirstOrThrow();

const entries = async (app: TestApp) =>
  (await listAuditLogs(app, decode(AuditQuery, { entityType: 'ChurchProfile', sort: 'id' }))).items;

/** Returns the app as if its secrets.json had been replaced. */
const withNewSecrets = (app: TestApp): TestApp => {
  const secrets = { jwtKey: randomBytes(32), encryptionKey: randomBytes(32) };
  return { ...app, secrets: () => secrets };
};

test('without a stored profile the defaults are shown, and reading them stores nothing', async () => {
  const app = await testApp();
  expect(await getProfile(app)).toEqual({
    name: 'Our church',
    currency: 'USD',
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: 'en-US',
    fiscalYearStartMonth: 1,
    releaseRule: 'PlacedInService',
    aiProvider: 'OpenAI',
    ...Object.fromEntries(
      'legalName ein address phone email website aiModel aiBaseUrl createdAt modifiedAt createdBy modifiedBy'
        .split(' ')
        .concat(Object.keys(KEYS))
        .map((field) => [field, null]),
    ),
  });
  expect(await app.db.selectFrom('churchProfiles').selectAll().execute()).toEqual([]);
});

test.each([
  ['USA', 'US', 'US'],
  ['Taiwan', 'TW', 'TW'],
  ['Freedonia', 'Freedonia', 'US'],
])('the country %j of an address from before there were codes is read as %j', async (written, read, ruling) => {
  const app = await testApp();
  await put(app, { address: { city: 'Town' }, ein: '12-3456789' });
  const address = JSON.stringify({ ...(await getProfile(app)).address, country: written });
  await inTransaction(app, async (app) => {
    await app.db.updateTable('churchProfiles').set({ address }).execute();
  });
  expect((await getProfile(app)).address).toMatchObject({ city: 'Town', country: read });
  expect(await getChurchSummary(app)).toMatchObject({ country: ruling });
  expect((await getLetterhead(app)).ein).toBe(ruling === 'US' ? '12-3456789' : null);
  if (read === ruling) await put(app, { address: { city: 'Town', country: read }, ein: '12-3456789' });
  expect((await entries(app)).filter(({ changes }) => changes && 'address' in changes)).toHaveLength(1);
});

test('API keys are sealed in the table, and only the AI settings return them as plain text', async () => {
  const app = await testApp();
  expect(await put(app, KEYS)).toMatchObject(MASKS);
  const row = await storedRow(app);
  for (const field of Object.keys(KEYS) as (keyof typeof KEYS)[]) {
    expect(row[field]).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toContain(KEYS[field]);
  }
  expect(await getAiSettings(app)).toMatchObject({ source: 'profile', provider: 'OpenAI', key: OPENAI });
});

test('an API key that is omitted or sent as its mask does not change, but null or empty text clears it', async () => {
  const app = await testApp();
  await put(app, KEYS);
  const before = await storedRow(app);
  await put(app);
  await put(app, MASKS);
  expect(await storedRow(app)).toEqual(before);
  const after = await put(app, { openAiApiKey: null, anthropicApiKey: '', googleApiKey: ' \n' });
  expect(after).toMatchObject({ openAiApiKey: null, anthropicApiKey: null, googleApiKey: null });
});

test('a mask that does not match the stored API key is refused with the name of its field, and nothing is stored', async () => {
  const app = await testApp();
  await put(app, { openAiApiKey: OPENAI });
  const before = await storedRow(app);
  const stale = put(app, { name: 'Other', openAiApiKey: '••••zzzz', googleApiKey: '••••' });
  await expect(stale).rejects.toMatchObject({
    code: 'validation_failed',
    details: {
      errors: [
        { path: 'openAiApiKey', code: 'stale_mask' },
        { path: 'googleApiKey', code: 'stale_mask' },
      ],
    },
  });
  expect(await storedRow(app)).toEqual(before);
});

test.each([
  ['12345678', '••••5678'],
  ['1234567', '••••'],
  ['a', '••••'],
  [`  ${OPENAI}\r\n`, '••••abcd'],
])('the key %j is shown as %s, and sending that mask back leaves the key unchanged', async (openAiApiKey, mask) => {
  const app = await testApp();
  expect(await put(app, { openAiApiKey })).toMatchObject({ openAiApiKey: mask });
  await put(app, { openAiApiKey: mask });
  expect((await getAiSettings(app)).key).toBe(openAiApiKey.trim());
});

test('a sealed key that was moved to another column cannot be read', async () => {
  const app = await testApp();
  await put(app, KEYS);
  const { googleApiKey } = await storedRow(app);
  await inTransaction(app, ({ db }) => db.updateTable('churchProfiles').set({ openAiApiKey: googleApiKey }).execute());
  expect(await getProfile(app)).toMatchObject({ ...MASKS, openAiApiKey: '••••' });
  expect(await getAiSettings(app)).toMatchObject({ key: null, hasUnreadableKey: true });
});

test('the key of a compatible service cannot be read after its address was changed in the database', async () => {
  const app = await testApp();
  await put(app, { ...KEYS, aiProvider: 'OpenAICompatible', aiBaseUrl: 'https://ai.example.org/v1' });
  expect(await getAiSettings(app)).toMatchObject({ key: KEYS.compatibleApiKey });
  const aiBaseUrl = 'https://elsewhere.example.org/v1';
  await inTransaction(app, ({ db }) => db.updateTable('churchProfiles').set({ aiBaseUrl }).execute());
  expect(await getAiSettings(app)).toMatchObject({ baseUrl: aiBaseUrl, key: null, hasUnreadableKey: true });
});

test.each([
  ['https://ai.example.org/v1', 'https://ai.example.org/other/v1', '••••mnop'],
  ['https://ai.example.org/v1', 'https://ai.example.org:443/v1', '••••mnop'],
  ['https://ai.example.org/v1', 'https://ai.example.org:8443/v1', null],
  ['https://ai.example.org/v1', 'http://ai.example.org/v1', null],
  ['https://ai.example.org/v1', 'https://ai.example.com/v1', null],
  ['https://ai.example.org/v1', null, null],
  [null, 'https://ai.example.org/v1', null],
])(
  'when the address changes from %s to %s, the key of the compatible service is shown as %s',
  async (from, to, mask) => {
    const app = await testApp();
    await put(app, { ...KEYS, aiBaseUrl: from });
    expect(await put(app, { aiBaseUrl: to })).toMatchObject({ ...MASKS, compatibleApiKey: mask });
    await put(app, { ...KEYS, aiBaseUrl: from });
    expect(await put(app, { ...MASKS, aiBaseUrl: to })).toMatchObject({ compatibleApiKey: mask });
    // A key that is entered together with the new address is meant for that address.
    await put(app, { ...KEYS, aiBaseUrl: from });
    expect(await put(app, { ...KEYS, aiBaseUrl: to })).toMatchObject(MASKS);
  },
);

test('after secrets.json is replaced, unreadable keys are masked and logged, but remain stored and can be replaced', async () => {
  const old = await testApp();
  await put(old, KEYS);
  const warned: object[] = [];
  const app = { ...withNewSecrets(old), log: { ...old.log, warn: (fields: object) => warned.push(fields) } };
  expect(await getProfile(app)).toMatchObject({
    openAiApiKey: '••••',
    anthropicApiKey: '••••',
    googleApiKey: '••••',
  });
  expect(warned).toContainEqual({ field: 'openAiApiKey', reason: expect.stringContaining('secrets.json') });
  expect(await listUnreadableKeys(app)).toEqual(Object.keys(KEYS));
  const sealed = (await storedRow(app)).anthropicApiKey;
  await put(app, {
    openAiApiKey: 'sk-another-wxyz',
    anthropicApiKey: '••••',
    googleApiKey: null,
    compatibleApiKey: '',
  });
  expect(await getAiSettings(app)).toMatchObject({ key: 'sk-another-wxyz', hasUnreadableKey: false });
  // Once the old secrets.json is back, the keys that were not entered again can be read.
  expect((await storedRow(app)).anthropicApiKey).toBe(sealed);
  expect(await listUnreadableKeys(app)).toEqual(['anthropicApiKey']);
  expect(await getProfile(old)).toMatchObject({ anthropicApiKey: MASKS.anthropicApiKey, googleApiKey: null });
});

test('reading a profile without API keys does not use secrets.json', async () => {
  const app = await testApp();
  await put(app);
  const none = () => {
    throw new Error('asked for secrets');
  };
  expect(await getProfile({ ...app, secrets: none })).toMatchObject({ name: 'Grace Church', openAiApiKey: null });
});

test('the audit log records the creation and each change of the profile, with masks in place of API keys', async () => {
  const app = await testApp();
  await inTransaction(app, (app) =>
    setUpProfile(app, FirstProfile.parse({ name: 'Grace', timeZone: 'America/Chicago', locale: 'en-US' })),
  );
  await put(app, { ...KEYS, address: { city: 'Springfield' } });
  await put(app, { openAiApiKey: 'sk-another-key-abcd', fiscalYearStartMonth: 7 });
  const [founded, first, second] = await entries(app);
  expect(founded).toMatchObject({ action: 'ChurchProfileCreated', entityId: '1' });
  expect(founded?.changes).toMatchObject({ name: [null, 'Grace'], currency: [null, 'USD'] });
  const nothing = { line1: null, line2: null, state: null, postalCode: null, country: null };
  expect(first).toMatchObject({ action: 'ChurchProfileUpdated' });
  expect(first?.changes).toEqual({
    name: ['Grace', 'Grace Church'],
    address: [null, { ...nothing, city: 'Springfield' }],
    openAiApiKey: [null, '••••abcd'],
    anthropicApiKey: [null, '••••efgh'],
    googleApiKey: [null, '••••ijkl'],
    compatibleApiKey: [null, '••••mnop'],
  });
  // The new key has the same mask as the old one, and the change is recorded nevertheless.
  expect(second?.changes).toEqual({
    address: [{ ...nothing, city: 'Springfield' }, null],
    fiscalYearStartMonth: [1, 7],
    openAiApiKey: ['••••abcd', '••••abcd'],
  });
  const everything = JSON.stringify(await app.db.selectFrom('auditLogs').selectAll().execute());
  const stored = Object.values(await app.db.selectFrom('churchProfiles').selectAll().executeTakeFirstOrThrow());
  const sealed = stored.filter((value): value is string => typeof value === 'string' && value.startsWith('v1.'));
  expect(sealed).toHaveLength(4);
  for (const key of [...Object.values(KEYS), 'sk-another-key-abcd', ...sealed]) expect(everything).not.toContain(key);
  expect(await verifyAudit(app)).toMatchObject({ isIntact: true });
});

test('a change updates modifiedAt, but not createdAt or createdBy', async () => {
  const app = await testApp();
  await put(app);
  app.setNow('2026-11-20T00:00:00.000Z');
  const users = await app.db.selectFrom('users').select('id').execute();
  const { modifiedAt, createdAt, createdBy } = await put(users[0] ? as(app, users[0].id, 'admin') : app);
  expect([createdAt, modifiedAt, createdBy]).toEqual(['2026-11-18T18:00:00.000Z', '2026-11-20T00:00:00.000Z', null]);
});

test('a changed time zone, fiscal year or name takes effect at once', async () => {
  const app = await testApp();
  app.setNow('2026-11-18T18:00:00.000Z');
  await put(app);
  expect(await today(app)).toBe('2026-11-18');
  expect(await functionalExpenses(app, { year: 2026 })).toMatchObject({ from: '2026-01-01', to: '2026-12-31' });
  await put(app, {
    timeZone: 'Asia/Taipei',
    fiscalYearStartMonth: 7,
    legalName: 'Grace Church Inc.',
    locale: 'zh-TW',
    ein: '123456789',
    address: { line1: '1 Main St', city: 'Springfield' },
    website: 'https://grace.example.org',
  });
  expect(await today(app)).toBe('2026-11-19');
  expect(await functionalExpenses(app, { year: 2026 })).toMatchObject({ from: '2026-07-01', to: '2027-06-30' });
  expect(await getLetterhead(app)).toMatchObject({
    name: 'Grace Church Inc.',
    ein: '12-3456789',
    locale: 'zh-TW',
    address: { line1: '1 Main St', line2: null },
    contact: ['https://grace.example.org'],
  });
});

test('the currency may be changed while no month is finalized, even after a finalized month was reopened', async () => {
  const app = await testApp();
  await put(app);
  expect(await put(app, { currency: 'TWD' })).toMatchObject({ currency: 'TWD' });
  const month = { year: 2026, month: 9 };
  await finalizeStatement(app, month, true);
  await expect(put(app, { currency: 'USD' })).rejects.toMatchObject({ code: 'conflict' });
  expect(await put(app, { currency: 'TWD', name: 'Other' })).toMatchObject({ name: 'Other', currency: 'TWD' });
  await reopenStatement(app, month, 'wrong currency');
  expect(await put(app, { currency: 'USD' })).toMatchObject({ currency: 'USD' });
});

test('the audit log records each of several simultaneous writes, and the table has a single row', async () => {
  const app = await testApp();
  const names = ['One', 'Two', 'Three', 'Four'];
  await Promise.all(names.map((name) => put(app, { name, openAiApiKey: `sk-key-of-${name}` })));
  const rows = await app.db.selectFrom('churchProfiles').select('name').execute();
  expect(rows).toHaveLength(1);
  const actions = (await entries(app)).map(({ action }) => action);
  expect(actions).toEqual(['ChurchProfileCreated', ...Array.from({ length: 3 }, () => 'ChurchProfileUpdated')]);
});
