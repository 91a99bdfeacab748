/**
 * What rooms know of members, and what happens to it when a member is merged or erased, or an import is undone. Each
 * room declares its own.
 */
import type { App } from '../../../app.ts';
import type { Point } from '../../../room-declarations.ts';

/** A member as other rooms name them. */
export type Named = { id: number; name: string };

/** The person to be erased: all ids that they ever had, and their e-mail address. */
export type Erased = Named & { ids: readonly number[]; email: string | null };

/** What a room knows of members in one kind of record. */
export type MemberReferences = {
  /**
   * The columns that refer to a member, as `table.column`. A test compares them with the foreign keys of the database.
   */
  columns: readonly `${string}.${string}`[];
  /**
   * Moves records of one member to the other, into whom they are merged. Must run inside the transaction of the merge.
   */
  move: (app: App, from: Named, to: Named) => Promise<void>;
  /**
   * Removes a person for good; the record stays if it is needed without them. Returns the ids of the records, by the
   * name under which the audit log lists them. Must run inside the transaction of the purge.
   */
  erase: (app: App, person: Erased) => Promise<Readonly<Record<string, readonly number[]>>>;
  /** Returns what refers to each of the members, in words such as `giving 17`. Their import then cannot be undone. */
  references?: (app: App, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Returns the last day for which records of the member must be kept, or null: the day of the last giving. */
  lastDay?: (app: App, memberId: number) => Promise<string | null>;
};

export const MEMBER_REFERENCES: Point<readonly MemberReferences[]> = { name: 'references to members' };

/** What all rooms declare of their references to members. */
export async function memberReferences({ declared }: App): Promise<readonly MemberReferences[]> {
  return (await declared(MEMBER_REFERENCES)).flat();
}
