/** Changes to a valid request that make it slightly wrong or hostile. */
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { HOSTILE, nested } from './values.ts';

/** A host name that is not a name of the service. */
export const ELSEWHERE = 'elsewhere.example';

export type Twist =
  | { kind: 'field'; at: number; value: unknown }
  | { kind: 'missing'; at: number }
  | { kind: 'extra'; name: string; value: unknown }
  | { kind: 'path'; at: number; text: string }
  | { kind: 'query'; text: string }
  | { kind: 'bytes'; how: keyof typeof BYTES }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'method'; method: string };

/** Texts that replace a path parameter, as sent in the address. Most of them are invalid. */
const PATHS = [
  '0',
  '-1',
  '1.5',
  '9007199254740993',
  '999999999999999',
  '1e3',
  '0x1',
  'NaN',
  '%00',
  '%2F',
  '%2F..%2F..%2Fetc',
  '..',
  '%2e%2e',
  '%ff',
  '%',
  '%ED%A0%80',
  '%E2%80%AE',
  '%EF%BC%91',
  'undefined',
  'constructor',
  '__proto__',
  '2026-02-30',
  '0000-01-01',
  '10000-01-01',
  '-2026-01-01',
  '13',
  '2999',
  '1899',
  'a'.repeat(3000),
  '%F0%A0%80%80'.repeat(200),
] as const;

/** Texts that are appended to the query, as sent in the address. */
const QUERIES = [
  'page=0',
  'page=1&page=2',
  'page=1000000000001',
  'pageSize=201',
  'pageSize=1e2',
  'sort=id;drop%20table%20members',
  'sort=-id&sort=id',
  'sort=__proto__',
  'search=%00',
  'search=%ff',
  'search=%ED%A0%80',
  'search=%25_%22%27%2A%28%29',
  'search=%22%20OR%20NEAR%28a%20b%29',
  `search=${'%F0%A0%80%80'.repeat(100)}`,
  'search=a&search=b',
  'from=2026-02-30',
  'from=2026-03-01&to=2026-01-01',
  'to=9999-12-31',
  'from[]=2026-01-01',
  'nobodyKnowsThis=1',
  '__proto__=1',
  'constructor[prototype][x]=1',
  'toString=1',
  '%',
  '&&&=&=',
  'force=1',
  'includeDisabled=TRUE',
  'memberId=1%002',
  'memberId=-1',
  `memberId=${'9'.repeat(400)}`,
  'method=Cash&method=Check',
  'locale=en_US',
  '?',
] as const;

const HEADERS: readonly (readonly [string, string])[] = [
  ['if-match', '"stale"'],
  ['if-match', '*'],
  ['if-match', 'W/"x", "y", z'],
  ['if-match', ''],
  ['if-none-match', '*'],
  ['if-none-match', 'W/"x",,,"'],
  ['idempotency-key', 'x'.repeat(256)],
  ['idempotency-key', 'a b'],
  ['idempotency-key', 'caf\u00e9'],
  ['idempotency-key', ''],
  ['authorization', 'Bearer'],
  ['authorization', 'Basic YWRtaW46YWRtaW4='],
  ['authorization', `Bearer ${'x'.repeat(5000)}`],
  ['authorization', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicm9sZSI6WyJzdXBlcl9hZG1pbiJdfQ.'],
  ['x-forwarded-for', "1.2.3.4, ::1, <script>, ' or 1=1"],
  ['accept', 'text/csv;q=0.1'],
  ['accept', 'application/xml'],
  ['accept-language', 'zz-ZZ;q=9, *;q=-1'],
  ['accept-encoding', 'br, gzip'],
  ['range', 'bytes=5-1,0-0,-9'],
  ['x-http-method-override', 'DELETE'],
  ['cookie', 'app_rt=%; app_rt=x; =; ;; __proto__=1'],
  ['x-request-id', 'a'.repeat(65)],
  ['x-request-id', 'given-by-the-client'],
  ['content-encoding', 'gzip'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'text/plain'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'multipart/form-data'],
  ['content-type', 'application/json; charset="utf-8"'],
  ['content-disposition', `attachment; filename="../../../x.pdf"; filename*=UTF-8''%ff%00`],
  ['origin', 'null'],
  ['origin', 'https://elsewhere.example'],
  ['sec-fetch-site', 'cross-site'],
  ['host', ELSEWHERE],
];

const EXTRAS = ['nobodyHasThis', 'constructor', 'id', 'createdAt', 'totalAmount', 'status', 'deletedAt', ''] as const;

const around = (bytes: Buffer, before: string, after: string) =>
  Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);

