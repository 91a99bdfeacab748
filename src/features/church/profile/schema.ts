import * as z from 'zod';
import { hasHundredths, isCurrency } from '../../../lib/currency.ts';
import { isTimeZone } from '../../../lib/date.ts';
import { isMask } from '../../../lib/mask.ts';
import { auditedOnceSaved, date, email, line, Locale, optional, text } from '../../../lib/wire.ts';
import { Address, NewAddress } from '../../../lib/address.ts';
import { isCountry, meantCountry, readCountry } from '../../../lib/country.ts';
import { AI_PROVIDERS, isBaseUrl, isKey, isWebAddress, normalEin, servesSecretsUrl } from './rules.ts';

const timeZone = z
  .string()
  .refine(isTimeZone, { error: 'must be a time zone such as America/Chicago', params: { code: 'invalid_time_zone' } });

export const AiProvider = z.enum(AI_PROVIDERS).meta({
  id: 'AiProvider',
  description:
    'The AI provider that Vestry asks for suggestions. `OpenAICompatible` is any other server with an API like that of OpenAI.',
});

export const ReleaseRule = z.enum(['PlacedInService', 'AsSpent']).meta({
  id: 'ReleaseRule',
  description:
    'PlacedInService: when the asset is in use (FASB ASC 958-205-45-12). AsSpent: when the money is spent, also for an asset under construction; a simplification of small churches that is not GAAP.',
});
export type ReleaseRule = z.output<typeof ReleaseRule>;

const currency = z
  .string()
  .refine(isCurrency, { error: 'must be the code of a currency, such as USD', params: { code: 'invalid_currency' } })
  .refine((code) => !isCurrency(code) || hasHundredths(code), {
    error: 'must be a currency with two decimals, because all amounts have two decimals',
    params: { code: 'unsupported_currency' },
  })
  .default('USD')
  .describe('The ISO 4217 code of a currency that has two decimals.');

const ein = line(20)
  .overwrite((value) => value && normalEin(value))
  .refine((value) => value === null || /^\d{2}-\d{7}$/.test(value), {
    error: 'must be an employer identification number such as 12-3456789',
    params: { code: 'invalid_ein' },
  })
  .describe('The employer identification number, either as 12-3456789 or as nine digits.');

const country = line(100)
  .overwrite((value) => value && readCountry(value))
  .refine((value) => value === null || isCountry(value), {
    error: ({ input }) => {
      const given = input as string;
      const meant = meantCountry(given);
      return `must be the two letters of a country, such as US or TW${meant === undefined ? '' : `; ${given} is written ${meant}`}`;
    },
    params: { code: 'invalid_country' },
  })
  .describe(
    'The ISO 3166-1 code of the country, such as `US`; a name, such as `Taiwan`, is also read. It decides which papers there are: Form 1099, the EIN and the sentences of the IRS only in the United States, and US Letter or A4. Without it, `USD` means the United States, and `TWD` means Taiwan.',
  );

/** The address of the church, which has the code of its country. */
export const ChurchAddress = NewAddress.extend({ country }).meta({
  id: 'ChurchAddress',
  description: 'The postal address of the church, as you send it. Each field may be left out.',
});

const website = line(500)
  .refine((value) => value === null || isWebAddress(value), {
    error: 'must be an address that begins with http:// or https://',
    params: { code: 'invalid_url' },
  })
  .describe('An address that begins with http:// or https://.');

const aiBaseUrl = line(500)
  .overwrite((value) => value && value.replace(/\/+$/, ''))
  .refine((value) => value === null || isBaseUrl(value), {
    error: 'must be an address that begins with http:// or https:// and contains no password, no ? and no #',
    params: { code: 'invalid_url' },
  })
  .refine((value) => value === null || !servesSecretsUrl(value), {
    error: 'must not be a link-local address, or another at which a cloud provider serves secrets',
    params: { code: 'link_local' },
  })
  .describe(
    'The address of an `OpenAICompatible` service. It ends in /v1 and is not an address at which cloud providers serve secrets. Other providers ignore it.',
  );

const KEPT = 'A key that is left out, or sent as its mask, keeps its value. Null or an empty text clears the key.';

const newKey = z
  .string()
  .trim()
  .max(4096)
  .refine((value) => isKey(value) || isMask(value), {
    error: 'must be an API key: printable characters without spaces',
    params: { code: 'invalid_key' },
  })
  .nullable()
  .optional();

const apiKey = newKey.meta({ writeOnly: true, description: KEPT });

/**
 * The fields that `hasItsBase` checks. They may have any type, because the check runs even if fields of the body are
 * invalid.
 */
type AiFields = { aiProvider?: unknown; aiBaseUrl?: unknown } | null;

const hasItsBase = (value: unknown) => {
  const { aiProvider, aiBaseUrl } = (value as AiFields) ?? {};
  return aiProvider !== 'OpenAICompatible' || (typeof aiBaseUrl === 'string' && aiBaseUrl.endsWith('/v1'));
};

