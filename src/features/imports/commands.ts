import type { Command } from 'commander';
import { action, type LocalTime } from '../../cli/kit/action.ts';
import { type Column, table } from '../../cli/kit/print.ts';
import { counted, printable } from '../../lib/text.ts';
import { decode } from '../../validate.ts';
import { ImportPath, ImportRecords, ImportUndo } from './schema.ts';
import { listImports } from './service.ts';
import { undoImport } from './undo.ts';

/** Adds `vestry import list`. */
export function importListCommand(family: Command): void {
  family
    .command('list')
    .description('list the imports, the latest first')
    .action(action({ answer: ImportRecords, run: (app) => listImports(app), print: printImports }));
}

/** Adds `vestry import undo`. */
export function importUndoCommand(family: Command): void {
  family
    .command('undo <id>')
    .description('undo a whole import; may be refused if somebody has used or changed its records since then')
    .action(
      action({
        answer: ImportUndo,
        run: (app, [id]) => undoImport(app, decode(ImportPath, { import: id }).import),
        print: printUndo,
      }),
    );
}

const NAMES: Readonly<Record<string, readonly [one: string, many?: string]>> = {
  members: ['member'],
  givings: ['giving'],
  expenses: ['expense'],
  familyUnits: ['family', 'families'],
  offeringSessions: ['offering session'],
  transfers: ['transfer'],
  payoutRows: ['row of the service', 'rows of the service'],
};

function listOf(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).filter(([, count]) => count > 0);
  return entries.map(([name, count]) => counted(count, ...(NAMES[name] ?? [name]))).join(', ') || 'nothing';
}

function printUndo({ id, removed, kept }: ImportUndo): string {
  const stay = kept.map(({ memberId, name, reason }) => `  member ${memberId}, ${name}, ${reason}`);
  return [`Import ${id} is undone. Removed: ${listOf(removed)}.`, ...(stay.length > 0 ? ['Kept:', ...stay] : [])].join(
    '\n',
  );
}

function printImports({ items }: ImportRecords, at: LocalTime): string {
  if (items.length === 0) return 'Nothing has been imported yet.';
  const columns: Column<ImportRecords['items'][number]>[] = [
    { title: 'Import', align: 'right', cell: ({ id }) => id },
    { title: 'What', cell: ({ kind }) => kind },
    { title: 'File', cell: ({ fileName }) => printable(fileName) },
    { title: 'Rows', align: 'right', cell: ({ rows }) => rows },
    { title: 'Made', cell: ({ created }) => listOf(created) },
    { title: 'When', cell: (one) => at(one.at) },
    { title: 'By', cell: ({ byName }) => byName },
    { title: 'Undone', cell: ({ undoneAt }) => undoneAt && at(undoneAt) },
  ];
  return table(columns, items);
}
