import { beforeAll, describe, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { createMember, expectBadFields, expectBadRequestOr, expectProblem, login, read } from './support.ts';

const daemon = daemonOfFile();
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
});

/** Sends JSON text unchanged. */
const send = (body: string, route = '/api/members') => request(daemon.url, 'POST', route, { token: admin, body });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('text that is stored', () => {
  test.each([
    ['emoji, with skin tones and variation selectors', 'Sings 🎵 with 👨👩👧👦 👍🏽 ❤\uFE0F'],
    ['an ideographic variant and stacked marks', '王\u{E0100}小明 and x\u0323\u0301'],
    ['Chinese characters outside the basic plane', '𠮷田 and 陳'],
    ['right-to-left text', 'שָׁלוֹם and سلام'],
    ['markup and quotes', `<b onload='x'>"it's"</b> & \u2028 \\ /`],
    ['text that looks like SQL', "Robert'); DROP TABLE members;--"],
    ['text that looks like a formula', '=HYPERLINK("http://example.org")'],
    ['line breaks and tabs', 'first\nsecond\n\tthird'],
  ])('is returned unchanged if it contains %s', async (_label, notes) => {
    const { body } = await createMember(daemon.url, admin, { notes });
    expect(body.notes).toBe(notes);
    expect((await read(daemon.url, admin, `/api/members/${body.id}`)).body.notes).toBe(notes);
  });
});

describe('text with combining marks', () => {
  test('is returned as the same text, in any equivalent Unicode form', async () => {
    const { body } = await createMember(daemon.url, admin, { nickname: 'Nu\u0301n\u0303ez' });
    expect(body.nickname.normalize('NFC')).toBe('N\u00fa\u00f1ez');
  });
});

describe('a request with forbidden text', () => {
  test.each([
    ['a NUL', '"A\\u0000B"'],
    ['a lone high surrogate', '"A\\ud800B"'],
    ['a lone low surrogate', '"A\\udc00"'],
  ])('is refused with a 400 that names each field, even a nested field, if the text is %s', async (_label, value) => {
    const top = await send(`{"firstName":${value},"lastName":"B"}`);
    expectBadFields(top, ['firstName']);
    const inner = await send(`{"firstName":"A","lastName":"B","notes":${value},"address":{"city":${value}}}`);
    expectBadFields(inner, ['address.city', 'notes']);
  });

  test.each([
    ['a right-to-left override', '\u202E'],
    ['an isolate', '\u2066'],
    ['a left-to-right mark', '\u200E'],
    ['an Arabic letter mark', '\u061C'],
    ['a zero-width space', '\u200B'],
    ['a zero-width joiner', '\u200D'],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\uFEFF'],
    ['an escape', '\u001B'],
    ['a letter with 31 combining marks', '\u0301'.repeat(31)],
  ])('is refused with a 400 that names each field if the text contains %s', async (_label, sign) => {
    const value = `A${sign}B`;
    const fields = { firstName: value, lastName: value, nickname: value, notes: value, address: { city: value } };
    const answer = await createMember(daemon.url, admin, fields);
    expectBadFields(answer, ['address.city', 'firstName', 'lastName', 'nickname', 'notes']);
    expect(answer.body.errors[0].code).toBe('invalid_text');
    const group = { name: value };
    expectBadFields(await send(JSON.stringify(group), '/api/giving-categories'), ['name']);
  });

  test('is refused with a 400 if the text contains 240,000 combining marks', async () => {
    const answer = await createMember(daemon.url, admin, { notes: `a${'\u0315\u0300'.repeat(120_000)}` });
    expectBadFields(answer, ['notes']);
  });

  test('is refused with a 400 that names the field if a user’s e-mail address contains a NUL', async () => {
    const body = { email: 'nul\u0000@example.org', displayName: 'NUL', roles: ['member'] };
    expectBadFields(await request(daemon.url, 'POST', '/api/users', { token: admin, body }), ['email']);
  });

  test('is refused at sign-in if the password is a lone surrogate', async () => {
    const answer = await send('{"email":"admin@vestry.local","password":"\\ud800"}', '/api/auth/login');
    expectBadRequestOr(answer, 401, 'invalid_credentials');
  });

  test('is refused with a 400 if a name is only white space', async () => {
    expectBadFields(await send('{"firstName":"   ","lastName":"\\u3000"}'), ['firstName', 'lastName']);
  });

  test('is refused with a 400 that names each field if the texts are very long', async () => {
    const long = 'x'.repeat(200_000);
    const body = { firstName: long, lastName: long, chineseName: long, email: `${long}@example.org`, phone: long };
    const answer = await request(daemon.url, 'POST', '/api/members', { token: admin, body });
    expectBadFields(answer, ['chineseName', 'email', 'firstName', 'lastName', 'phone']);
    expect(JSON.stringify(answer.body).length).toBeLessThan(5000);
  });

  test('is refused at sign-in if the password is very long', async () => {
    const answer = await login(daemon.url, 'admin@vestry.local', 'x'.repeat(500_000));
    expectBadRequestOr(answer, 401, 'invalid_credentials');
  });

  test('is refused with a 400 if the envelope number has 21 characters', async () => {
    expectBadFields(await createMember(daemon.url, admin, { offeringNumber: '1'.repeat(21) }), ['offeringNumber']);
  });
});