/** The descriptions of fields that are the same in requests and responses. */
const SAYS = {
  name: 'The name of the church.',
  legalName: 'The legal name for letters, if it differs from the name.',
  address: 'The address of the church, for letters.',
  timeZone: 'The time zone of the church, such as `America/Chicago`. It decides which date is today.',
  locale: 'The language of letters and statements, unless a request names another language.',
  fiscalYearStartMonth: 'The month in which the fiscal year begins, from 1 to 12.',
  releaseRule:
    'When restricted money that buys something is released. It holds for expenses that are approved from now on.',
  aiProvider: 'The AI provider that Vestry asks for suggestions.',
};

const facts = {
  name: text(200).describe(SAYS.name),
  legalName: line().describe(SAYS.legalName),
  ein,
  address: optional(ChurchAddress).describe(SAYS.address),
  phone: line(50),
  email: optional(email),
  website,
  currency,
  timeZone: timeZone.describe(SAYS.timeZone),
  locale: Locale.describe(SAYS.locale),
  fiscalYearStartMonth: z.int().min(1).max(12).default(1).describe(SAYS.fiscalYearStartMonth),
};

/** What the first person says about the church. The AI settings come later. */
export const FirstProfile = z
  .strictObject(facts)
  .meta({ id: 'FirstProfile', description: 'The church, when it is set up.' });
export type FirstProfile = z.output<typeof FirstProfile>;

export const ChurchProfileUpdate = z
  .strictObject({
    ...facts,
    releaseRule: ReleaseRule.optional().describe(`${SAYS.releaseRule} If it is left out, it does not change.`),
    aiProvider: AiProvider.describe(SAYS.aiProvider),
    aiModel: line().describe('If left out, Vestry chooses a model that suits the provider.'),
    aiBaseUrl,
    openAiApiKey: apiKey,
    anthropicApiKey: apiKey,
    googleApiKey: apiKey,
    compatibleApiKey: newKey.meta({
      writeOnly: true,
      description: `The API key of the \`OpenAICompatible\` service, if the service needs one. ${KEPT} If the scheme, host or port of \`aiBaseUrl\` changes, the stored key is cleared, unless the same request sends the key again.`,
    }),
  })
  .refine(hasItsBase, {
    path: ['aiBaseUrl'],
    error: 'must be the address of the service, ending in /v1, for OpenAICompatible',
    params: { code: 'invalid_base_url' },
    when: ({ value }) => typeof value === 'object',
  })
  .meta({ id: 'ChurchProfileUpdate', description: 'The whole profile, as you send it.' });
export type ChurchProfileUpdate = z.output<typeof ChurchProfileUpdate>;

const mask = z
  .string()
  .nullable()
  .describe(
    'The masked key: •••• and its last four characters, or only •••• if the key is short or cannot be read. Null when there is no key.',
  );

export const ChurchProfile = z
  .object({
    name: z.string().describe(SAYS.name),
    legalName: z.string().nullable().describe(SAYS.legalName),
    ein: z.string().nullable().describe('The employer identification number, such as 12-3456789.'),
    address: Address.nullable().describe(SAYS.address),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    website: z.string().nullable().describe("The address of the church's website."),
    currency: z.string().describe('The currency of all amounts, as a code of ISO 4217.'),
    timeZone: z.string().describe(SAYS.timeZone),
    locale: Locale.describe(SAYS.locale),
    fiscalYearStartMonth: z.int().describe(SAYS.fiscalYearStartMonth),
    releaseRule: ReleaseRule.describe(SAYS.releaseRule),
    aiProvider: AiProvider.describe(SAYS.aiProvider),
    aiModel: z.string().nullable().describe('The model to ask. Null when Vestry chooses one that suits the provider.'),
    aiBaseUrl: z.string().nullable().describe('The address of the service; only for `OpenAICompatible`.'),
    openAiApiKey: mask,
    anthropicApiKey: mask,
    googleApiKey: mask,
    compatibleApiKey: mask,
    ...auditedOnceSaved,
  })
  .meta({ id: 'ChurchProfile', description: 'The church: the details on its letters, and the settings of its books.' });
export type ChurchProfile = z.output<typeof ChurchProfile>;

/** An empty path, because the route has no path parameters. Only routes that declare a path honor `If-Match`. */
export const ProfilePath = z.strictObject({});

export const ChurchSummary = z
  .object({
    name: z.string().describe('The name of the church.'),
    currency: z.string().describe('The code of its currency (ISO 4217).'),
    country: z
      .string()
      .nullable()
      .describe(
        'The code of the country whose rules hold: that of the address, or else `US` for `USD` and `TW` for `TWD`; null for any other currency.',
      ),
    timeZone: z.string().describe('The time zone of the church. It decides which date is today.'),
    locale: Locale.describe("The language of the church's letters and statements."),
    today: date.describe("Today's date in the time zone of the church."),
  })
  .meta({ id: 'Church', description: 'The facts about the church that every page needs.' });
export type ChurchSummary = z.output<typeof ChurchSummary>;
