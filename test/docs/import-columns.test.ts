/** Checks that docs/import-export.md lists every field of an import, with column names that the import accepts. */
import { expect, test } from 'vitest';
import { GIVING_IMPORT_FIELDS } from '../../src/features/giving/import/columns.ts';
import { PAYOUT_TARGET } from '../../src/features/giving/payouts/columns.ts';
import { MEMBER_IMPORT_FIELDS } from '../../src/features/people/import/columns.ts';
import { EXPENSE_IMPORT_FIELDS } from '../../src/features/spending/import/columns.ts';
import { type ImportField, matchColumns } from '../../src/lib/import-columns.ts';
import { readDocument } from '../support/markdown.ts';

const [, ...TABLES] = readDocument('docs/import-export.md').text.split(
  '\n| field | other accepted names |\n|---|---|\n',
);

/** Returns the fields and column names in each row of a table, without text in brackets or after a colon. */
function rowsOf(table: string): { fields: string[]; names: string[] }[] {
  const lines = table.split('\n\n')[0]?.split('\n') ?? [];
  return lines.map((line) => {
    const [, first = '', also = ''] = line.split(/(?<!\\)\|/);
    const [names = ''] = also.replaceAll(/ \([^)]*\)/g, '').split(':');
    return {
      fields: Array.from(first.matchAll(/`(\w+)`/g), ([, field = '']) => field),
      names: names
        .split(/[,;]| then /)
        .map((name) => name.replace(/^ *then /, '').trim())
        .filter(Boolean),
    };
  });
}

test.each<[string, number, readonly ImportField<string>[]]>([
  ['people', 0, MEMBER_IMPORT_FIELDS],
  ['givings', 1, GIVING_IMPORT_FIELDS],
  ['expenses', 2, EXPENSE_IMPORT_FIELDS],
  ['payouts', 3, PAYOUT_TARGET.fields],
])(
  'the table of %s lists every field once, and an import reads the listed column names as that field',
  (_kind, index, fields) => {
    const rows = rowsOf(TABLES[index] ?? '');
    expect(rows.flatMap((row) => row.fields).toSorted()).toEqual(fields.map(({ name }) => name).toSorted());
    const read = (name: string) => matchColumns([name], fields, new Map()).columns[0]?.field.name;
    const wrong = rows.flatMap((row) => row.names.filter((name) => !row.fields.includes(read(name) ?? '')));
    expect(wrong).toEqual([]);
    expect(rows.flatMap((row) => row.names).length).toBeGreaterThan(10);
  },
);