describe('hostile field names', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'a field named %s is an unknown field and changes nothing',
    async (name) => {
      const answer = await send(`{"firstName":"A","lastName":"B","${name}":{"status":"Deceased","isAdmin":true}}`);
      expectBadFields(answer, [name]);
      expect(answer.body.errors[0].code).toBe('unknown_field');
      expect((await createMember(daemon.url, admin)).body.status).toBe('Active');
    },
  );

  test('a nested __proto__ is an unknown field too', async () => {
    const answer = await send('{"firstName":"A","lastName":"B","address":{"__proto__":{"city":"X"}}}');
    expectBadFields(answer, ['address.__proto__']);
  });

  test('fields that are sent only inside __proto__ count as missing', async () => {
    const answer = await send('{"__proto__":{"firstName":"A","lastName":"B"}}');
    expectBadFields(answer, ['__proto__', 'firstName', 'lastName']);
  });

  test('a query parameter named __proto__ is an unknown field', async () => {
    const answer = await request(daemon.url, 'GET', '/api/users?__proto__=1&pageSize=1', { token: admin });
    expectBadFields(answer, ['__proto__']);
  });
});

describe('deep and wide JSON', () => {
  test.each([100, 5000, 200_000])(
    'a value nested %i levels deep is refused with a 400, and the service keeps running',
    async (depth) => {
      const answer = await send(`{"firstName":"A","lastName":"B","notes":${nested(depth)}}`);
      expect(answer.status).toBe(400);
      expectProblem(answer, 400, answer.body.code === 'malformed_json' ? 'malformed_json' : 'validation_failed');
      expect((await request(daemon.url, 'GET', '/api/health')).status).toBe(200);
    },
  );

  test('deep nesting is also refused with a 400 in an unknown field and at sign-in', async () => {
    const unknown = await send(`{"firstName":"A","lastName":"B","extra":${nested(100_000)}}`);
    expectProblem(unknown, 400, unknown.body.code === 'malformed_json' ? 'malformed_json' : 'validation_failed');
    const signIn = await send(`{"email":${nested(100_000)},"password":"x"}`, '/api/auth/login');
    expectProblem(signIn, 400, signIn.body.code === 'malformed_json' ? 'malformed_json' : 'validation_failed');
  });

  test('an object with 50,000 unknown fields is refused with a 400', async () => {
    const fields = Array.from({ length: 50_000 }, (_value, index) => `"k${index}":1`).join(',');
    expectProblem(await send(`{${fields}}`), 400, 'validation_failed');
  });

  test('a list of 50,000 roles is refused with a 400', async () => {
    const roles = JSON.stringify(Array.from({ length: 50_000 }, () => 'x'));
    const answer = await send(`{"email":"a@example.org","displayName":"X","roles":${roles}}`, '/api/users');
    expectProblem(answer, 400, 'validation_failed');
  });

  test.each(['1e400', '-0.5', '1.5', '99999999999999999999', '"1"', 'true', '[1]'])(
    'a family id of %s is refused with a 400 that names the field',
    async (value) => {
      expectBadFields(await send(`{"firstName":"A","lastName":"B","familyUnitId":${value}}`), ['familyUnitId']);
    },
  );
});

describe('dates', () => {
  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-5',
    '20260105',
    '2026-01-05T00:00:00Z',
    ' 2026-01-05',
    '',
  ])('"%s" is not a calendar date', async (birthDate) => {
    expectBadFields(await createMember(daemon.url, admin, { birthDate }), ['birthDate']);
  });

  test.each(['2024-02-29', '1900-12-31'])('%s is a calendar date', async (birthDate) => {
    expect((await createMember(daemon.url, admin, { birthDate })).body.birthDate).toBe(birthDate);
  });
});
