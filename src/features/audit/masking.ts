/**
 * Masks personal fields of audit entries for users who may not read members. An auditor, for example, sees that a field
 * changed, but not its values. Entries are masked when they are read. The stored entries do not change.
 */
import type { App } from '../../app.ts';
import { can } from '../../permissions.ts';
import type { Persons } from './persons.ts';
import { MARKS } from './redaction.ts';
import type { Changes } from './rules.ts';
import type { AuditEntry } from './schema.ts';

const MASK = '•••';

const PLAIN: ReadonlySet<string> = new Set(MARKS);

/**
 * Returns the entries as the actor may see them. Without `members.read`, personal fields of members are masked. Names
 * of actors stay visible, because actors are staff.
 */
export function asSeenBy({ actor }: App, persons: Persons, entries: readonly AuditEntry[]): AuditEntry[] {
  return can(actor, 'members.read') ? [...entries] : entries.map((entry) => withoutPeople(entry, persons));
}

function withoutPeople(entry: AuditEntry, { whole, masked: hidden }: Persons): AuditEntry {
  const { entityType, changes } = entry;
  const isHidden = (field: string) => (whole.includes(entityType) ? !PLAIN.has(field) : hidden.includes(field));
  if (!Object.keys(changes).some(isHidden)) return entry;
  const shown = Object.entries(changes).map(([field, values]): [string, Changes[string]] => [
    field,
    isHidden(field) ? [masked(values[0]), masked(values[1])] : values,
  ]);
  return { ...entry, changes: Object.fromEntries(shown) };
}

/** Null stays null, so that readers can see whether there was a value. */
const masked = (value: unknown) => (value === null ? null : MASK);
