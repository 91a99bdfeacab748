/**
 * Proves what the audit log must not contain, such as hashes of passwords and tokens, and what nobody needs to read there.
 * An entry notes a digest of such a record: an authentication code under the key that seals the log. Nobody without
 * `secrets.json` can compute the digest of other values, or learn anything from it. The field `kept` of the entry has the
 * digests by record, such as `User/5`; null means that the record is gone.
 *
 * Each room declares its records. The entry about a record notes it without further ado. A change of a record that the
 * entry is not about, such as a sign-in that ends with a new password, calls `keep` before the entry is written. All
 * records are noted when an upgrade first knows them, and when the key of the log changes.
 */
import { sql } from 'kysely';
import type { App } from '../../app.ts';
import type { Db } from '../../db/connect.ts';
import { breathe } from '../../lib/chunks.ts';
import type { Declared, Point } from '../../room-declarations.ts';
import { type Changes, judgeSeal, sealText } from './chain.ts';
import type { Fact } from './rules.ts';

/** The records of one kind. `kind` is the type of the record in the audit log. */
export type Kept = {
  kind: string;
  /** A table, or a subquery, whose column `id` identifies a record. */
  from: string;
  /** SQL for what is noted, as JSON. */
  values: string;
  /** The migration with which records of this kind, with these values, were first noted. */
  since: string;
  /** True if old records are deleted without an entry. */
  mayVanish?: boolean;
};

export const KEPT: Point<readonly Kept[]> = { name: 'records of which the audit log has a digest' };

/** The field of an entry that has the digests. */
const FIELD = 'kept';
const PAGE = 500;

/** The digests of records by name, with the entry that noted them last. */
export type Noted = Map<string, { seal: string | null; entry: number }>;

/** SQL that reads records of a kind, in the order of their ids. */
export const keptSql = ({ from, values }: Kept, where: string): string =>
  `select "id", ${values} as "values" from ${from} ${where} order by "id"`;

export type KeptRow = { id: number; values: string };

/** Returns the name of a record and its digest. */
export function noteOf({ kind }: Kept, { id, values }: KeptRow, encryptionKey: Uint8Array): [string, string] {
  return [`${kind}/${id}`, sealText(textOf(kind, id, values), encryptionKey)];
}

const textOf = (kind: string, id: number, values: string) => JSON.stringify([kind, id, values]);

/** Returns the field of an entry that has these digests, or no field if there are none. */
export function keptField(notes: Iterable<readonly [string, string | null]>): Changes {
  const all = Object.fromEntries(notes);
  return Object.keys(all).length === 0 ? {} : { [FIELD]: [null, all] };
}

/** The records that changed in a transaction since its last entry. */
const changed = new WeakMap<Db, Map<string, Set<number>>>();

/** Has the next entry of the transaction note these records, which were changed or removed. */
export function keep({ db }: App, kind: string, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const waiting = changed.get(db) ?? new Map<string, Set<number>>();
  changed.set(db, waiting.set(kind, new Set([...(waiting.get(kind) ?? []), ...ids])));
}

/** Returns the field with which an entry notes the records of these facts, and those that wait for an entry. */
export async function keptBy(app: App, facts: readonly Fact[]): Promise<Changes> {
  const kinds = await kindsOf(app.declared);
  for (const { entityType, entityId } of facts) if (kinds.has(entityType)) keep(app, entityType, [Number(entityId)]);
  const waiting = changed.get(app.db);
  if (!waiting) return {};
  changed.delete(app.db);
  const notes = new Map<string, string | null>();
  for (const [kind, ids] of waiting) {
    const kept = kinds.get(kind);
    if (!kept) throw new Error(`No room declares ${kind}.`);
    for (const id of ids) notes.set(`${kind}/${id}`, null);
    for (const row of await readKept(app.db, kept, { among: [...ids] }))
      notes.set(...noteOf(kept, row, app.secrets().encryptionKey));
  }
  return keptField(notes);
}

/** Returns the field with which an entry notes every record anew, because the key of the log has changed. */
export async function everythingKept({ db, declared, secrets }: App): Promise<Changes> {
  const notes: [string, string][] = [];
  for (const kept of (await kindsOf(declared)).values())
    for await (const rows of pagesOf(db, kept))
      notes.push(...rows.map((row) => noteOf(kept, row, secrets().encryptionKey)));
  return keptField(notes);
}

const known = new WeakMap<Declared, ReadonlyMap<string, Kept>>();

async function kindsOf(declared: Declared): Promise<ReadonlyMap<string, Kept>> {
  const kinds = known.get(declared) ?? new Map((await declared(KEPT)).flat().map((kept) => [kept.kind, kept]));
  known.set(declared, kinds);
  return kinds;
}

async function readKept(
  db: Db,
  kept: Kept,
  which: { among: readonly number[] } | { after: number },
): Promise<KeptRow[]> {
  const where = 'among' in which ? `where "id" in (${which.among.join(', ')})` : `where "id" > ${which.after}`;
  const limit = 'among' in which ? '' : ` limit ${PAGE}`;
  return (await sql.raw<KeptRow>(keptSql(kept, where) + limit).execute(db)).rows;
}

async function* pagesOf(db: Db, kept: Kept): AsyncGenerator<KeptRow[]> {
  for (let rows = await readKept(db, kept, { after: Number.MIN_SAFE_INTEGER }); rows.length > 0;) {
    yield rows;
    await breathe();
    rows = await readKept(db, kept, { after: rows.at(-1)?.id ?? 0 });
  }
}

/** Adds the digests of an entry to those of earlier entries. */
export function followKept(noted: Noted, entry: number, changes: Changes): void {
  const [, notes] = changes[FIELD] ?? [];
  if (typeof notes !== 'object' || notes === null) return;
  for (const [name, seal] of Object.entries(notes)) noted.set(name, { seal: seal as string | null, entry });
}

type Against = { noted: Noted; declared: Declared; encryptionKey: Uint8Array | undefined };

/**
 * Compares every record with the digest that the log has of it, and reports those that differ, were never noted or are
 * gone. Returns how many could not be compared, because another key made their digests.
 */
export async function compareKept(
  db: Db,
  { noted, declared, encryptionKey }: Against,
  report: (fault: string) => void,
): Promise<number> {
  let unknown = 0;
  const left = new Map(noted);
  const kinds = await kindsOf(declared);
  for (const kept of kinds.values()) {
    for await (const rows of pagesOf(db, kept)) {
      for (const { id, values } of rows) {
        const name = `${kept.kind}/${id}`;
        const { seal, entry } = noted.get(name) ?? { seal: null, entry: undefined };
        left.delete(name);
        const verdict = seal === null ? 'missing' : judgeSeal(textOf(kept.kind, id, values), seal, encryptionKey);
        if (verdict === 'key unknown') unknown += 1;
        if (verdict === 'missing')
          report(`${kept.kind} ${id} is in the books, but the audit log has not noted what is in it`);
        if (verdict === 'broken')
          report(`${kept.kind} ${id} differs from what was noted with entry ${entry} of the audit log`);
      }
    }
  }
  for (const [name, { seal }] of left) {
    const [kind = '', id] = name.split('/');
    if (seal !== null && kinds.get(kind)?.mayVanish !== true)
      report(`${kind} ${id} is gone, and the audit log does not say that it was removed`);
  }
  return unknown;
}
