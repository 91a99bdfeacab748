import { describe, expect, test } from 'vitest';
import { ChurchProfileUpdate } from '../../../../src/features/church/profile/schema.ts';
import { check } from '../../../../src/validate.ts';

const GRACE = { name: 'Grace Church', timeZone: 'America/Chicago', locale: 'en-US', aiProvider: 'OpenAI' };
const COMPATIBLE = { aiProvider: 'OpenAICompatible' };

/** Returns the decoded body, or `path code` for each fault. */
function outcome(fields: object): unknown {
  const checked = check(ChurchProfileUpdate, { ...GRACE, ...fields });
  return 'value' in checked ? checked.value : checked.errors.map(({ path, code }) => `${path} ${code}`);
}

test('an omitted optional field is null or has its default, but an omitted API key is undefined', () => {
  const nothing = ['legalName', 'ein', 'address', 'phone', 'email', 'website', 'aiModel', 'aiBaseUrl'];
  expect(outcome({})).toEqual({
    ...GRACE,
    ...Object.fromEntries(nothing.map((field) => [field, null])),
    currency: 'USD',
    fiscalYearStartMonth: 1,
  });
});

test('all invalid fields are named together, even a field whose check depends on another field', () => {
  expect(outcome({ name: ' ', ein: 'x', ...COMPATIBLE, currency: 'QQQ', color: 'red' })).toEqual(
    expect.arrayContaining([
      'name too_small',
      'ein invalid_ein',
      'currency invalid_currency',
      'aiBaseUrl invalid_base_url',
      'color unknown_field',
    ]),
  );
});

test.each([
  ['name', 'required'],
  ['timeZone', 'required'],
  ['locale', 'invalid_value'],
  ['aiProvider', 'invalid_value'],
])('%s is required', (field, code) => {
  expect(outcome({ [field]: undefined })).toEqual([`${field} ${code}`]);
});

test.each([null, 'text', 7, []])('the body %j is refused and does not cause an internal error', (body) => {
  expect(check(ChurchProfileUpdate, body)).toHaveProperty('errors');
});

describe('fields', () => {
  test.each([
    ['ein', '12-3456789', '12-3456789'],
    ['ein', ' 123456789 ', '12-3456789'],
    ['ein', '', null],
    ['website', 'https://grace.example.org/路', 'https://grace.example.org/路'],
    ['website', 'http://localhost:8080', 'http://localhost:8080'],
    ['website', '', null],
    ['currency', 'TWD', 'TWD'],
    ['currency', 'EUR', 'EUR'],
    ['currency', 'HUF', 'HUF'],
    ['fiscalYearStartMonth', 12, 12],
    ['locale', 'zh-TW', 'zh-TW'],
    ['email', 'office@grace.example.org', 'office@grace.example.org'],
    ['timeZone', 'Asia/Taipei', 'Asia/Taipei'],
    ['aiModel', ' some-model ', 'some-model'],
    ['aiBaseUrl', 'http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1'],
    // Other providers ignore aiBaseUrl, so their address is not checked.
    ['aiBaseUrl', 'https://ai.example.org/api', 'https://ai.example.org/api'],
    ['openAiApiKey', '  sk-1234567890\n', 'sk-1234567890'],
    ['openAiApiKey', '••••7890', '••••7890'],
    ['openAiApiKey', null, null],
  ])('%s may be %j', (field, value, stored) => {
    expect(outcome({ [field]: value })).toMatchObject({ [field]: stored });
  });

  test.each([
    ['US', 'US'],
    ['tw', 'TW'],
    ['USA', 'US'],
    ['台灣', 'TW'],
    ['', null],
    [null, null],
  ])('the country %j is stored as %j', (country, stored) => {
    expect(outcome({ address: { country } })).toMatchObject({ address: { country: stored, city: null } });
  });

  test('a country that is none is refused, and the refusal says what UK should be', () => {
    expect(outcome({ address: { country: 'Springfield' } })).toEqual(['address.country invalid_country']);
    const checked = check(ChurchProfileUpdate, { ...GRACE, address: { country: 'UK' } });
    expect(checked).toMatchObject({
      errors: [
        {
          path: 'address.country',
          message: 'must be the two letters of a country, such as US or TW; UK is written GB',
        },
      ],
    });
  });

  test.each([
    ['ein', '1-23456789', 'invalid_ein'],
    ['ein', '12-345678', 'invalid_ein'],
    ['ein', '1234567890', 'invalid_ein'],
    ['website', 'grace.example.org', 'invalid_url'],
    ['website', 'javascript:alert(1)', 'invalid_url'],
    ['website', 'https://', 'invalid_url'],
    ['website', 'https:grace.example.org', 'invalid_url'],
    ['currency', 'JPY', 'unsupported_currency'],
    ['currency', 'KWD', 'unsupported_currency'],
    ['currency', 'usd', 'invalid_currency'],
    ['currency', 'US', 'invalid_currency'],
    ['currency', '', 'invalid_currency'],
    ['currency', null, 'invalid_type'],
    ['fiscalYearStartMonth', 0, 'too_small'],
    ['fiscalYearStartMonth', 13, 'too_big'],
    ['fiscalYearStartMonth', 1.5, 'invalid_type'],
    ['locale', 'de-DE', 'invalid_value'],
    ['email', 'office', 'invalid_format'],
    ['timeZone', 'Mars/Olympus', 'invalid_time_zone'],
    ['aiProvider', 'openai', 'invalid_value'],
    ['aiBaseUrl', 'ftp://ai.example.org/v1', 'invalid_url'],
    ['aiBaseUrl', 'https://user:word@ai.example.org/v1', 'invalid_url'],
    ['aiBaseUrl', 'https://ai.example.org/v1?key=1', 'invalid_url'],
    ['openAiApiKey', 'sk-12 34', 'invalid_key'],
    ['openAiApiKey', 'sk-12\n34', 'invalid_key'],
    ['openAiApiKey', 'sk-12\u000034', 'invalid_key'],
    ['openAiApiKey', 'sk-１２', 'invalid_key'],
    ['anthropicApiKey', 5, 'invalid_type'],
    ['googleApiKey', 'k'.repeat(4097), 'too_big'],
  ])('%s may not be %j', (field, value, code) => {
    expect(outcome({ [field]: value })).toEqual([`${field} ${code}`]);
  });
});

describe('a compatible service', () => {
  test.each(['http://localhost:11434/v1', 'https://ai.example.org/proxy/v1/'])(
    'may have the address %s',
    (aiBaseUrl) => {
      expect(outcome({ ...COMPATIBLE, aiBaseUrl })).toMatchObject({ aiBaseUrl: aiBaseUrl.replace(/\/$/, '') });
    },
  );

  test.each([undefined, null, '', 'https://ai.example.org', 'https://ai.example.org/v2', 'https://ai.example.org/xv1'])(
    'may not have the address %j',
    (aiBaseUrl) => expect(outcome({ ...COMPATIBLE, aiBaseUrl })).toEqual(['aiBaseUrl invalid_base_url']),
  );
});
