/** Values for the fields of requests: values that fit the schemas of the document, and hostile values. */
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { Document, Schema } from './document.ts';

/** A placeholder for an existing record, which is filled in when the request is sent. */
export type Known = { $known: string; pick: number };

/** The collection to which a field refers, by the name of the field. */
const COLLECTIONS: Readonly<Record<string, string>> = {
  memberId: 'members',
  memberIds: 'members',
  into: 'members',
  familyUnitId: 'family-units',
  categoryId: 'giving-categories',
  fundId: 'funds',
  accountId: 'accounts',
  givingId: 'givings',
  expenseId: 'expenses',
  sessionId: 'offering-sessions',
  ministryId: 'ministries',
  subCategoryId: 'subcategories',
  groupId: 'groups',
  groupIds: 'messaging-groups',
  actorId: 'users',
  submittedBy: 'users',
  userId: 'users',
  batchId: 'batches',
  code: 'lines',
  form990LineCode: 'line-codes',
};

/** Draws a placeholder for an existing record of a collection. */
export function known(collection: string): Arbitrary<Known> {
  return fc.nat(10_000).map((pick) => ({ $known: collection, pick }));
}

/**
 * Valid texts that programs often handle wrongly: formulas, unusual scripts and directions, and characters of two or
 * more code units.
 */
const ODD_TEXTS = [
  '=1+1',
  '+1 312 555 0100',
  '-2+3',
  '@SUM(A1:A9)',
  '=HYPERLINK("http://127.0.0.1","x")',
  "'=1+1",
  "''@x",
  '|cmd',
  '𠀀𠮷𪚥',
  '王\u{E0100}小明',
  'Jose\u0301 e\u0302\u0323',
  'שלום עולם',
  '👩🏽 ❤\uFE0F 🇹🇼',
  'ﬁ½Ⅷ ＡＢＣ',
  '"quoted", comma; semicolon',
  "O'Brien \\ \\u0000 %00 %2F",
  '<script>alert(1)</script>',
  '${7*7} {{7*7}} %s %n',
  'constructor',
  '__proto__',
  'null',
  'NaN',
  '1e308',
  '中',
  'İıſK',
  '\u00a0\u2003 wide \u3000 spaces \u00a0',
  '',
] as const;

const WORDS = 'Grace Lin choir flowers Sunday youth 講台 王小明 roof repair October envelope 117 Ünïcödé'.split(' ');

/** Draws a text of `min` to `max` characters, sometimes of exactly `max` characters. */
export function text(min: number, max: number): Arbitrary<string> {
  const fits = (value: string) => value.trim().length >= min && value.length <= max;
  const plain = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  const odd = fc.constantFrom(...ODD_TEXTS);
  const numbered = fc.tuple(fc.constantFrom(...WORDS), fc.nat(99_999)).map(([word, number]) => `${word} ${number}`);
  const longest = repeated(max);
  const any = fc.oneof(
    { weight: 6, arbitrary: numbered },
    { weight: 4, arbitrary: plain },
    { weight: 4, arbitrary: odd },
    { weight: max <= 500 ? 2 : 1, arbitrary: longest },
  );
  return any.map((value) => (fits(value) ? value : cut(value, max).trim().padEnd(min, 'x')));
}

/** Texts that `repeated` repeats. A search in the result could be slow. `fold` makes some of these texts longer. */
const PERIODS = ['a', 'ab', 'abc', 'abca', '龍', '龍虎', 'ﷺ', '㍿', '🎵', 'x\u0301', 'q\u0323\u0302', '=', 'ﬁ', '가'];

/** Draws a repetitive text that is about `max` characters long, sometimes with an irregular end. */
function repeated(max: number): Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...PERIODS), fc.constantFrom('', '', 'b', '終'))
    .map(([period, end]) => cut(period.repeat(Math.floor(max / period.length)), max - end.length) + end);
}

/** Cuts a text to at most `max` code units without splitting a character. */
const cut = (value: string, max: number) => value.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/**
 * Draws ordinary search terms, and search terms that could be slow because of many words, long words or repetitive
 * texts.
 */
function term(max: number): Arbitrary<string> {
  const word = fc.constantFrom(...WORDS, '王', '龍', 'a', 'Shu-Fen', "O'Brien,", 'ﷺ', '-', '%');
  const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((some) => some.join(' '));
  const period = fc
    .tuple(fc.constantFrom(...PERIODS), fc.integer({ min: 1, max }))
    .map(([period, times]) => period.repeat(times));
  const searched = fc.oneof(
    { weight: 3, arbitrary: words },
    { weight: 2, arbitrary: period },
    repeated(max),
    text(0, max),
  );
  return searched.map((value) => cut(value, max));
}

/** Draws dates. Most are recent, a few are old, and none is later than today. */
export function day(): Arbitrary<{ $day: number }> {
  return fc
    .oneof({ weight: 8, arbitrary: fc.nat(200) }, { weight: 3, arbitrary: fc.nat(1200) }, fc.nat(25_000))
    .map(($day) => ({ $day }));
}

