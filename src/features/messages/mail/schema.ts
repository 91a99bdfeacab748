import * as z from 'zod';
import { isMask } from '../../../lib/mask.ts';
import { parseMailbox } from '../../../lib/mailbox.ts';
import { auditedOnceSaved, email, lineOrNull } from '../../../lib/wire.ts';
import { PRESET_NAMES } from './presets.ts';

const SAYS = {
  preset: 'The provider whose server and limits are used where they are not given. Null for any other server.',
  host: 'The name of the mail server, such as `smtp.example.org`. Null if no mail server is set up.',
  port: 'The port. A connection to port 465 is secure from its beginning; on any other port it becomes secure before a password is sent.',
  user: 'The user name. Null if the server asks for none.',
  from: 'The sender, such as `Grace Church <office@example.org>`. Null for the e-mail address of the church.',
  maxConnections: 'How many connections to the server may be open at the same time.',
  perMinute: 'How many letters may be sent in a minute. Null for no limit.',
  perDay: 'How many letters may be sent in 24 hours. Null for no limit.',
};

/** The largest numbers that make sense; beyond them is a slip of the pen. */
const MOST = { connections: 20, perMinute: 10_000, perDay: 1_000_000 };

export const MailPresetName = z
  .enum(PRESET_NAMES)
  .meta({ id: 'MailPresetName', description: 'A provider of e-mail that churches often use.' });

const host = lineOrNull(253)
  .refine((value) => value === null || /^[^\s/?#@:*\\,]+$|^\[?[\da-f:]+\]?$/i.test(value), {
    error: 'must be the name of a server, such as smtp.example.org, without a port or smtp://',
    params: { code: 'invalid_host' },
  })
  .optional()
  .describe(SAYS.host);

const from = lineOrNull(320)
  .refine((value) => value === null || parseMailbox(value) !== undefined, {
    error: 'must be an address such as office@example.org or "Grace Church <office@example.org>"',
    params: { code: 'invalid_sender' },
  })
  .optional()
  .describe(SAYS.from);

const limit = (most: number) => z.int().positive().max(most).nullable().optional();

export const MailUpdate = z
  .strictObject({
    preset: MailPresetName.nullable().optional().describe(SAYS.preset),
    host,
    port: z.int().positive().max(65_535).optional().describe(`${SAYS.port} At first it is 587.`),
    user: lineOrNull(320).optional().describe(SAYS.user),
    password: z
      .string()
      .max(1000)
      .refine((value) => !/[\r\n\0]/.test(value) || isMask(value), 'must be one line')
      .nullable()
      .optional()
      .meta({
        writeOnly: true,
        description:
          'The password. Sent as its mask, it stays. If the server or the user changes, it must be sent again. Null clears it.',
      }),
    from,
    maxConnections: z
      .int()
      .positive()
      .max(MOST.connections)
      .optional()
      .describe(`${SAYS.maxConnections} At first it is 5.`),
    perMinute: limit(MOST.perMinute).describe(SAYS.perMinute),
    perDay: limit(MOST.perDay).describe(SAYS.perDay),
  })
  .meta({
    id: 'MailUpdate',
    description: 'The mail server of the church, and what it allows. What is left out stays as it is.',
  });
export type MailUpdate = z.output<typeof MailUpdate>;

const Preset = z
  .object({
    name: MailPresetName,
    title: z.string().describe('The name of the provider.'),
    host: z.string().describe(SAYS.host),
    port: z.int().describe(SAYS.port),
    maxConnections: z.int().describe(SAYS.maxConnections),
    perMinute: z.int().nullable().describe(SAYS.perMinute),
    perDay: z.int().nullable().describe(SAYS.perDay),
    help: z.string().describe('The page of the provider about its limits.'),
  })
  .meta({ id: 'MailPreset', description: 'The mail server of a provider, and what it allows.' });

export const Mail = z
  .object({
    preset: MailPresetName.nullable().describe(SAYS.preset),
    host: z.string().nullable().describe(SAYS.host),
    port: z.int().describe(SAYS.port),
    user: z.string().nullable().describe(SAYS.user),
    password: z.string().nullable().describe('The mask of the password. Null if none is stored.'),
    from: z.string().nullable().describe(SAYS.from),
    maxConnections: z.int().describe(SAYS.maxConnections),
    perMinute: z.int().nullable().describe(SAYS.perMinute),
    perDay: z.int().nullable().describe(SAYS.perDay),
    source: z
      .enum(['Configuration', 'Database'])
      .nullable()
      .describe(
        'Where the server comes from. `smtpUrl` and `mailFrom` of the configuration go before what is stored here. Null if no server is set up.',
      ),
    isMicrosoft: z
      .boolean()
      .describe(
        'Whether the server is one of Microsoft 365, which takes passwords only where an administrator allows it.',
      ),
    presets: z.array(Preset).describe('The providers to choose from.'),
    ...auditedOnceSaved,
  })
  .meta({ id: 'Mail', description: 'The mail server that is in force, and what it allows.' });
export type Mail = z.output<typeof Mail>;

export const MailTest = z
  .strictObject({ to: email.describe('Where the letter goes.') })
  .meta({ id: 'MailTest', description: 'A letter that shows whether e-mail works.' });
export type MailTest = z.output<typeof MailTest>;

/** The settings have no path parameters. Only routes with a schema for theirs honor `If-Match`. */
export const MailPath = z.strictObject({});
