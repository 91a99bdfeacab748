import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { action, type LocalTime, type Options } from '../../../cli/kit/action.ts';
import { fieldTable } from '../../../cli/kit/print.ts';
import { ask, askSecret, isInteractive, readSecretLine } from '../../../cli/kit/prompt.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { encode } from '../../../lib/encode.ts';
import { decode } from '../../../validate.ts';
import { printResult } from '../message-options-cli.ts';
import { SendResult } from '../schema.ts';
import { sending } from '../sending-cli.ts';
import { PRESET_NAMES } from './presets.ts';
import { Mail, MailTest, MailUpdate } from './schema.ts';
import { getMail, putMail, testMail } from './service.ts';

const NO_LIMIT = 'none';
const PASSWORD_FLAGS = '--ask-password or --password-stdin';

/** Adds `vestry mail ...`. */
export function mailCommands(mail: Command): void {
  mail
    .command('show')
    .description('print the mail server that is in force, and what it allows; the password is masked')
    .action(action({ asServed: true, answer: Mail, run: getMail, print: printMail }));
  mail
    .command('set')
    .description('set up the mail server, or change the fields that you name; an empty text clears a field')
    .addOption(new Option('--preset <provider>', 'the server and the limits of a provider').choices(PRESET_NAMES))
    .option('--host <name>', 'the mail server, such as smtp.example.org; an empty text turns e-mail off')
    .option('--port <number>', 'its port: 465 is secure from the beginning, 587 before a password is sent')
    .option('--user <name>', 'the user name, often the whole e-mail address')
    .option('--from <address>', 'the sender, such as "Grace Church <office@example.org>"')
    .addOption(new Option('--ask-password', 'ask for the password without showing it').conflicts('passwordStdin'))
    .option('--password-stdin', 'read the password from the first line of standard input')
    .option('--max-connections <number>', 'how many connections may be open at the same time')
    .option('--per-minute <number>', 'how many letters may go in a minute; "none" for no limit')
    .option('--per-day <number>', 'how many letters may go in 24 hours; "none" for no limit')
    .addHelpText('after', SET_HELP)
    .action(
      action({
        asServed: true,
        answer: Mail,
        flags: { password: PASSWORD_FLAGS },
        run: set,
        print: printMail,
      }),
    );
  mail
    .command('test [address]')
    .description('send a test letter')
    .option('--to <address>', 'where the letter goes')
    .action(
      action({
        asServed: true,
        answer: SendResult,
        run: async (app, [address], options) => {
          const to = await ask(address ?? options.to, '--to', 'Where to?');
          return sending(app, options, () => testMail(app, decode(MailTest, { to })));
        },
        print: printResult,
      }),
    );
}

const SET_HELP = `
A password cannot be an argument, because other users of the computer could read it. Vestry asks for it at a terminal, or
reads it from standard input, and stores it encrypted. Gmail, iCloud, Yahoo and Fastmail want an "app password", which you
make in the settings of your account there. Microsoft 365 takes no passwords from programs any more, unless its
administrator allows them.

Examples:
  $ vestry mail set --preset Gmail --user office@gmail.com --from "Grace Church <office@gmail.com>" --ask-password
  $ vestry mail set --host smtp.example.org --port 465 --user office --password-stdin < password.txt
  $ vestry mail set --per-minute 30 --per-day none
  $ vestry mail test ann@example.org`;

const TEXTS = ['preset', 'host', 'user', 'from'] as const;
const NUMBERS = ['port', 'maxConnections'] as const;
const LIMITS = ['perMinute', 'perDay'] as const;

async function set(app: App, _args: readonly string[], options: Options): Promise<Mail> {
  const given: Record<string, unknown> = {};
  for (const field of TEXTS) if (options[field] !== undefined) given[field] = options[field] || null;
  for (const field of NUMBERS) if (options[field] !== undefined) given[field] = Number(options[field]);
  for (const field of LIMITS) {
    if (options[field] !== undefined) given[field] = options[field] === NO_LIMIT ? null : Number(options[field]);
  }
  const password = await givenPassword(app, options, given);
  if (Object.keys(given).length === 0 && password === undefined) {
    throw new SetupError('Name at least one field to set. To see the fields: vestry mail set --help', EXIT.usage);
  }
  return putMail(app, decode(MailUpdate, { ...given, ...(password !== undefined && { password }) }));
}

/** Returns the password that is given, or typed because a user or a server is new; undefined if it stays. */
async function givenPassword(app: App, options: Options, given: object): Promise<string | undefined> {
  if (options.passwordStdin === true) {
    const password = (await readSecretLine()).trim();
    if (password === '') throw new SetupError('There is no password on the first line of standard input.', EXIT.usage);
    return password;
  }
  const before = await getMail(app);
  const { user = before.user, host = before.host, preset } = given as Partial<Mail>;
  const isNew = user !== before.user || host !== before.host || (preset != null && preset !== before.preset);
  const isAsked = options.askPassword === true || (user !== null && isNew && isInteractive() && !options.json);
  return isAsked ? askSecret('--password-stdin', 'Password:') : undefined;
}

function printMail(mail: Mail, at: LocalTime): string {
  const { presets: _presets, isMicrosoft, perMinute, perDay, ...shown } = encode(Mail, mail);
  if (mail.host === null) return 'No mail server is set up. To set one up: vestry mail set --help';
  const limits = { perMinute: perMinute ?? NO_LIMIT, perDay: perDay ?? NO_LIMIT };
  const table = fieldTable('E-mail', { ...shown, ...limits }, at);
  return isMicrosoft ? `${table}\n\n${MICROSOFT}` : table;
}

const MICROSOFT =
  'Microsoft 365 takes no passwords from programs any more, unless its administrator allows "authenticated SMTP" for this mailbox. If a test letter fails, use another mail server, or a relay of Microsoft 365 that knows this computer by its address.';
