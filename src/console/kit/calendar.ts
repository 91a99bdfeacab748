/** Lists of months and time zones to choose from. */
import type { Language } from '../i18n/i18n.ts';

type Option = { value: string; label: string };

/** Returns the months from 1 to 12 with their names in a language. */
export function monthNames(language: Language): Option[] {
  const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1),
    label: name.format(new Date(Date.UTC(2026, index, 1))),
  }));
}

/** Returns all time zones that the browser knows, and the given one. */
export function timeZones(value: string): Option[] {
  const zones = [...new Set([value, ...Intl.supportedValuesOf('timeZone')])].toSorted();
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}
