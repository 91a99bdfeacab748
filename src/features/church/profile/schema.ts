import * as z from 'zod';
import { hasHundredths, isCurrency } from '../../../lib/currency.ts';
import { isTimeZone } from '../../../lib/date.ts';
import { isMask } from '../../../lib/mask.ts';
import { auditedOnceSaved, date, email, line, Locale, optional, text } from '../../../lib/wire.ts';
import { Address, NewAddress } from '../../../lib/address.ts';
import { AI_PROVIDERS, isBaseUrl, isKey, isLinkLocalUrl, isWebAddress, normalEin } from './rules.ts';

const timeZone = z
  .string()
  .refine(isTimeZone, { error: 'must be a time zone such as America/Chicago', params: { code: 'invalid_time_zone' } });

/** What a church begins with. */
export const NewChurch = z.strictObject({ name: text(200), timeZone });
export type NewChurch = z.output<typeof NewChurch>;

export const AiProvider = z
  .enum(AI_PROVIDERS)
  .meta({ id: 'AiProvider', description: 'Who is asked for suggestions; `OpenAICompatible` is any other server.' });

const currency = z
  .string()
  .refine(isCurrency, { error: 'must be the code of a currency, such as USD', params: { code: 'invalid_currency' } })
  .refine((code) => !isCurrency(code) || hasHundredths(code), {
    error: 'must be a currency with hundredths, because amounts are kept with two decimals',
    params: { code: 'unsupported_currency' },
  })
  .default('USD')
  .describe('A code of ISO 4217 whose currency has hundredths.');

const ein = line(20)
  .overwrite((value) => value && normalEin(value))
  .refine((value) => value === null || /^\d{2}-\d{7}$/.test(value), {
    error: 'must be an employer identification number as 12-3456789',
    params: { code: 'invalid_ein' },
  })
  .describe('The employer identification number: 12-3456789, or the nine digits.');

const website = line(500)
  .refine((value) => value === null || isWebAddress(value), {
    error: 'must be an address that begins with http:// or https://',
    params: { code: 'invalid_url' },
  })
  .describe('An address that begins with http:// or https://.');

const aiBaseUrl = line(500)
  .overwrite((value) => value && value.replace(/\/+$/, ''))
  .refine((value) => value === null || isBaseUrl(value), {
    error: 'must be an address that begins with http:// or https:// and has neither a password nor ? nor #',
    params: { code: 'invalid_url' },
  })
  .refine((value) => value === null || !isLinkLocalUrl(value), {
    error: 'must not be a link-local address',
    params: { code: 'link_local' },
  })
  .describe('For OpenAICompatible: where the service is, ending in /v1; no link-local address. Others ignore it.');

const KEPT = 'Left out, or equal to the mask that is read, it keeps its value; null or an empty text clears it.';

const newKey = z
  .string()
  .trim()
  .max(4096)
  .refine((value) => isKey(value) || isMask(value), {
    error: 'must be a key without spaces or other characters that no key has',
    params: { code: 'invalid_key' },
  })
  .nullable()
  .optional();

const apiKey = newKey.meta({ writeOnly: true, description: KEPT });

/** What the rule between the fields looks at, whatever else is wrong with the body. */
type AiFields = { aiProvider?: unknown; aiBaseUrl?: unknown } | null;

const hasItsBase = (value: unknown) => {
  const { aiProvider, aiBaseUrl } = (value as AiFields) ?? {};
  return aiProvider !== 'OpenAICompatible' || (typeof aiBaseUrl === 'string' && aiBaseUrl.endsWith('/v1'));
};

/** What the profile's fields mean, whether they are sent or answered. */
const SAYS = {
  name: 'What the church is called.',
  legalName: 'The name in law, for letters, where it is another.',
  address: 'Where the church is; it stands on letters.',
  timeZone: 'Which day it is where the church is: a name such as `America/Chicago`.',
  locale: 'The language of letters and statements, where none is asked for.',
  fiscalYearStartMonth: 'The month in which the fiscal year begins, from 1 to 12.',
  aiProvider: 'Who is asked for suggestions.',
};

export const ChurchProfileUpdate = z
  .strictObject({
    name: text(200).describe(SAYS.name),
    legalName: line().describe(SAYS.legalName),
    ein,
    address: optional(NewAddress).describe(SAYS.address),
    phone: line(50),
    email: optional(email),
    website,
    currency,
    timeZone: timeZone.describe(SAYS.timeZone),
    locale: Locale.describe(SAYS.locale),
    fiscalYearStartMonth: z.int().min(1).max(12).default(1).describe(SAYS.fiscalYearStartMonth),
    aiProvider: AiProvider.describe(SAYS.aiProvider),
    aiModel: line().describe('Left out, it is a model that suits the provider.'),
    aiBaseUrl,
    openAiApiKey: apiKey,
    anthropicApiKey: apiKey,
    googleApiKey: apiKey,
    compatibleApiKey: newKey.meta({
      writeOnly: true,
      description: `For OpenAICompatible, where it wants one. ${KEPT} It belongs to the address with which it is sent: with another scheme, host or port in \`aiBaseUrl\` it is cleared, unless it is sent again.`,
    }),
  })
  .refine(hasItsBase, {
    path: ['aiBaseUrl'],
    error: 'must be the address of the service, ending in /v1, for OpenAICompatible',
    params: { code: 'invalid_base_url' },
    when: ({ value }) => typeof value === 'object',
  })
  .meta({ id: 'ChurchProfileUpdate', description: 'The whole profile as it is entered.' });
export type ChurchProfileUpdate = z.output<typeof ChurchProfileUpdate>;

const mask = z
  .string()
  .nullable()
  .describe(
    'What may be seen of the key: •••• and its last four characters, of one that cannot be read ••••. Null when there is none.',
  );

export const ChurchProfile = z
  .object({
    name: z.string().describe(SAYS.name),
    legalName: z.string().nullable().describe(SAYS.legalName),
    ein: z.string().nullable().describe('The employer identification number, as 12-3456789.'),
    address: Address.nullable().describe(SAYS.address),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    website: z.string().nullable().describe('The address of its website.'),
    currency: z.string().describe('The currency of all amounts, as a code of ISO 4217.'),
    timeZone: z.string().describe(SAYS.timeZone),
    locale: Locale.describe(SAYS.locale),
    fiscalYearStartMonth: z.int().describe(SAYS.fiscalYearStartMonth),
    aiProvider: AiProvider.describe(SAYS.aiProvider),
    aiModel: z.string().nullable().describe('The model that is asked; null for one that suits the provider.'),
    aiBaseUrl: z.string().nullable().describe('For `OpenAICompatible`: where the service is.'),
    openAiApiKey: mask,
    anthropicApiKey: mask,
    googleApiKey: mask,
    compatibleApiKey: mask,
    ...auditedOnceSaved,
  })
  .meta({ id: 'ChurchProfile', description: 'The church: what stands on its letters, and how its books are kept.' });
export type ChurchProfile = z.output<typeof ChurchProfile>;

/** The path of the one profile has no parts; declaring that lets its writes honour `If-Match`. */
export const ProfilePath = z.strictObject({});

export const ChurchSummary = z
  .object({
    name: z.string().describe('The name of the church.'),
    currency: z.string().describe('The code of its currency (ISO 4217).'),
    timeZone: z.string().describe('The time zone that decides which day it is.'),
    locale: Locale.describe('The language in which the church writes.'),
    today: date.describe('The calendar date it is now where the church is.'),
  })
  .meta({ id: 'Church', description: 'What every page needs to know of the church.' });
export type ChurchSummary = z.output<typeof ChurchSummary>;
