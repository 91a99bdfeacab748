/** Refuses a CSV file with a column that nothing reads and that may matter, such as a fee or a status. */
import { AppError } from '../../../errors.ts';
import type { SheetRow } from '../../../lib/sheet.ts';
import { bearingColumns, costsOf } from '../../imports/bearing.ts';
import { guessMapping, type MappingGuess } from './csv-guess.ts';
import { type Indexes, placeOf } from './csv-columns.ts';
import type { CsvMapping } from './schema.ts';

type File = { text: string; header: readonly string[]; rows: readonly SheetRow[]; indexes: Indexes };

/**
 * Throws `file_refused` if a column bears on something, as `imports/bearing.ts` says, and the mapping neither reads nor ignores
 * it. The refusal has the names of the columns as `unread`, and a `guess`: the mapping, which also reads those of them that it
 * can, such as a status.
 */
export async function refuseUnread({ text, header, rows, indexes }: File, mapping: CsvMapping): Promise<void> {
  const known = [
    ...Object.values(indexes),
    ...(await costsOf({ header, rows }, indexes.amount, 'net')),
    ...mapping.ignore.map((name) => placeOf(name, header)),
  ];
  const found = await bearingColumns('bank', { header, rows }, new Set(known));
  if (found.length === 0) return;
  const unread = found.map(({ column }) => column);
  throw new AppError(
    'file_refused',
    `The file has columns that nothing reads and that may matter: ${unread.join(', ')}. Nothing was imported. ` +
      'Say which of them to read, and leave the others out.',
    { extra: { unread, guess: readingMore(await guessMapping(text), mapping, unread) } },
  );
}

/** Returns a guess with this mapping, which also reads those of the columns that show a status or a currency. */
function readingMore(guess: MappingGuess, mapping: CsvMapping, unread: readonly string[]): MappingGuess {
  const said = Object.entries(mapping).filter(([, value]) => value !== null);
  const more = (['status', 'currency'] as const).filter((field) => unread.includes(guess.mapping[field] ?? ''));
  const added = Object.fromEntries(more.map((field) => [field, guess.mapping[field]]));
  return { ...guess, mapping: { ...added, ...Object.fromEntries(said) }, missing: [], doubt: null };
}
