import type { Selectable } from 'kysely';
import { type App, actorId, now } from '../../app.ts';
import { notFound } from '../../errors.ts';
import { record } from '../audit/service.ts';
import { dayOf } from '../church/profile/service.ts';
import { findByHash, findImport, insertImport, listImports as readImports } from './queries.ts';
import { countOf, type IdRange, idsOf, rangesOf } from './rules.ts';
import type { ImportKind, ImportRecord, ImportRecords } from './schema.ts';
import { sheetRefused } from './refused.ts';
import type { ImportRecordTable } from './table.ts';

/** The file that an import reads. */
export type ImportSource = { fileName: string; fileHash: string };

type NewImport = {
  kind: ImportKind;
  source: ImportSource;
  rows: number;
  /** The ids of the added records, by kind. */
  created: Readonly<Record<string, readonly number[]>>;
};

/**
 * Records an import and what it added. Must run in the transaction of the import. Returns the id with which the import
 * can be undone.
 */
export async function recordImport(app: App, { kind, source, rows, created }: NewImport): Promise<number> {
  const made = Object.entries(created).filter(([, ids]) => ids.length > 0);
  const ranges = Object.fromEntries(made.map(([name, ids]): [string, IdRange[]] => [name, rangesOf(ids)]));
  const id = await insertImport(app.db, {
    kind,
    ...source,
    rows,
    created: JSON.stringify(ranges),
    at: now(app),
    by: actorId(app),
    byName: app.actor.name,
    undoneAt: null,
    undoneBy: null,
  });
  const counts = made.map(([name, ids]): [string, [null, number]] => [name, [null, ids.length]]);
  const changes = { kind: [null, kind], fileName: [null, source.fileName], ...Object.fromEntries(counts) };
  await record(app, { action: 'ImportCompleted', entityType: 'Import', entityId: id, changes: changes as never });
  return id;
}

/** The file, what is imported from it, and whether it may be imported again. */
type Arrival = { kind: ImportKind; source: ImportSource; allowDuplicates: boolean };

/**
 * Returns the id of an earlier import of the same file, if that import was not undone; otherwise null. Raises
 * `file_refused` if there is such an import and the file may not be imported again.
 */
export async function earlierImport(app: App, { kind, source, allowDuplicates }: Arrival): Promise<number | null> {
  const earlier = await findByHash(app.db, kind, source.fileHash);
  if (!earlier || allowDuplicates) return earlier?.id ?? null;
  const { id, at } = earlier;
  throw sheetRefused(
    'imported_before',
    `Nothing was imported. The same file was imported before, as import ${id} on ${await dayOf(app, at)}. ` +
      `Undo that import first: vestry import undo ${id}. Or import the file again with --allow-duplicates.`,
  );
}

/** Returns every import, or those of one kind, the latest first. */
export async function listImports(app: App, kind?: ImportKind): Promise<ImportRecords> {
  const rows = await readImports(app.db);
  return { items: rows.filter((row) => kind === undefined || row.kind === kind).map(toImport) };
}

/** An import, and a function that returns the ids of the records of a kind that it added. */
export type Made = { record: ImportRecord; idsOf: (name: string) => number[] };

/** Returns an import and what it added. Throws `not_found`. */
export async function getImport(app: App, id: number): Promise<Made> {
  const row = await findImport(app.db, id);
  if (!row) throw notFound('import');
  const made = JSON.parse(row.created) as Record<string, IdRange[]>;
  return { record: toImport(row), idsOf: (name) => idsOf(made[name] ?? []) };
}

function toImport(row: Selectable<ImportRecordTable>): ImportRecord {
  const ranges = Object.entries(JSON.parse(row.created) as Record<string, IdRange[]>);
  return { ...row, created: Object.fromEntries(ranges.map(([name, ids]) => [name, countOf(ids)])) };
}
