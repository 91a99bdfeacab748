import type { LocalTime } from '../../cli/kit/action.ts';
import { type Column, pageLine, state, table } from '../../cli/kit/print.ts';
import { printable } from '../../lib/text.ts';
import type { Batch, HistoryPage } from './schema.ts';

/** Returns a page of messages as a table. */
export function printHistory(page: HistoryPage, at: LocalTime): string {
  const columns: Column<HistoryPage['items'][number]>[] = [
    { title: 'When', cell: ({ sentAt }) => at(sentAt) },
    { title: 'Channel', cell: ({ channel }) => channel },
    { title: 'Recipient', cell: ({ recipient }) => printable(recipient) },
    { title: 'Subject', cell: ({ subject }) => subject && printable(subject) },
    {
      title: 'Result',
      cell: ({ result, error }) => (error === null ? state(result) : `${state(result)}: ${printable(error)}`),
    },
  ];
  return `${table(columns, page.items)}\n\n${pageLine(page, 'message')}`;
}

/** Returns a table of batches. Below it is the command that resumes each unfinished batch. */
export function printBatches(batches: readonly Batch[], at: LocalTime): string {
  if (batches.length === 0) return 'There are no batches.';
  const columns: Column<Batch>[] = [
    { title: 'Batch', cell: ({ id }) => id },
    { title: 'When', cell: ({ createdAt }) => at(createdAt) },
    { title: 'By', cell: ({ createdByName }) => printable(createdByName) },
    { title: 'Subject', cell: ({ subject }) => subject && printable(subject) },
    { title: 'Sent', align: 'right', cell: ({ sent }) => sent },
    { title: 'Failed', align: 'right', cell: ({ failed }) => failed },
    { title: 'Unknown', align: 'right', cell: ({ unknown }) => unknown },
    { title: 'Open', align: 'right', cell: ({ open }) => open },
  ];
  const open = batches.filter(({ finishedAt }) => finishedAt === null);
  const hints = open.map(({ id, nextTryAt, stoppedAt, waitsFor }) =>
    nextTryAt !== null && stoppedAt === null
      ? `The rest of ${id} is tried again from ${at(nextTryAt)} on. ${printable(waitsFor ?? '')}`
      : `To send the rest, unless the batch is being sent now: vestry notify resume ${id}`,
  );
  return [table(columns, batches), ...(hints.length > 0 ? ['', ...hints] : [])].join('\n');
}
