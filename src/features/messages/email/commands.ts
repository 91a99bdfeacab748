import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { action, type Options } from '../../../cli/kit/action.ts';
import { collect } from '../../../cli/kit/amounts.ts';
import { sending } from '../sending-cli.ts';
import { Locale } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { printResult, readMembers, readText } from '../message-options-cli.ts';
import { SendResult } from '../schema.ts';
import { EmailMessage } from './schema.ts';
import { sendEmail } from './service.ts';

/** Adds `vestry notify email`. */
export function emailCommand(notify: Command): void {
  notify
    .command('email')
    .description('send an e-mail, with a separate message to each recipient')
    .option('--member <name>', 'to a member: a name or an id; may be repeated', collect)
    .option('--to <address>', 'to an address; may be repeated', collect)
    .requiredOption('--subject <text>', 'the subject')
    .option('--body <text>', 'the text')
    .addOption(new Option('--body-file <file>', 'the text from a file; - for standard input').conflicts('body'))
    .addOption(
      new Option(
        '--language <language>',
        "the language of the fixed wording around your text (default: the church's language)",
      ).choices(Locale.options),
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ vestry notify email --to ann@example.org --subject "Picnic" --body-file picnic.txt',
    )
    .action(
      action({
        asServed: true,
        answer: SendResult,
        flags: { memberIds: '--member', emails: '--to', locale: '--language', body: '--body or --body-file' },
        run: (app, _args, options) => email(app, options),
        print: printResult,
      }),
    );
}

async function email(app: App, options: Options): Promise<SendResult> {
  const { member, to, subject, language } = options;
  const message = decode(EmailMessage, {
    memberIds: await readMembers(app, member),
    emails: to ?? [],
    subject,
    body: await readText(options),
    ...(language !== undefined && { locale: language }),
  });
  return sending(app, options, (progress) => sendEmail(app, message, progress));
}
