/** Decisions about rows whose person resembles a member. */
import type { ImportChoice } from '../../lib/import-table.ts';

/** What somebody decided about a row: that it is a new person, or that it is the member with this id. */
export type Decision = 'new' | number;

/** The choice that the person in a row is new. */
export const NEW_PERSON: ImportChoice = { value: 'new', label: 'new' };

/** What was decided about rows, by line. */
export type Decisions = ReadonlyMap<number, Decision>;

/** Returns a sentence that names the members whom a row may mean, and the options that decide about the row. */
export function askedAbout(line: number, people: readonly { id: number; name: string }[]): string {
  const names = people.map(({ id, name }) => `${name} (${id})`).join(' or ');
  const [first] = people;
  return `did you mean ${names}? Decide with --same-as ${line}=${first?.id ?? 'ID'} or --new ${line}`;
}
