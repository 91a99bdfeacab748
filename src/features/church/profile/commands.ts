import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { action, type LocalTime, type Options } from '../../../cli/kit/action.ts';
import { ADDRESS_FLAGS, addressOptions, changedAddress } from '../../../cli/kit/address.ts';
import { flagOf } from '../../../cli/kit/flag.ts';
import { fieldTable, say } from '../../../cli/kit/print.ts';
import { askSecret, isInteractive, readSecretLine } from '../../../cli/kit/prompt.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { encode } from '../../../lib/encode.ts';
import { Locale } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { askDetails, DETAIL_WORDS } from './details-cli.ts';
import { AI_PROVIDERS, type AiProvider, KEY_FIELDS, type KeyField, keyFieldOf } from './rules.ts';
import { ChurchProfile, ChurchProfileUpdate } from './schema.ts';
import { getProfile, listUnreadableKeys, putProfile } from './service.ts';

const ASK = 'vestry profile set --ask-api-key';

/** Adds `vestry profile ...`. */
export function profileCommands(profile: Command): void {
  profile
    .command('show')
    .description('print the profile of the church, with its API keys masked')
    .action(action({ answer: ChurchProfile, run: show, print: printProfile }));
  withFields(profile.command('set'))
    .description(
      'change the fields that you name, or ask for address, EIN and fiscal year; an empty text clears an optional field',
    )
    .addHelpText('after', SET_HELP)
    .action(action({ flags: FLAGS, answer: ChurchProfile, run: set, print: printProfile }));
}

const SET_HELP = `
An API key cannot be an argument, because other users of the computer could read it. Vestry asks for the key at a
terminal, or reads it from standard input, and stores it encrypted. The key belongs to the AI provider that the same
command names, or else to the stored provider. If you name a provider that has no key yet, Vestry asks for the key at a
terminal. An OpenAICompatible service may need no key. If its address changes, its key is cleared.

Examples:
  $ vestry profile set
  $ vestry profile set --legal-name "Grace Church of Springfield" --ein 12-3456789
  $ vestry profile set --address-line1 "1 Main St" --address-city Springfield --address-state IL --address-postal-code 62701
  $ vestry profile set --country TW --currency TWD --time-zone Asia/Taipei
  $ vestry profile set --fiscal-year-start-month 7 --time-zone America/Chicago
  $ vestry profile set --ai-provider Anthropic --ask-api-key
  $ vestry profile set --ai-provider OpenAI --api-key-stdin < key.txt
  $ vestry profile set --ai-provider OpenAICompatible --ai-base-url http://localhost:11434/v1 --ai-model gpt-oss:20b`;

const TEXTS = {
  name: 'the name of the church',
  legalName: 'its legal name, if it differs from the name',
  ein: 'its employer identification number, such as 12-3456789',
  phone: 'its telephone number',
  email: 'its e-mail address',
  website: 'the address of its website, with http:// or https://',
  currency: 'the currency of its books, such as USD',
  timeZone: 'its time zone, such as America/Chicago',
  fiscalYearStartMonth: 'the month in which its fiscal year starts, from 1 to 12',
  releaseRule: 'when restricted money that buys something is released: PlacedInService, or AsSpent, which is not GAAP',
  aiModel: 'the AI model; an empty text lets Vestry choose',
  aiBaseUrl: 'the address of an OpenAICompatible service, ending in /v1',
} as const;

const KEY_FLAGS = '--ask-api-key or --api-key-stdin';
/** The flags of fields that have several flags, or a flag that differs from the name of the field. */
const FLAGS = {
  ...ADDRESS_FLAGS,
  'address.country': '--country',
  openAiApiKey: KEY_FLAGS,
  anthropicApiKey: KEY_FLAGS,
  googleApiKey: KEY_FLAGS,
  compatibleApiKey: KEY_FLAGS,
};

function withFields(command: Command): Command {
  for (const [field, what] of Object.entries(TEXTS)) command.option(`${flagOf(field)} <text>`, what);
  return addressOptions(command, 'its')
    .option(
      '--country <code>',
      'the country of its address, such as US or TW; it decides which forms there are, and the paper',
    )
    .addOption(new Option('--locale <locale>', 'the language of its letters').choices(Locale.options))
    .addOption(
      new Option('--ai-provider <provider>', 'the AI provider that Vestry asks for suggestions').choices(AI_PROVIDERS),
    )
    .addOption(
      new Option('--ask-api-key', "ask for the provider's API key without showing it").conflicts('apiKeyStdin'),
    )
    .addOption(new Option('--api-key-stdin', "read the provider's API key from the first line of standard input"))
    .addOption(new Option('--clear-api-key', "delete the provider's API key").conflicts(['askApiKey', 'apiKeyStdin']));
}