/** Draws amounts of money: small and large amounts, with and without cents, and the largest permitted amount. */
function amount({ minimum, exclusiveMinimum, maximum }: Schema): Arbitrary<number> {
  const cents = fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 50_000 }) },
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 10_000_000 }) },
    { weight: 1, arbitrary: fc.constantFrom(1, 29, 57, 1_999, 999_999_999_999) },
  );
  const some = cents.map((minor) => Math.min(minor / 100, Number(maximum ?? Infinity)));
  if (exclusiveMinimum !== undefined) return some;
  if (minimum === 0) return fc.oneof({ weight: 5, arbitrary: some }, fc.constant(0));
  return fc.tuple(some, fc.constantFrom(1, -1)).map(([value, sign]) => value * sign);
}

const EMAIL = fc
  .tuple(fc.constantFrom('grace', 'o.brien+tag', 'lin_wei', "d'arc"), fc.nat(1_000_000))
  .map(([name, number]) => `${name}${number}@example.org`);

/** The beginning of every password that the run sets. */
export const PASSWORD = 'a long enough password';
export const KEEPER_PASSWORD = 'Vestry-dev-1';
export const AI_KEY = 'sk-0123456789abcdef';

/** Values for fields that the document does not describe completely, by field name. */
const BY_NAME: Readonly<Record<string, () => Arbitrary<unknown>>> = {
  email: () => EMAIL,
  emails: () => fc.array(EMAIL, { maxLength: 3 }),
  timeZone: () => fc.constantFrom('America/Chicago', 'Asia/Taipei', 'UTC'),
  currency: () => fc.constantFrom('USD', 'TWD', 'EUR'),
  country: () => fc.constantFrom('US', 'TW', 'CA'),
  ein: () => fc.constantFrom('12-3456789', '987654321', null),
  website: () => fc.constantFrom('https://church.example', null),
  form990LineCode: () => fc.oneof(known('line-codes'), fc.constant('24')),
  memberIds: () => fc.array(known('members'), { minLength: 1, maxLength: 4 }),
  giftDate: () => fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, day()),
  // A giving in a session must have the date of the session, which a random giving hardly ever has.
  sessionId: () => fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, known('offering-sessions')),
  // `asGift` adds the parts of a gift. Parts that are drawn for a reversal would hardly ever fit a random giving.
  parts: () => fc.constant(null),
  offeringNumber: () =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constant(null) },
      fc.nat(100_000).map((number) => `N${number}`),
    ),
  userId: () => fc.oneof({ weight: 20, arbitrary: fc.constant(null) }, known('users')),
  // The control total must equal the sum of the gifts, which a random number hardly ever does.
  controlTotal: () => fc.constantFrom(null, null, null, 100),
  countedCash: () => fc.constantFrom(null, null, null, 0),
  countedChecks: () => fc.constantFrom(null, null, null, 0),
  // Each date can have only one offering session, so some dates are drawn from a long period.
  date: () =>
    fc.oneof(
      { weight: 3, arbitrary: day() },
      fc.nat(25_000).map(($day) => ({ $day })),
    ),
  search: () => term(200),
  page: () => fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 40 })),
  pageSize: () => fc.constantFrom(1, 2, 25, 25, 200),
  from: () => fc.integer({ min: 100, max: 1200 }).map(($day) => ({ $day })),
  to: () => fc.nat(100).map(($day) => ({ $day })),
  year: () => fc.nat(7).map(($year) => ({ $year })),
  // The run must not call an AI provider outside this computer.
  aiProvider: () => fc.constant('OpenAICompatible'),
  aiBaseUrl: () => known('ai'),
  openAiApiKey: () => fc.constantFrom(AI_KEY, '', null),
  anthropicApiKey: () => fc.constantFrom('short', null),
  googleApiKey: () => fc.constantFrom('', null),
  compatibleApiKey: () => fc.constantFrom(AI_KEY, '', null),
};

/** Draws a value for a field that `BY_NAME` lists. Draws undefined for any other field. */
export function valueByName(name: string): Arbitrary<unknown> {
  return BY_NAME[name]?.() ?? fc.constant(undefined);
}

/** Draws a value that fits a schema of the document, for a field with this name. */
export function valid(document: Document, schema: Schema, name = ''): Arbitrary<unknown> {
  const byName = BY_NAME[name];
  if (byName) return byName();
  const { anyOf, type, enum: options, const: only, minimum, maximum, format, ...rest } = document.resolve(schema);
  if (anyOf) return fc.oneof(...anyOf.map((one) => valid(document, one, name)));
  if (options) return fc.constantFrom(...options);
  if (only !== undefined) return fc.constant(only);
  if (format === 'date') return day();
  const collection = COLLECTIONS[name];
  if (collection && type !== 'array') return known(collection);
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
      return fc.integer({
        min: Number(minimum ?? 0),
        max: Math.min(Number(maximum ?? 1000), Number(minimum ?? 0) + 1000),
      });
    case 'number':
      return amount(document.resolve(schema));
    case 'boolean':
      return fc.boolean();
    case 'array': {
      const minLength = Number(rest['minItems'] ?? 0);
      const maxLength = Math.max(minLength, Math.min(Number(rest['maxItems'] ?? 4), 4));
      return fc.array(valid(document, rest.items ?? {}, name), { minLength, maxLength });
    }
    case 'object':
      return validObject(document, { ...rest, type: 'object' });
    case 'null':
      return fc.constant(null);
    default:
      return text(Number(rest['minLength'] ?? 0), Math.min(Number(rest['maxLength'] ?? 100), 4000));
  }
}

