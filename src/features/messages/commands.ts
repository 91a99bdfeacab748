import { type Command, Option } from 'commander';
import { action, type Options } from '../../cli/kit/action.ts';
import { sending } from './sending-cli.ts';
import type { App } from '../../app.ts';
import { decode } from '../../validate.ts';
import { memberIn } from '../people/members/member-cli.ts';
import { resumeBatch, stopBatch } from './batches.ts';
import { getBatch, listBatches, listHistory } from './history.ts';
import { printResult } from './message-options-cli.ts';
import { BatchDetail, Batches, ChannelName, FINAL_RESULTS, HistoryPage, HistoryQuery, SendResult } from './schema.ts';

/** Adds `vestry notify resume`, `stop`, `batches` and `history`. */
export function messageCommands(notify: Command): void {
  batchCommands(notify);
  historyCommand(notify);
}

function batchCommands(notify: Command): void {
  notify
    .command('resume <batch>')
    .description('send the rest of a batch that was cut off, stopped or waits; nobody gets a message twice')
    .option('--retry-failed', 'also send the messages that failed, unless they could arrive twice')
    .option(
      '--retry-unknown',
      'also send the messages of which nobody knows whether they arrived; they may arrive twice',
    )
    .action(
      action({
        asServed: true,
        answer: SendResult,
        run: (app, [batch = ''], options) =>
          sending(app, options, (progress) =>
            resumeBatch(app, batch, {
              retriesFailed: options.retryFailed === true,
              retriesUnknown: options.retryUnknown === true,
              progress,
            }),
          ),
        print: printResult,
      }),
    );
  notify
    .command('stop <batch>')
    .description('send no more of a batch, until somebody resumes it')
    .action(
      action({
        answer: BatchDetail,
        run: async (app, [batch = '']) => {
          await stopBatch(app, batch);
          return getBatch(app, batch);
        },
        print: async (batch, at) => (await import('./print.ts')).printBatches([batch], at),
      }),
    );
  notify
    .command('batches')
    .description('list the latest batches of messages, and how many messages of each were sent')
    .option('--unfinished', 'only batches that were cut off or are being sent')
    .action(
      action({
        answer: Batches,
        run: (app, _args, { unfinished }) => listBatches(app, unfinished ? 'unfinished' : 'all'),
        print: async ({ items }, at) => (await import('./print.ts')).printBatches(items, at),
      }),
    );
}

function historyCommand(notify: Command): void {
  notify
    .command('history')
    .description('list the messages that were sent or failed, or of which nobody knows, the latest first')
    .addOption(new Option('--channel <channel>').choices(ChannelName.options))
    .addOption(new Option('--result <result>').choices(FINAL_RESULTS))
    .option('--member <name>', 'only this member: a name or an id')
    .option('--batch <batch>', 'only this batch')
    .option('--from <date>', 'the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .option('--page <number>', 'which page to show (default: 1)')
    .option('--page-size <number>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        answer: HistoryPage,
        flags: { memberId: '--member', batchId: '--batch' },
        run: async (app, _args, options) => listHistory(app, historyQuery(await withMember(app, options))),
        print: async (page, at) => (await import('./print.ts')).printHistory(page, at),
      }),
    );
}

/** Returns the options with the id of the member whom they name. */
async function withMember(app: App, options: Options): Promise<Options> {
  const { member } = options;
  return typeof member === 'string' ? { ...options, member: await memberIn(app, member) } : options;
}

function historyQuery({ channel, result, member, batch, from, to, page, pageSize }: Options): HistoryQuery {
  return decode(HistoryQuery, { channel, result, memberId: member, batchId: batch, from, to, page, pageSize });
}
