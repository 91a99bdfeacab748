/** What entries of the audit log tell of persons. Each room declares it for its own kinds of records. */
import type { App } from '../../app.ts';
import type { Point } from '../../declarations.ts';

/** What the entries of a room's records tell of persons. */
export type Personal = {
  /** Kinds of records that are about people in every field: a privacy request leaves nothing of their entries. */
  whole?: readonly string[];
  /** Kinds of records that name a member by two fields, which a privacy request takes out of their entries. */
  naming?: Readonly<Record<string, { id: string; name: string }>>;
  /** Fields of any entry that show a person; whoever may not read members sees them masked. */
  masked?: readonly string[];
};

export const PERSONAL: Point<Personal> = { name: 'what entries of the audit log tell of persons' };

/** The declarations of all rooms as one. */
export type Persons = Required<Personal>;

/** Puts the declarations of all rooms together. */
export async function personsOf({ declared }: Pick<App, 'declared'>): Promise<Persons> {
  const all = await declared(PERSONAL);
  return {
    whole: all.flatMap(({ whole = [] }) => whole),
    naming: Object.assign({}, ...all.map(({ naming }) => naming)) as Persons['naming'],
    masked: all.flatMap(({ masked = [] }) => masked),
  };
}

/** The fields that a privacy request may take out of the entries of a kind of record. */
export function withheldFields({ naming }: Pick<Persons, 'naming'>, entityType: string): readonly string[] {
  const fields = naming[entityType];
  return fields ? [fields.id, fields.name] : [];
}
