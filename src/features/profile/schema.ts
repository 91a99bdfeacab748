import * as z from 'zod';
import { hasHundredths, isCurrency } from '../../lib/currency.ts';
import { isTimeZone } from '../../lib/date.ts';
import { isMask } from '../../lib/mask.ts';
import { audited, email, line, Locale, optional, text } from '../../lib/wire.ts';
import { Address, NewAddress } from '../members/schema.ts';
import { AI_PROVIDERS, isBaseUrl, isKey, isWebAddress, normalEin } from './rules.ts';

const timeZone = z
  .string()
  .refine(isTimeZone, { error: 'must be a time zone such as America/Chicago', params: { code: 'invalid_time_zone' } });

/** What a church begins with. */
export const NewChurch = z.strictObject({ name: text(200), timeZone });
export type NewChurch = z.output<typeof NewChurch>;

export const AiProvider = z.enum(AI_PROVIDERS).meta({ id: 'AiProvider' });

const currency = z
  .string()
  .refine(isCurrency, { error: 'must be the code of a currency, such as USD', params: { code: 'invalid_currency' } })
  .refine((code) => !isCurrency(code) || hasHundredths(code), {
    error: 'must be a currency with hundredths, because amounts are kept with two decimals',
    params: { code: 'unsupported_currency' },
  })
  .default('USD')
  .meta({ description: 'A code of ISO 4217 whose currency has hundredths.' });

const ein = line(20)
  .overwrite((value) => value && normalEin(value))
  .refine((value) => value === null || /^\d{2}-\d{7}$/.test(value), {
    error: 'must be an employer identification number as 12-3456789',
    params: { code: 'invalid_ein' },
  })
  .meta({ description: 'The employer identification number: 12-3456789, or the nine digits.' });

const website = line(500)
  .refine((value) => value === null || isWebAddress(value), {
    error: 'must be an address that begins with http:// or https://',
    params: { code: 'invalid_url' },
  })
  .meta({ description: 'An address that begins with http:// or https://.' });

const aiBaseUrl = line(500)
  .overwrite((value) => value && value.replace(/\/+$/, ''))
  .refine((value) => value === null || isBaseUrl(value), {
    error: 'must be an address that begins with http:// or https:// and has neither a password nor ? nor #',
    params: { code: 'invalid_url' },
  })
  .meta({ description: 'For OpenAICompatible: where the service is, ending in /v1. Others ignore it.' });

const apiKey = z
  .string()
  .trim()
  .max(4096)
  .refine((value) => isKey(value) || isMask(value), {
    error: 'must be a key without spaces or other characters that no key has',
    params: { code: 'invalid_key' },
  })
  .nullable()
  .optional()
  .meta({
    writeOnly: true,
    description: 'Left out, or equal to the mask that is read, it keeps its value; null or an empty text clears it.',
  });

/** What the rule between the fields looks at, whatever else is wrong with the body. */
type AiFields = { aiProvider?: unknown; aiBaseUrl?: unknown } | null;

const hasItsBase = (value: unknown) => {
  const { aiProvider, aiBaseUrl } = (value as AiFields) ?? {};
  return aiProvider !== 'OpenAICompatible' || (typeof aiBaseUrl === 'string' && aiBaseUrl.endsWith('/v1'));
};

export const ChurchProfileUpdate = z
  .strictObject({
    name: text(200),
    legalName: line().meta({ description: 'The name in law, for letters, where it is another.' }),
    ein,
    address: optional(NewAddress),
    phone: line(50),
    email: optional(email),
    website,
    currency,
    timeZone,
    locale: Locale,
    fiscalYearStartMonth: z.int().min(1).max(12).default(1),
    aiProvider: AiProvider,
    aiModel: line().meta({ description: 'Left out, it is a model that suits the provider.' }),
    aiBaseUrl,
    openAiApiKey: apiKey,
    anthropicApiKey: apiKey,
    googleApiKey: apiKey,
  })
  .refine(hasItsBase, {
    path: ['aiBaseUrl'],
    error: 'must be the address of the service, ending in /v1, for OpenAICompatible',
    params: { code: 'invalid_base_url' },
    when: ({ value }) => typeof value === 'object',
  })
  .meta({ id: 'ChurchProfileUpdate' });
export type ChurchProfileUpdate = z.output<typeof ChurchProfileUpdate>;

const mask = z.string().nullable().meta({
  description:
    'What may be seen of the key: •••• and its last four characters, of one that cannot be read ••••. Null when there is none.',
});

export const ChurchProfile = z
  .object({
    name: z.string(),
    legalName: z.string().nullable(),
    ein: z.string().nullable(),
    address: Address.nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    website: z.string().nullable(),
    currency: z.string(),
    timeZone: z.string(),
    locale: Locale,
    fiscalYearStartMonth: z.int(),
    aiProvider: AiProvider,
    aiModel: z.string().nullable(),
    aiBaseUrl: z.string().nullable(),
    openAiApiKey: mask,
    anthropicApiKey: mask,
    googleApiKey: mask,
    createdAt: audited.createdAt.nullable(),
    modifiedAt: audited.modifiedAt.nullable(),
    createdBy: audited.createdBy,
    modifiedBy: audited.modifiedBy,
  })
  .meta({ id: 'ChurchProfile', description: 'The church: what stands on its letters, and how its books are kept.' });
export type ChurchProfile = z.output<typeof ChurchProfile>;

/** The path of the one profile has no parts; declaring that lets its writes honour `If-Match`. */
export const ProfilePath = z.strictObject({});