function validObject(document: Document, { properties = {}, required = [] }: Schema): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, field]) => [name, valid(document, field, name)] as const);
  const values = fc.record(Object.fromEntries(fields), { requiredKeys: required });
  if ('annual' in properties && 'months' in properties) return fc.tuple(values, fc.nat(3)).map(asBudgetLine);
  return 'categoryId' in properties && 'parts' in properties ? fc.tuple(values, PURPOSE).map(asGift) : values;
}

/**
 * Draws what `asGift` needs: a category, the amounts of two or three parts, and a number that is 0 if the gift is
 * split.
 */
const PURPOSE = fc.tuple(
  fc.nat(10_000),
  fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 2, maxLength: 3 }),
  fc.nat(3),
);

type Gift = Record<string, unknown>;

/** Returns a gift for one category, or a gift whose parts for different categories add up to its amount. */
function asGift([drawn, [pick, cents, kind]]: [Gift, [number, number[], number]]): Gift {
  const gift = { ...drawn, ...companyOf(drawn), ...dayOf(drawn) };
  const category = (n: number): Known => ({ $known: 'giving-categories', pick: pick + n });
  if (kind > 0) return { ...gift, parts: null, categoryId: gift['categoryId'] ?? category(0) };
  const parts = cents.map((minor, n) => ({ categoryId: category(n), amount: minor / 100 }));
  return { ...gift, categoryId: null, parts, amount: cents.reduce((sum, minor) => sum + minor, 0) / 100 };
}

/** Only a gift of a company has a company's name. */
const companyOf = ({ source, companyName }: Gift): Gift => ({
  companyName: source === 'Business' ? (companyName ?? 'Lin Trading LLC') : null,
});

/**
 * The day of a gift is not after its date. Both are drawn as a number of days before today. A gift that is sent with its
 * session has the date of the session, which is not known here.
 */
function dayOf({ date, giftDate }: Gift): Gift {
  const [came = Infinity, given = Infinity] = [date, giftDate].map(
    (day) => (day as { $day?: number } | null | undefined)?.$day,
  );
  return given < came ? { giftDate: null } : {};
}

const TARGETS = ['categoryId', 'incomeCategoryId', 'subCategoryId', 'accountId'] as const;

/** Returns a budget line that names one thing, without amounts of months. */
function asBudgetLine([line, target]: [Gift, number]): Gift {
  const known = { $known: 'giving-categories', pick: target };
  const named = TARGETS.map((field, index) => [field, index === target ? (line[field] ?? null) : null]);
  const only: Gift = Object.fromEntries(named);
  if (Object.values(only).every((id) => id === null)) only['categoryId'] = known;
  const isGiving = only['categoryId'] !== null;
  const rest = isGiving ? { ministryId: null, fundId: null } : target === 1 ? { ministryId: null } : {};
  return { ...line, ...only, ...rest, months: null };
}

/** Values that most or all fields refuse. */
export const HOSTILE: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  0,
  -0,
  -1,
  0.001,
  0.1 + 0.2,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  2 ** 63,
  9_999_999_999.99,
  10_000_000_000,
  '1e3',
  '0x10',
  'NaN',
  '-Infinity',
  '１２３',
  [],
  [[]],
  {},
  [1, 2, 3],
  { $gt: '' },
  { toString: 1 },
  '2026-02-30',
  '2023-02-29',
  '0000-01-01',
  '10000-01-01',
  '2026-1-1',
  '2026-01-01T00:00:00+14:00',
  '2999-12-31',
  '1900-01-01',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202e\u200f\u2066',
  '\u202Eevil\u202C',
  '👨‍👩‍👧‍👦',
  'a\u200Bb',
  'a' + '\u0301'.repeat(3000),
  'a' + '\u0315\u0300\u0316'.repeat(30_000),
  '\uFDFA'.repeat(4001),
  '𠀀'.repeat(2000),
  'x'.repeat(100_000),
  'a@b',
  'a@b@c.org',
  `${'a'.repeat(300)}@example.org`,
  '=cmd|"/c calc"!A1',
  "' or 1=1; drop table members --",
  '../../../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  '\r\nX-Evil: 1',
  '﻿bom',
];

/** Returns JSON of lists nested to this depth. */
export function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}
