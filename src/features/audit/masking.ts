/**
 * Masks what the log shows to readers who may not read members: an auditor sees that a field changed, but not its
 * values. Values are masked as they are read; the entries stay whole.
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
 * Returns the entries as the actor may see them. Without `members.read`, personal fields of members are masked. The
 * names of actors are staff and stay.
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

/** Whether there was a value stays visible. */
const masked = (value: unknown) => (value === null ? null : MASK);
