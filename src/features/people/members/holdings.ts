/** What rooms hold of members, and what becomes of it when a member is merged, erased or taken back. Each room declares its own. */
import type { App } from '../../../app.ts';
import type { Point } from '../../../declarations.ts';

/** A member as other rooms name them. */
export type Named = { id: number; name: string };

/** Who is to be erased: all ids under which they were ever known, and their e-mail address. */
export type Erased = Named & { ids: readonly number[]; email: string | null };

/** What a room holds of members in one kind of record. */
export type Holding = {
  /** The columns that refer to a member, as `table.column`; a test compares them with the foreign keys of the database. */
  columns: readonly `${string}.${string}`[];
  /** Gives what is the one's to the other, into whom they are merged. Must run inside the transaction of the merge. */
  move: (app: App, from: Named, to: Named) => Promise<void>;
  /**
   * Takes a person out for good; the record stays where it is needed without them. Returns the ids of the records, by the name
   * under which the audit log lists them. Must run inside the transaction of the purge.
   */
  erase: (app: App, person: Erased) => Promise<Readonly<Record<string, readonly number[]>>>;
  /** What refers to each of the members, in words such as `giving 17`, so that they cannot be taken back. */
  references?: (app: App, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** The last day for whose sake who it was is kept, or null: the day of the last giving. */
  lastDay?: (app: App, memberId: number) => Promise<string | null>;
};

export const HOLDINGS: Point<readonly Holding[]> = { name: 'what rooms hold of members' };

/** The holdings of all rooms. */
export async function holdings({ declared }: App): Promise<readonly Holding[]> {
  return (await declared(HOLDINGS)).flat();
}