/** Changes to the bytes of a body. */
const BYTES = {
  bom: (bytes: Buffer) => around(bytes, '\ufeff', ''),
  truncated: (bytes: Buffer) => bytes.subarray(0, Math.max(0, bytes.length - 3)),
  trailing: (bytes: Buffer) => around(bytes, '', ' x'),
  spaces: (bytes: Buffer) => around(bytes, ' \r\n\t', '\n\n'),
  brokenUtf8: (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([0xc3, 0x28, 0xff, 0x7d])]),
  gzip: (bytes: Buffer) => gzipSync(bytes),
  utf16: (bytes: Buffer) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  empty: () => Buffer.alloc(0),
  inList: (bytes: Buffer) => around(bytes, '[', ']'),
  null: () => Buffer.from('null'),
  text: () => Buffer.from('"text"'),
  number: () => Buffer.from('-0'),
  twice: (bytes: Buffer) => Buffer.from(bytes.toString('utf8').replace(/^\{("\w+":)/, '{$1null,$1')),
  proto: (bytes: Buffer) =>
    Buffer.from(bytes.toString('utf8').replace(/^\{/, '{"__proto__":{"roles":["super_admin"]},')),
  surrogate: (bytes: Buffer) => Buffer.from(bytes.toString('utf8').replace(/":"/, String.raw`":"\ud800`)),
  manyDigits: (bytes: Buffer) => Buffer.from(bytes.toString('utf8').replace(/:(\d+)/, ':$1.00000000000000000001')),
  exponent: (bytes: Buffer) => Buffer.from(bytes.toString('utf8').replace(/:(\d+)([,}])/, ':$1e0$2')),
  tooLarge: () => Buffer.from('9e999'),
  deep: () => Buffer.from(nested(50_000)),
  deepField: (bytes: Buffer) => Buffer.from(bytes.toString('utf8').replace(/\}$/, `,"x":${nested(20_000)}}`)),
  longLists: (bytes: Buffer) =>
    Buffer.from(bytes.toString('utf8').replace(/\[[^[\]]*\]/, `[${'0,'.repeat(450_000)}0]`)),
  wide: () => Buffer.from(`{"givings":[${'{},'.repeat(200_000)}{}],"memberIds":[${'-1,'.repeat(100_000)}1]}`),
  manyNames: () => Buffer.from(`{${Array.from({ length: 100_000 }, (_, n) => `"${n.toString(36)}":0`).join()}}`),
  overTheLimit: () => Buffer.alloc(1024 * 1024 + 1, ' '),
} satisfies Record<string, (bytes: Buffer) => Buffer>;

const hostile = fc.constantFrom(...HOSTILE);
const COSTLY = ['deep', 'deepField', 'longLists', 'wide', 'manyNames', 'overTheLimit'] as const;
const cheap = (Object.keys(BYTES) as (keyof typeof BYTES)[]).filter((how) => !COSTLY.includes(how as never));

/** Draws one change to a request. If the request has a body, most changes affect the body. */
export function twist({ hasBody, hasPath }: { hasBody: boolean; hasPath: boolean }): Arbitrary<Twist> {
  const ifBody = (weight: number) => (hasBody ? weight : 0);
  return fc.oneof(
    {
      weight: ifBody(100),
      arbitrary: fc.record({ kind: fc.constant('field' as const), at: fc.nat(100), value: hostile }),
    },
    { weight: ifBody(40), arbitrary: fc.record({ kind: fc.constant('missing' as const), at: fc.nat(100) }) },
    {
      weight: ifBody(20),
      arbitrary: fc.record({ kind: fc.constant('extra' as const), name: fc.constantFrom(...EXTRAS), value: hostile }),
    },
    {
      weight: hasPath ? 30 : 0,
      arbitrary: fc.record({ kind: fc.constant('path' as const), at: fc.nat(3), text: fc.constantFrom(...PATHS) }),
    },
    { weight: 30, arbitrary: fc.record({ kind: fc.constant('query' as const), text: fc.constantFrom(...QUERIES) }) },
    {
      weight: hasBody ? 40 : 5,
      arbitrary: fc.record({ kind: fc.constant('bytes' as const), how: fc.constantFrom(...cheap) }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('bytes' as const), how: fc.constantFrom(...COSTLY) }) },
    {
      weight: 50,
      arbitrary: fc.constantFrom(...HEADERS).map(([name, value]): Twist => ({ kind: 'header', name, value })),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('method' as const),
        method: fc.constantFrom('PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'),
      }),
    },
  );
}

/** Returns the bytes of a body after a change. */
export function twistBytes(bytes: Buffer, how: keyof typeof BYTES): Buffer {
  return BYTES[how](bytes);
}

type Holder = Record<string, unknown> | unknown[];

/** Returns every field and list entry of a value, with its parent. */
function places(value: unknown): { holder: Holder; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ holder: value as Holder, key }, ...places(inner)]);
}

/** Changes, adds or removes a field of a body in place. */
export function twistBody(body: unknown, twist: Twist): void {
  if (typeof body !== 'object' || body === null) return;
  if (twist.kind === 'extra') {
    (body as Record<string, unknown>)[twist.name] = twist.value;
    return;
  }
  if (twist.kind !== 'field' && twist.kind !== 'missing') return;
  const all = places(body);
  const place = all[twist.at % Math.max(1, all.length)];
  if (!place) return;
  if (twist.kind === 'field') (place.holder as Record<string, unknown>)[place.key] = twist.value;
  else if (Array.isArray(place.holder)) place.holder.splice(Number(place.key), 1);
  else delete place.holder[place.key];
}
