/**
 * Decides which rows show `Likely double`. A row stops showing this when one of the two gifts is changed or deleted, or
 * when the person presses `Not a double`.
 */
import { remember, remembered } from '../../kit/tab-memory.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { doublesOf } from './doubles.ts';
import type { Row } from './rows.ts';

/**
 * The gift that a row repeats: the row number of a gift in this offering, or `elsewhere` for a gift of the same day
 * that is not in this offering.
 */
export type Double = number | 'elsewhere';

/**
 * The names of two values in the session storage of the tab. The values contain keys of gifts, not names or amounts.
 */
const DISMISSED = 'vestry-no-double';
const ELSEWHERE = 'vestry-double-elsewhere';

/**
 * Maps the key of each gift that the service reported as a likely double to the id of the gift that it repeats.
 */
const elsewhere = new Map<string, number>(kept(ELSEWHERE) as [string, number][]);

/** Records that a gift repeats the gift with the id `duplicateOf` in the books. */
export function noteDouble(key: string, duplicateOf: number): void {
  elsewhere.set(key, duplicateOf);
  remember(ELSEWHERE, [...elsewhere]);
}

/** Forgets that a gift is a likely double. Called after the gift was corrected or deleted. */
export function forgetDouble(key: string): void {
  if (elsewhere.delete(key)) remember(ELSEWHERE, [...elsewhere]);
}

/** Returns the likely doubles among the rows, by row key, and a function that marks a row as not a double. */
export function useDoubles(rows: readonly Row[]) {
  const [dismissed, setDismissed] = useState(() => kept(DISMISSED) as readonly string[]);
  useEffect(() => {
    if (dismissed.length > 0) remember(DISMISSED, dismissed);
  }, [dismissed]);
  useEffect(() => {
    // Once the repeated gift is among the rows, `doublesOf` finds the double without the report of the service.
    const ids = new Set(rows.map(({ gift }) => gift?.id));
    for (const [key, id] of elsewhere) if (ids.has(id)) forgetDouble(key);
  }, [rows]);
  const doubles = useMemo(() => {
    const inOffering = doublesOf(rows);
    const known = new Set(dismissed);
    const entries = rows.flatMap(({ key }): [string, Double][] => {
      const first = inOffering.get(key);
      if (known.has(pairOf(key, first)) || (!first && !elsewhere.has(key))) return [];
      return [[key, first?.number ?? 'elsewhere']];
    });
    return new Map(entries);
  }, [rows, dismissed]);
  // `dismissDouble` is the same function in every render, so that it does not cause rows to be rendered again.
  const latest = useRef(rows);
  latest.current = rows;
  const dismissDouble = useCallback((key: string) => {
    const pair = pairOf(key, doublesOf(latest.current).get(key));
    setDismissed((pairs) => [...pairs, pair]);
  }, []);
  return { doubles, dismissDouble };
}

/**
 * Returns a name for a pair of gifts. `Not a double` dismisses only this pair. If the gift later repeats a third gift,
 * its row shows `Likely double` again.
 */
function pairOf(key: string, first: Row | undefined): string {
  return `${key} ${first?.key ?? 'elsewhere'}`;
}

function kept(name: string): readonly unknown[] {
  const list = remembered(name, []);
  return Array.isArray(list) ? list : [];
}
