import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { App } from '../../app.ts';
import { action, type Options } from '../../cli/kit/action.ts';
import { collect } from '../../cli/kit/amounts.ts';
import { sending } from '../../cli/kit/sending.ts';
import { AppError, badField } from '../../errors.ts';
import { recogniseText } from '../../lib/encoding.ts';
import { Locale } from '../../lib/wire.ts';
import { decode } from '../../validate.ts';
import { resumeBatch } from './batches.ts';
import { sendEmail } from './email/service.ts';
import { listBatches, listHistory } from './history.ts';
import { sendLine } from './line/service.ts';
import { Batches, ChannelName, EmailMessage, HistoryPage, HistoryQuery, LineMessage, SendResult } from './schema.ts';

const printResult = async (result: SendResult) => (await import('./results.ts')).describeResult(result);

/** Adds `vestry notify ...`. */
export function messageCommands(notify: Command): void {
  sendingCommands(notify);
  notify
    .command('resume <batch>')
    .description('write to those whom a batch that was cut off did not reach; nobody gets it twice')
    .option('--retry-failed', 'also to those for whom it failed, where it is certain that nothing arrived')
    .action(
      action({
        asServed: true,
        answer: SendResult,
        run: (app, [batch = ''], options) =>
          sending(app, options, (progress) =>
            resumeBatch(app, batch, { retriesFailed: options.retryFailed === true, progress }),
          ),
        print: printResult,
      }),
    );
  notify
    .command('batches')
    .description('the latest batches of messages, and how many of each were sent')
    .option('--unfinished', 'only those that were cut off, or are being sent')
    .action(
      action({
        answer: Batches,
        run: (app, _args, { unfinished }) => listBatches(app, unfinished ? 'unfinished' : 'all'),
        print: async ({ items }, at) => (await import('./print.ts')).printBatches(items, at),
      }),
    );
  notify
    .command('history')
    .description('the messages that were sent or failed, the last first')
    .addOption(new Option('--channel <channel>').choices(ChannelName.options))
    .addOption(new Option('--result <result>').choices(['sent', 'failed']))
    .option('--member <id>', 'of one member')
    .option('--batch <batch>', 'of one batch')
    .option('--from <date>', 'from this day on')
    .option('--to <date>', 'up to this day')
    .option('--page <number>', 'which page')
    .option('--page-size <number>', 'so many on a page')
    .action(
      action({
        answer: HistoryPage,
        flags: { memberId: '--member', batchId: '--batch' },
        run: (app, _args, options) => listHistory(app, historyQuery(options)),
        print: async (page, at) => (await import('./print.ts')).printHistory(page, at),
      }),
    );
}

function sendingCommands(notify: Command): void {
  notify
    .command('email')
    .description('write an e-mail; everybody gets one of their own')
    .option('--member <id>', 'to a member; may be repeated', collect)
    .option('--to <address>', 'to an address; may be repeated', collect)
    .requiredOption('--subject <text>', 'the subject')
    .option('--body <text>', 'the text')
    .addOption(new Option('--body-file <file>', 'the text from a file; - for standard input').conflicts('body'))
    .addOption(
      new Option('--language <language>', "of what stands around the text; left out, the church's").choices(
        Locale.options,
      ),
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
  notify
    .command('line')
    .description('write to members and groups on LINE')
    .option('--member <id>', 'to a member; may be repeated', collect)
    .option('--group <id>', 'to a group; may be repeated', collect)
    .option('--body <text>', 'the text')
    .addOption(new Option('--body-file <file>', 'the text from a file; - for standard input').conflicts('body'))
    .option('--fallback-to-email', 'by e-mail to members whom LINE does not reach')
    .addHelpText('after', '\nExample:\n  $ vestry notify line --group 1 --body "Service at 10 today"')
    .action(
      action({
        asServed: true,
        answer: SendResult,
        flags: { memberIds: '--member', groupIds: '--group', body: '--body or --body-file' },
        run: (app, _args, options) => line(app, options),
        print: printResult,
      }),
    );
}

function email(app: App, options: Options): Promise<SendResult> {
  const { member, to, subject, language } = options;
  const message = decode(EmailMessage, {
    memberIds: readIds(member),
    emails: to ?? [],
    subject,
    body: readText(options),
    ...(language !== undefined && { locale: language }),
  });
  return sending(app, options, (progress) => sendEmail(app, message, progress));
}

function line(app: App, options: Options): Promise<SendResult> {
  const { member, group, fallbackToEmail = false } = options;
  const body = readText(options);
  const message = decode(LineMessage, { memberIds: readIds(member), groupIds: readIds(group), body, fallbackToEmail });
  return sending(app, options, (progress) => sendLine(app, message, progress));
}

/** Ids as numbers; what is none stays as it is, for the schema to refuse. */
function readIds(given: unknown): unknown[] {
  return ((given ?? []) as string[]).map((text) => (/^\d{1,15}$/.test(text) ? Number(text) : text));
}

const STANDARD_INPUT = 0;

function readText({ body, bodyFile }: Options): unknown {
  if (typeof bodyFile !== 'string') return body;
  const name = bodyFile === '-' ? 'Standard input' : bodyFile;
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(bodyFile === '-' ? STANDARD_INPUT : bodyFile);
  } catch (error) {
    throw new AppError('not_found', `${name} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const recognised = recogniseText(bytes);
  if (recognised) return recognised.text;
  throw badField('body', 'invalid_text', `is not in an encoding that can be told: save ${name} as UTF-8`);
}

function historyQuery({ channel, result, member, batch, from, to, page, pageSize }: Options): HistoryQuery {
  return decode(HistoryQuery, { channel, result, memberId: member, batchId: batch, from, to, page, pageSize });
}
