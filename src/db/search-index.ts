/**
 * Writes the search index, which all searches share. The number of an entry encodes the kind and the id of the row, and
 * whether its texts are repetitive, so that most searches need not read the rows.
 */
import { breathe } from '../lib/chunks.ts';
import type { Db } from './connect.ts';
import { insertRows } from './insert.ts';
import { partsOf } from './search-parts.ts';
import { digitsOf, type Document, KINDS, type SearchKind } from './search-texts.ts';

/**
 * The number of ids reserved for each kind. With the last binary digit, which marks repetitive texts, entry numbers
 * stay below 2^53.
 */
export const SPAN = 2 ** 48;
/**
 * The maximum number of entries that are written at once, and the maximum work of writing them, measured in parts
 * (`search-parts.ts`). Writing them takes a few milliseconds.
 */
const MOST_ENTRIES = 50;
const LARGEST_PIECE = 2000;
/** How many characters can be folded and split in the time that it takes to write one part. */
const CHARACTERS_A_PART = 5;

type Entry = { rowid: number; parts: string };

/** Returns the number of an entry. */
export function entryId(kind: SearchKind, id: number, isRepetitive: boolean): number {
  return (KINDS.indexOf(kind) * SPAN + id) * 2 + (isRepetitive ? 1 : 0);
}

/**
 * Returns the index entry of a row, and the work of writing that entry, measured in parts. If a row has no texts, its
 * entry is empty and no search finds the row.
 */
export function entryOf(kind: SearchKind, document: Document): { entry: Entry; work: number } {
  const { parts, isRepetitive, length } = partsOf(document);
  const entry = { rowid: entryId(kind, document.id, isRepetitive), parts: parts.join(' ') };
  return { entry, work: parts.length + length / CHARACTERS_A_PART };
}

/** Adds new rows to the index, so that searches find them by these texts. */
export async function addTexts(db: Db, kind: SearchKind, documents: readonly Document[]): Promise<void> {
  await inPieces(kind, documents, ({ entries }) => insertRows(db, 'searchIndex', entries));
  await addPhones(db, kind, documents);
}

/** Adds the entries of the telephone numbers of members. */
async function addPhones(db: Db, kind: SearchKind, documents: readonly Document[]): Promise<void> {
  if (kind !== 'member') return;
  const phones = documents.flatMap(({ id, phone }) => (phone ? [{ id, texts: [digitsOf(phone)] }] : []));
  await inPieces('memberPhone', phones, ({ entries }) => insertRows(db, 'searchIndex', entries));
}

/** Replaces the entries of rows, so that searches find the rows by these texts and no others. */
export async function indexTexts(db: Db, kind: SearchKind, documents: readonly Document[]): Promise<void> {
  await inPieces(kind, documents, async ({ entries, ids }) => {
    await removeTexts(db, kind, ids);
    await insertRows(db, 'searchIndex', entries);
  });
  await addPhones(db, kind, documents);
}

/** Removes rows from the index, so that no search finds them. */
export async function removeTexts(db: Db, kind: SearchKind, ids: readonly number[]): Promise<void> {
  const kinds: SearchKind[] = kind === 'member' ? ['member', 'memberPhone'] : [kind];
  const rowids = kinds.flatMap((kind) => ids.flatMap((id) => [entryId(kind, id, false), entryId(kind, id, true)]));
  await db.deleteFrom('searchIndex').where('rowid', 'in', rowids).execute();
}

type Piece = { ids: number[]; entries: Entry[] };

/** Makes index entries and writes them piece by piece. Other requests run between two pieces. */
async function inPieces(
  kind: SearchKind,
  documents: readonly Document[],
  write: (piece: Piece) => Promise<void>,
): Promise<void> {
  let [ids, entries, work]: [number[], Entry[], number] = [[], [], 0];
  for (const document of documents) {
    const next = entryOf(kind, document);
    if (ids.length === MOST_ENTRIES || (ids.length > 0 && work + next.work > LARGEST_PIECE)) {
      await write({ ids, entries });
      await breathe();
      [ids, entries, work] = [[], [], 0];
    }
    ids.push(document.id);
    if (next.entry.parts !== '') entries.push(next.entry);
    work += next.work;
  }
  if (ids.length > 0) await write({ ids, entries });
}
