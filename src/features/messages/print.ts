import type { LocalTime } from '../../cli/kit/action.ts';
import { pageLine, state, table } from '../../cli/kit/print.ts';
import { printable } from '../../lib/text.ts';
import type { Batch, HistoryPage } from './schema.ts';

/** A page of messages. */
export function printHistory(page: HistoryPage, at: LocalTime): string {
  const columns = ['When', 'Channel', 'Recipient', 'Subject', 'Result'].map((title) => ({ title }));
  const rows = page.items.map(({ sentAt, channel, recipient, subject, result, error }) => [
    at(sentAt),
    channel,
    printable(recipient),
    printable(subject ?? ''),
    error === null ? state(result) : `${state(result)}: ${printable(error)}`,
  ]);
  return `${table(columns, rows)}\n\n${pageLine(page, 'message')}`;
}

/** Batches with their counts; those that were cut off with what to type. */
export function printBatches(batches: readonly Batch[], at: LocalTime): string {
  if (batches.length === 0) return 'There are none.';
  const columns = [
    ...['Batch', 'When', 'By', 'Subject'].map((title) => ({ title })),
    ...['Sent', 'Failed', 'Open'].map((title) => ({ title, align: 'right' as const })),
  ];
  const rows = batches.map(({ id, createdAt, createdByName, subject, sent, failed, open }) => [
    id,
    at(createdAt),
    printable(createdByName),
    printable(subject ?? ''),
    ...[sent, failed, open].map(String),
  ]);
  const cutOff = batches.filter(({ finishedAt }) => finishedAt === null);
  const hints = cutOff.map(({ id }) => `Send the rest, unless it is being sent now: vestry notify resume ${id}`);
  return [table(columns, rows), ...(hints.length > 0 ? ['', ...hints] : [])].join('\n');
}
