/** What is half typed in the rows of an offering, in memory and, a moment later, on this computer. */
import { useMemo, useRef } from 'react';
import { keptDrafts } from './drafts.ts';
import { withGone } from './gone-rows.ts';
import { firstHalfTyped, type HalfTyped, halfTypedRows } from './half-typed.ts';
import type { Row } from './rows.ts';

/** The drafts of the grid. They are not React state, so that a key press renders only the editor and not every row. */
export function useDrafts(ownerId: number, sessionId: number, rows: readonly Row[]) {
  // What was half typed when the tab was closed; a gift that got through all the same is not offered once more.
  const halfTyped = useMemo(() => {
    const known = new Set(rows.map(({ key }) => key));
    return keptDrafts({ ownerId, sessionId }, (key) => known.has(key));
    // Runs only when the grid appears.
    // eslint-disable-next-line react/exhaustive-deps
  }, []);
  const drafts = useRef<Readonly<Record<string, HalfTyped>>>(halfTyped.drafts);
  const newKey = useRef(halfTyped.newKey);
  const seen = useRef(new Map<string, Row>());
  const shown = useRef(rows);
  const forget = (key: string) => {
    const { [key]: _gone, ...kept } = drafts.current;
    drafts.current = kept;
  };
  const drop = (key: string) => {
    forget(key);
    halfTyped.drop(key);
  };
  const isAsInBooks = (key: string, half: HalfTyped) => {
    const row = rows.find((one) => one.key === key);
    return row !== undefined && halfTypedRows({ [key]: half }, [row]).length === 0;
  };
  return {
    /** The rows, and those that somebody else deleted while they were open or half corrected here. */
    withGone: (activeKey: string) => {
      shown.current = withGone(rows, { activeKey, drafts: drafts.current, seen: seen.current });
      return shown.current;
    },
    of: (key: string) => drafts.current[key],
    keep: (key: string, half: HalfTyped) => {
      if (isAsInBooks(key, half)) return drop(key);
      drafts.current = { ...drafts.current, [key]: half };
      halfTyped.keep(key, half, newKey.current);
    },
    /** Forgets it here; what is kept on the computer stays until `dropKept`. */
    forget,
    dropKept: halfTyped.drop,
    drop,
    /** The key of the gift that is typed at the end; the next one gets another. */
    takeNewKey: () => {
      const key = newKey.current;
      newKey.current = crypto.randomUUID();
      return key;
    },
    isHalfTyped: (row: Row) => halfTypedRows(drafts.current, [row]).includes(row.key),
    firstHalfTyped: () => firstHalfTyped(drafts.current, shown.current),
  };
}
