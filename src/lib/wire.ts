/** Building blocks for wire schemas. Requests are decoded with them, and responses are encoded. */
import * as z from 'zod';
import { isCalendarDate } from './date.ts';
import { LARGEST_AMOUNT, type Minor, parseMoney, toDecimal } from './money.ts';
import { emailAddress } from './mailbox.ts';
import { textFault, tidy } from './text.ts';

/** How the OpenAPI document describes a number in a URL. The URL is text, but the document should name an integer. */
const asInteger = (bounds: object) => ({ type: 'integer' as const, pattern: undefined, ...bounds });

/** A positive integer that identifies a record. */
export const id = z.int().positive().meta({ id: 'Id', description: 'A positive integer that identifies a record.' });

/** The id of a record in a path or a query. */
export const idText = z
  .codec(z.string().regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number'), id, { decode: Number, encode: String })
  .meta(asInteger({ minimum: 1, description: 'The id of the record.' }));

/** A calendar date `YYYY-MM-DD`, from 1900 to 2999. */
export const date = z
  .string()
  .refine(isCalendarDate, { error: 'must be a date that exists, as YYYY-MM-DD', params: { code: 'invalid_date' } })
  .meta({
    id: 'Date',
    format: 'date',
    description: 'A calendar date, YYYY-MM-DD, from 1900 to 2999, without a time zone.',
  });

/** An instant in UTC with milliseconds: `2026-11-20T10:11:12.123Z`. */
export const instant = z
  .string()
  .meta({ id: 'Instant', format: 'date-time', description: 'An instant in UTC, with milliseconds.' });

const decimalToMinor = {
  decode: (value: number, context: { issues: unknown[] }): Minor => {
    const minor = parseMoney(value);
    if (minor !== undefined) return minor;
    context.issues.push({
      code: 'custom',
      input: value,
      message: 'must be an amount with at most two decimals',
      params: { code: 'invalid_amount' },
    });
    return z.NEVER;
  },
  encode: (minor: Minor) => toDecimal(minor),
};

const minorUnits = z.custom<Minor>(Number.isSafeInteger);

/** An amount of any sign: a decimal number on the wire, an integer in minor units inside the program. */
export const money = z.codec(
  z.number().meta({ id: 'Money', description: "An amount in the church's currency, with at most two decimals." }),
  minorUnits,
  decimalToMinor,
);

const LARGEST = toDecimal(LARGEST_AMOUNT);

/** An amount over zero and up to 9,999,999,999.99. */
export const positiveMoney = z.codec(
  z
    .number()
    .positive()
    .max(LARGEST)
    .meta({ id: 'PositiveMoney', description: 'An amount above zero, with at most two decimals.' }),
  minorUnits,
  decimalToMinor,
);

/** A counted amount: zero up to 9,999,999,999.99. */
export const countedMoney = z.codec(
  z
    .number()
    .min(0)
    .max(LARGEST)
    .meta({ id: 'CountedMoney', description: 'An amount of zero or more, with at most two decimals.' }),
  minorUnits,
  decimalToMinor,
);

/** A balance: from -9,999,999,999.99 to 9,999,999,999.99. */
export const balanceMoney = z.codec(
  z
    .number()
    .min(-LARGEST)
    .max(LARGEST)
    .meta({ id: 'Balance', description: 'A balance, positive or negative, with at most two decimals.' }),
  minorUnits,
  decimalToMinor,
);

/** Refuses text that cannot be stored, such as text with invisible characters or incomplete surrogate pairs. */
const storable = (lines: 'one' | 'many') => {
  const error = ({ input }: { input?: unknown }) => textFault(String(input), lines) ?? 'must be text';
  return z.refine<string>((value) => textFault(value, lines) === undefined, {
    error,
    params: { code: 'invalid_text' },
  });
};
const oneLine = storable('one');
/** Refuses text of several lines that cannot be stored. */
export const prose = storable('many');

/** Required text on one line: normalized by `tidy`, 1 to `max` characters. */
export const text = (max: number) => z.string().overwrite(tidy).min(1).max(max).check(oneLine);

const emptyAsNull = {
  decode: (value: string | null) => value || null,
  encode: (value: string | null) => value,
};

/** Text on one line, or null. An empty text becomes null. */
export const lineOrNull = (max: number) =>
  z.codec(z.string().overwrite(tidy).max(max).check(oneLine).nullable(), z.string().nullable(), emptyAsNull);

/** Text on one line that may be left out. It is then an empty text. */
export const lineOrEmpty = (max: number) =>
  z
    .codec(z.string().overwrite(tidy).max(max).check(oneLine).nullable(), z.string(), {
      decode: (value) => value ?? '',
      encode: (value) => value,
    })
    .default('');

/** Optional text on one line. An empty text counts as left out. */
export const line = (max = 200) => lineOrNull(max).default(null);

const NAME_ZH = 'The name in Traditional Chinese.';
const LONGEST_NAME = 100;

/**
 * The Chinese name of a thing in a request. Use `changedNameZh` for an update in which a missing field stays unchanged.
 */
export const newNameZh = line(LONGEST_NAME).describe(NAME_ZH);
export const changedNameZh = lineOrNull(LONGEST_NAME)
  .optional()
  .describe(`${NAME_ZH} If it is left out, it does not change.`);
/** The Chinese name of a thing in a response. */
export const nameZh = z.string().nullable().describe(NAME_ZH);

/** Optional text of several lines, up to 4,000 characters. */
/** How long remarks may be. */
export const MOST_NOTES = 4000;

export const note = z
  .codec(z.string().overwrite(tidy).max(MOST_NOTES).check(prose).nullable(), z.string().nullable(), emptyAsNull)
  .default(null)
  .describe('Remarks, on one or more lines.');

/** A field that may be left out or null. The value is null in both cases. */
export const optional = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

/**
 * An e-mail address of at most 254 characters (RFC 5321). Upper and lower case are stored as typed, but are the same in
 * comparisons.
 */
export const email = z.string().overwrite(tidy).max(254).pipe(emailAddress).meta({ format: 'idn-email' });

/** A whole number in a path or a query. */
export const wholeNumberText = (min: number, max: number) =>
  z
    .codec(z.string().regex(/^\d{1,15}$/, 'must be a whole number'), z.int().min(min).max(max), {
      decode: Number,
      encode: String,
    })
    .meta(asInteger({ minimum: min, maximum: max }));

/** `true` or `false` in a query. */
export const flagText = z
  .codec(z.enum(['true', 'false']), z.boolean(), {
    decode: (value) => value === 'true',
    encode: (value) => (value ? 'true' : 'false'),
  })
  .meta({ type: 'boolean', enum: undefined });

/** An optional parameter of a query. */
export const filter = <T extends z.ZodType>(schema: T, description: string) => schema.optional().describe(description);

/** A range of days, including both ends. If an end is missing, the range is open on that side. */
export const days = {
  from: filter(date, 'The first day to include.'),
  to: filter(date, 'The last day to include.'),
};

/** Accepts only a range of days whose first day, if there is one, is not after the last. */
export const inOrder = <S extends z.ZodType<{ from?: string | undefined; to?: string | undefined }>>(schema: S) =>
  schema.refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: 'must not be before from',
    params: { code: 'invalid_range' },
  });

