import type { Exportable } from '../../../cli/kit/export.ts';
import { fieldColumns, plainColumns } from '../../../lib/export-columns.ts';
import type { Options } from '../../../cli/kit/action.ts';
import { printFormer } from '../../imports/decisions-cli.ts';
import { shownRows } from '../../imports/file-cli.ts';
import { encode } from '../../../lib/encode.ts';
import { formatMoney } from '../../../lib/money.ts';
import { counted } from '../../../lib/text.ts';
import { GIVING_COLUMNS } from './fields.ts';
import { formatParts } from './part-text.ts';
import { type ExportedGiving, Giving, type GivingImport } from './schema.ts';

/** The columns of a givings file. Imports recognize them by these names. */
export const GIVING_EXPORT: Exportable<ExportedGiving> = {
  what: 'giving',
  toWire: (giving) => encode(Giving, giving),
  columns: [
    ...plainColumns<ExportedGiving>('id'),
    ...fieldColumns<ExportedGiving>(GIVING_COLUMNS, {
      parts: ({ parts }) => parts && formatParts(parts),
      isAnonymous: ({ isAnonymous }) => String(isAnonymous),
    }),
    ...plainColumns<ExportedGiving>('reversalOf', 'reversalKind', 'createdAt', 'modifiedAt', 'createdBy', 'modifiedBy'),
  ],
};

/** Returns the result of an import as text for the terminal. */
export function printImport(result: GivingImport, _at: unknown, options: Options): string {
  const { dryRun, importId, created, totalAmount, skipped, sameFileAs } = result;
  const lines = [
    `${counted(created, 'giving')} of ${formatMoney(totalAmount)} ${dryRun ? 'would be ' : ''}imported, ` +
      `${skipped} skipped because they exist already.`,
  ];
  lines.push(...printLeftOut(result.leftOut));
  lines.push(...printWithoutGiver(result.withoutGiver));
  if (result.sessionsCreated > 0) lines.push(`New offering sessions: ${result.sessionsCreated}.`);
  if (sameFileAs !== null) lines.push(`The same file was imported before, as import ${sameFileAs}.`);
  lines.push(...printFormer(result, options), ...printGiftNotes(result));
  if (importId !== null) lines.push(`To undo this import: vestry import undo ${importId}`);
  if (dryRun) lines.push('This was a dry run: nothing was written.');
  return lines.join('\n');
}

/** Returns lines about the members that an import adds, about likely duplicates, and about gifts that look wrong. */
export function printGiftNotes({
  membersCreated,
  duplicates,
  warnings,
}: Pick<GivingImport, 'membersCreated' | 'duplicates' | 'warnings'>): string[] {
  return [
    ...shownRows(
      'New members:',
      membersCreated.map(({ line, name, memberId }) => `line ${line}: ${name} is member ${memberId}`),
    ),
    ...shownRows('Possible duplicates, included anyway:', duplicates.map(explain)),
    ...shownRows(
      'Please check, included anyway:',
      warnings.map(({ line, message }) => `line ${line}: ${message}`),
    ),
  ];
}

/** The largest number of lines that are named. */
const NAMED_LINES = 20;

/** Returns a line about the gifts for which nobody is named, if there are any. */
export function printWithoutGiver({ count, total, lines }: GivingImport['withoutGiver']): string[] {
  if (count === 0) return [];
  return [`Without a giver: ${counted(count, 'gift')} of ${formatMoney(total)} (${namedLines(lines)}).`];
}

/** Returns the words that name lines of a file, as far as there is room for them. */
export function namedLines(lines: readonly number[]): string {
  const more = lines.length > NAMED_LINES ? ` and ${lines.length - NAMED_LINES} more` : '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, NAMED_LINES).join(', ')}${more}`;
}

/** Names the rows that are no gifts. Pledges are many, so they are only counted. */
function printLeftOut(rows: GivingImport['leftOut']): string[] {
  const of = (wanted: string) => rows.filter(({ reason }) => reason === wanted);
  const shown = (reason: string, title: string) =>
    shownRows(
      title,
      of(reason).map(({ line, date, amount }) =>
        [`line ${line}:`, ...(amount === null ? [] : [formatMoney(amount)]), ...(date ? [`on ${date}`] : [])].join(' '),
      ),
    );
  const pledges = of('pledge').length;
  return [
    ...(pledges === 1 ? ['1 pledge is not a gift; left out.'] : []),
    ...(pledges > 1 ? [`${pledges} pledges are not gifts; left out.`] : []),
    ...shown('refunded', 'Refunded in full, left out:'),
    ...shown('failed', 'Not paid according to the file, left out:'),
    ...shown('other_currency', 'In another currency, left out:'),
  ];
}

function explain({ line, date, amount, givingId, duplicateOf }: GivingImport['duplicates'][number]): string {
  const twin = givingId === null ? `line ${duplicateOf}` : `giving ${givingId}`;
  return `line ${line}: ${formatMoney(amount)} on ${date}, like ${twin}`;
}
