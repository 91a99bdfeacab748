/**
 * Decides which rows show `Likely double`. A row stops showing it when one of the two gifts is changed or deleted, or
 * when somebody presses `Not a double`.
 */
import { remember, remembered } from '../../kit/tab-memory.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { doublesOf } from './doubles.ts';
import type { Row } from './rows.ts';

/**
 * The gift that a row repeats: the number of its row, or `elsewhere` for a gift of the same day outside this offering.
 */
export type Double = number | 'elsewhere';

/** Names of values in the session storage of the tab. The values contain keys of gifts, but no names or amounts. */
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

/** Returns the doubles among the rows by their keys, and a function that marks a row as not a double. */
export function useDoubles(rows: readonly Row[]) {
  const [dismissed, setDismissed] = useState(() => kept(DISMISSED) as readonly string[]);
  useEffect(() => {
    if (dismissed.length > 0) remember(DISMISSED, dismissed);
  }, [dismissed]);
  useEffect(() => {
    // Once the repeated gift is among the rows, `doublesOf` finds the double as long as both gifts exist.
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
  // The function stays the same between renders, so that no row is rendered again because of it.
  const latest = useRef(rows);
  latest.current = rows;
  const dismissDouble = useCallback((key: string) => {
    const pair = pairOf(key, doublesOf(latest.current).get(key));
    setDismissed((pairs) => [...pairs, pair]);
  }, []);
  return { doubles, dismissDouble };
}

/** Returns a name for the two gifts. A dismissed gift is marked again if it later repeats a third gift. */
function pairOf(key: string, first: Row | undefined): string {
  return `${key} ${first?.key ?? 'elsewhere'}`;
}

function kept(name: string): readonly unknown[] {
  const list = remembered(name, []);
  return Array.isArray(list) ? list : [];
}
