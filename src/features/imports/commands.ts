import type { Command } from 'commander';
import { action } from '../../cli/action.ts';
import { table } from '../../cli/print.ts';
import { ImportRecords } from './schema.ts';
import { listImports } from './service.ts';

/** Adds `vestry import list`. */
export function importListCommand(family: Command): void {
  family
    .command('list')
    .description('what was imported, the last first')
    .action(action({ answer: ImportRecords, run: listImports, print: printImports }));
}

const COLUMNS = ['Import', 'What', 'File', 'Rows', 'Made', 'When', 'By', 'Undone'].map((title) => ({ title }));

function printImports({ items }: ImportRecords): string {
  if (items.length === 0) return 'Nothing was imported.';
  const rows = items.map(({ id, kind, fileName, rows, created, at, byName, undoneAt }) => [
    String(id),
    kind,
    fileName,
    String(rows),
    Object.entries(created)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
    at.slice(0, 16).replace('T', ' '),
    byName,
    undoneAt === null ? '' : undoneAt.slice(0, 10),
  ]);
  return table(COLUMNS, rows);
}
