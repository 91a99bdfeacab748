/** The half-typed rows of an offering. They are kept in memory and, after a short delay, stored on this computer. */
import { useMemo, useRef } from 'react';
import { keptDrafts } from './drafts.ts';
import { withGone } from './gone-rows.ts';
import { firstHalfTyped, type HalfTyped, halfTypedRows } from './half-typed.ts';
import type { Row } from './rows.ts';

/**
 * Returns functions to read and change the drafts of the grid. Drafts are not React state, so a key press renders only
 * the editor, not every row.
 */
export function useDrafts(ownerId: number, sessionId: number, rows: readonly Row[]) {
  // The half-typed rows that were stored earlier, without new gifts that have reached the books since then.
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
    /** Returns the rows, plus each row that somebody else deleted while it was open or half corrected here. */
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
    /** Deletes a draft from memory only. `dropKept` deletes its stored copy. */
    forget,
    dropKept: halfTyped.drop,
    drop,
    /** Returns the key of the new gift in the last row, and prepares another key for the next new gift. */
    takeNewKey: () => {
      const key = newKey.current;
      newKey.current = crypto.randomUUID();
      return key;
    },
    isHalfTyped: (row: Row) => halfTypedRows(drafts.current, [row]).includes(row.key),
    firstHalfTyped: () => firstHalfTyped(drafts.current, shown.current),
  };
}