async function show(app: App, _args: readonly string[], options: Options): Promise<ChurchProfile> {
  for (const field of await listUnreadableKeys(app)) {
    say(options, `The stored ${field} cannot be read with the present secrets.json. Enter it again: ${ASK}`);
  }
  return getProfile(app);
}

async function set(app: App, _args: readonly string[], options: Options): Promise<ChurchProfile> {
  const { aiProvider } = await getProfile(app);
  const key = await givenKey(app, options, (options.aiProvider as AiProvider | undefined) ?? aiProvider);
  // The stored profile may have changed while the person was typing the key.
  const before = encode(ChurchProfile, await getProfile(app));
  const given: Record<string, unknown> = { ...named(options), ...key };
  const address = changedAddress(before.address, withCountry(options));
  const isBare = Object.keys(given).length === 0 && address === undefined;
  if (isBare && isInteractive()) {
    const asked = await askDetails(before, {}, DETAIL_WORDS);
    return putProfile(app, decode(ChurchProfileUpdate, { ...withoutKeys(before), ...asked }));
  }
  if (isBare) {
    throw new SetupError('Name at least one field to change. To see the fields: vestry profile set --help', EXIT.usage);
  }
  const changed = { ...given, ...(address !== undefined && { address }) };
  const after = await putProfile(app, decode(ChurchProfileUpdate, { ...withoutKeys(before), ...changed }));
  const isCleared = before.compatibleApiKey !== null && after.compatibleApiKey === null;
  if (isCleared && given.compatibleApiKey === undefined)
    say(options, `The key for the old address was cleared. Enter the key for the new address: ${ASK}`);
  return after;
}

/** Returns the options with `--country` as the part of the address that it stands for. */
const withCountry = ({ country, ...options }: Options): Options =>
  country === undefined ? options : { ...options, addressCountry: country };

/** Returns the profile as a request sends it, without the keys. A key that a request leaves out keeps its value. */
function withoutKeys(profile: ChurchProfile) {
  const { createdAt: _at, createdBy: _by, modifiedAt: _changed, modifiedBy: _who, ...own } = profile;
  return Object.fromEntries(Object.entries(own).filter(([field]) => !KEY_FIELDS.includes(field as KeyField)));
}

/** Returns the fields given as options, in the form that the API expects. */
function named(options: Options): Record<string, unknown> {
  const fields = [...Object.keys(TEXTS), 'locale', 'aiProvider'].filter((field) => options[field] !== undefined);
  const values = Object.fromEntries(fields.map((field) => [field, options[field] === '' ? null : options[field]]));
  if (typeof values.currency === 'string') values.currency = values.currency.toUpperCase();
  if (values.fiscalYearStartMonth !== undefined) values.fiscalYearStartMonth = Number(values.fiscalYearStartMonth);
  return values;
}

/**
 * Returns the key field with its new value, or with null to clear the key. Returns an empty object if the key stays.
 */
async function givenKey(app: App, options: Options, provider: AiProvider): Promise<Record<string, unknown>> {
  const field = keyFieldOf(provider);
  if (options.clearApiKey === true) return { [field]: null };
  if (options.apiKeyStdin === true) {
    const key = (await readSecretLine()).trim();
    if (key === '') throw new SetupError('There is no key on the first line of standard input.', EXIT.usage);
    return { [field]: key };
  }
  const lacksKey = provider !== 'OpenAICompatible' && (await getProfile(app))[field] === null;
  const isFirst = options.aiProvider !== undefined && lacksKey && isInteractive() && !options.json;
  if (options.askApiKey !== true && !isFirst) return {};
  const key = await askSecret(
    '--api-key-stdin',
    `Key of ${provider}${isFirst ? ' (leave empty to enter it later)' : ''}:`,
  );
  return key === undefined ? {} : { [field]: key };
}

function printProfile(profile: ChurchProfile, at: LocalTime): string {
  const address = profile.address && Object.values(profile.address).filter(Boolean).join(', ');
  return fieldTable('Church', { ...encode(ChurchProfile, profile), address }, at);
}
