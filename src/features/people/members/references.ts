/**
 * The records that refer to members, and what happens to these records when a member is merged or erased, or when an
 * import is undone. Each room declares its own references.
 */
import type { App } from '../../../app.ts';
import type { Point } from '../../../room-declarations.ts';

/** The id and the full name of a member. */
export type Named = { id: number; name: string };

/** The person to erase. `ids` contains their id and the ids of all members who were merged into them. */
export type Erased = Named & { ids: readonly number[]; email: string | null };

/** How one kind of record refers to members. */
export type MemberReferences = {
  /**
   * The columns that refer to a member, as `table.column`. A test compares them with the foreign keys of the database.
   */
  columns: readonly `${string}.${string}`[];
  /**
   * Moves the records of member `from`, who is merged, to member `to`. Must run inside the transaction of the merge.
   */
  move: (app: App, from: Named, to: Named) => Promise<void>;
  /**
   * Removes a person from the records for good. A record that is still needed stays, without the person. Returns the
   * ids of the affected records. Each key is the name under which the audit log lists the ids. Must run inside the
   * transaction of the purge.
   */
  erase: (app: App, person: Erased) => Promise<Readonly<Record<string, readonly number[]>>>;
  /**
   * Returns, by member id, a record that refers to the member, in words such as `giving 17`. Members to whom no record
   * refers are left out. The import of a member to whom a record refers cannot be undone.
   */
  references?: (app: App, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /**
   * Returns the day of the member's last giving, or null. The years for which records must be kept begin on this day.
   */
  lastDay?: (app: App, memberId: number) => Promise<string | null>;
  /** Returns the day on which the member last gave something, whenever it was booked, or null. */
  lastGift?: (app: App, memberId: number) => Promise<string | null>;
};

export const MEMBER_REFERENCES: Point<readonly MemberReferences[]> = { name: 'references to members' };

/** Returns the references to members that all rooms declare. */
export async function memberReferences({ declared }: App): Promise<readonly MemberReferences[]> {
  return (await declared(MEMBER_REFERENCES)).flat();
}
