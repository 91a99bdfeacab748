import { hasIrs } from '../../../lib/country.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readTexts } from '../../../package.ts';

/**
 * Returns the texts of a template for a church in a country. Outside the United States, those of `elsewhere` replace the
 * sentences that the IRS asks for; an empty text is left out.
 */
export function readTextsFor(country: string | null, locale: Locale, name: string): Record<string, unknown> {
  const { elsewhere, ...texts } = readTexts(locale, name) as Record<string, unknown> & { elsewhere: object };
  return hasIrs(country) ? texts : { ...texts, ...elsewhere };
}
