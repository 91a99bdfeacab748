/** What entries of the audit log reveal about persons. Each room declares this for its own records. */
import type { App } from '../../app.ts';
import type { Point } from '../../room-declarations.ts';

/** What the entries of a room's records reveal about persons. */
export type Personal = {
  /** Record types that are entirely about people. A privacy request empties their entries. */
  whole?: readonly string[];
  /**
   * The two fields in which entries of a record type name a member, the member's id and name, and other fields that may
   * give the member away. A privacy request removes them from these entries.
   */
  naming?: Readonly<Record<string, { id: string; name: string; others?: readonly string[] }>>;
  /** Personal fields of any entry. Readers without `members.read` see them masked. */
  masked?: readonly string[];
};

export const PERSONAL: Point<Personal> = { name: 'what entries of the audit log reveal about persons' };

/** The combined declarations of all rooms. */
export type Persons = Required<Personal>;

/** Combines the declarations of all rooms. */
export async function personsOf({ declared }: Pick<App, 'declared'>): Promise<Persons> {
  const all = await declared(PERSONAL);
  let persons = combined.get(all);
  if (!persons) {
    persons = {
      whole: all.flatMap(({ whole = [] }) => whole),
      naming: Object.assign({}, ...all.map(({ naming }) => naming)) as Persons['naming'],
      masked: all.flatMap(({ masked = [] }) => masked),
    };
    combined.set(all, persons);
  }
  return persons;
}

const combined = new WeakMap<readonly Personal[], Persons>();

/** Returns the fields that a privacy request may remove from the entries of a record type. */
export function withheldFields({ naming }: Pick<Persons, 'naming'>, entityType: string): readonly string[] {
  const fields = naming[entityType];
  return fields ? [fields.id, fields.name, ...(fields.others ?? [])] : [];
}
