/** The names to choose from for the second counter. */
import { fold } from '../../../lib/fold.ts';
import { currentLanguage } from '../../i18n/i18n.ts';
import { nameText } from '../../kit/names.ts';
import { findGivers, type GiverIndex } from '../../../lib/giver-index.ts';

const SHOWN = 4;

type Known = { first: string; entered: readonly string[]; index: GiverIndex };

/**
 * Returns the people who may be the second counter: who else entered gifts in the offering, and members whose names
 * match what was typed. A name that is typed already is left out.
 */
export function secondCounters(typed: string, { first, entered, index }: Known): string[] {
  const wanted = fold(typed.trim());
  const others = entered.filter((name) => fold(name).includes(wanted));
  const members = wanted === '' ? [] : findGivers(index, typed, SHOWN).map((one) => nameText(one, currentLanguage()));
  const names = new Set(
    [...others, ...members].filter((name) => name !== '' && name !== first && fold(name) !== wanted),
  );
  return [...names].slice(0, SHOWN);
}
