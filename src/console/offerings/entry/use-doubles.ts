/** Which rows say `Likely double`, until the gift or the other one is changed or deleted, or somebody says that it is none. */
import { remember, remembered } from '../../kit/tab-memory.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { doublesOf } from './doubles.ts';
import type { Row } from './rows.ts';

/** What a row repeats: the row with this number, or a gift of this day that is not in this offering. */
export type Double = number | 'elsewhere';

/** In the session of the tab, which signing out empties. Keys of gifts are no names and no amounts. */
const DISMISSED = 'vestry-no-double';
const ELSEWHERE = 'vestry-double-elsewhere';

/** The gifts of which the service said that they repeat one that is not among the rows, by their keys; with the ids of those. */
const elsewhere = new Map<string, number>(kept(ELSEWHERE) as [string, number][]);

/** Notes that a gift repeats another one that the service has. */
export function noteDouble(key: string, duplicateOf: number): void {
  elsewhere.set(key, duplicateOf);
  remember(ELSEWHERE, [...elsewhere]);
}

/** A gift that was corrected or deleted no longer repeats another one. */
export function forgetDouble(key: string): void {
  if (elsewhere.delete(key)) remember(ELSEWHERE, [...elsewhere]);
}

/** Returns the doubles among the rows, and a function that marks one as no double. */
export function useDoubles(rows: readonly Row[]) {
  const [dismissed, setDismissed] = useState(() => kept(DISMISSED) as readonly string[]);
  useEffect(() => {
    if (dismissed.length > 0) remember(DISMISSED, dismissed);
  }, [dismissed]);
  useEffect(() => {
    // The other gift has come into sight: from now on the rows tell whether it is still there.
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

/** Both gifts, so that a gift that repeats still another one later says so. */
function pairOf(key: string, first: Row | undefined): string {
  return `${key} ${first?.key ?? 'elsewhere'}`;
}

function kept(name: string): readonly unknown[] {
  const list = remembered(name, []);
  return Array.isArray(list) ? list : [];
}