/** A range of days whose first day is not after the last. */
export const DateSpan = inOrder(z.strictObject(days));
export type DateSpan = z.output<typeof DateSpan>;

/** The columns of every audited resource. */
export const audited = {
  createdAt: instant.describe('When the record was entered.'),
  modifiedAt: instant.describe('When the record was last changed.'),
  createdBy: id
    .nullable()
    .describe('The user who entered the record; null if a command or the service itself entered it.'),
  modifiedBy: id
    .nullable()
    .describe('The user who last changed the record; null if a command or the service itself changed it.'),
};

/** The columns of an audited resource that may not have been saved yet. */
export const auditedOnceSaved = {
  createdAt: instant.nullable().describe('When the record was first saved; null if it has not been saved yet.'),
  modifiedAt: instant.nullable().describe('When the record was last changed; null if it has not been saved yet.'),
  createdBy: audited.createdBy,
  modifiedBy: audited.modifiedBy,
};

/** The warnings of a response. The request was carried out in spite of them. */
export const warnings = <Code extends string>(...codes: readonly Code[]) =>
  z
    .array(
      z.object({
        code: z.enum(codes).describe('A stable code for programs.'),
        message: z.string().describe('A message for people.'),
      }),
    )
    .optional()
    .describe('Present only when there is something to check.');

/** The reason for reopening something. */
export const Reopening = z
  .strictObject({ reason: text(500).describe('The reason. It is kept in the audit log.') })
  .meta({ id: 'Reopening', description: 'The reason for reopening something.' });

/** Returns the OpenAPI name of a schema that is made from another named schema. */
export function namedAfter(schema: z.ZodType, suffix: string): { id?: string } {
  const name = z.globalRegistry.get(schema)?.id;
  return name === undefined ? {} : { id: `${name}${suffix}` };
}

/** Returns the schema of a response with a complete list. */
export const items = <T extends z.ZodType>(item: T) =>
  z
    .object({ items: z.array(item).describe('All entries of the list.') })
    .meta({ ...namedAfter(item, 'List'), description: 'A complete list.' });

/** The languages in which messages to members are written. */
export const Locale = z
  .enum(['en-US', 'zh-TW'])
  .meta({ id: 'Locale', description: 'English (United States) or Traditional Chinese.' });
export type Locale = z.output<typeof Locale>;
