/** Finds what only the whole of a CSV file shows: the sign of decimals, and whether debits are negative. */
import { inChunks } from '../../../lib/chunks.ts';
import { LINES_AT_ONCE } from './statement.ts';
import type { SheetRow } from '../../../lib/sheet.ts';
import { type DecimalSign, isNegative, readAmount, signShown } from './amounts.ts';
import type { Column, Indexes } from './csv-columns.ts';
import type { CsvMapping } from './schema.ts';

export type Survey = {
  /** The sign before decimals. Undefined if no amount shows it, or if amounts contradict each other. */
  decimal: DecimalSign | undefined;
  /** Whether all amounts in the column are negative, so that their sign is part of the column's meaning. */
  negative: Record<'debit' | 'credit', boolean>;
  /** The currency of all rows, if they name one and the same. */
  currency: string | undefined;
};

const AMOUNTS = ['amount', 'debit', 'credit', 'balance'] as const;

/** Reads the amounts and currencies of all rows once. */
export async function surveyOf(rows: readonly SheetRow[], indexes: Indexes, mapping: CsvMapping): Promise<Survey> {
  const signs = new Set<DecimalSign>();
  const currencies = new Set<string>();
  const seen = { debit: new Set<boolean>(), credit: new Set<boolean>() };
  const cellOf = (row: SheetRow, column: Column) => row.cells[indexes[column] ?? -1] ?? '';
  const look = (row: SheetRow) => {
    for (const column of AMOUNTS) {
      const sign = signShown(cellOf(row, column));
      if (sign) signs.add(sign);
    }
    for (const column of ['debit', 'credit'] as const) {
      const read = readAmount(cellOf(row, column), mapping.decimalSign ?? '.');
      if ('amount' in read && read.amount !== 0) seen[column].add(isNegative(cellOf(row, column)));
    }
    const currency = cellOf(row, 'currency').toUpperCase();
    if (/^[A-Z]{3}$/.test(currency)) currencies.add(currency);
  };
  await inChunks(rows, async (part) => part.forEach(look), LINES_AT_ONCE);
  const [sign] = signs;
  const [currency] = currencies;
  const isAllNegative = (column: 'debit' | 'credit') => seen[column].has(true) && !seen[column].has(false);
  return {
    decimal: mapping.decimalSign ?? (signs.size === 1 ? sign : undefined),
    negative: { debit: isAllNegative('debit'), credit: isAllNegative('credit') },
    currency: currencies.size === 1 ? currency : undefined,
  };
}
