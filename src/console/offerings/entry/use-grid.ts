/** The grid's state: which row is open, what is half typed, and what the person does to rows. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../session/session.ts';
import { announce, clearStatus } from '../../shell/status.ts';
import type { Offering } from '../queries.ts';
import { bodyOfGift } from './gift.ts';
import { useAnnouncements } from './announcements.ts';
import { keptDrafts, NEW } from './drafts.ts';
import type { Spot } from './use-editor.ts';
import type { Outbox } from './outbox.ts';
import { useEntries } from './own-outbox.ts';
import { halfTypedRows } from './half-typed.ts';
import { bodyOf, type Draft, draftOf, emptyDraft, type GiftBody, missingField } from './row.ts';
import { refusedAs } from './refused.ts';
import { type Row, rowsOf, sumsOf } from './rows.ts';
import { useDoubles } from './use-doubles.ts';
import type { GiftWords } from './words-of.ts';

/** The row that is open. `isLeft` says that it was half typed when the offering was to be submitted. */
type Active = { key: string; spot: Spot | undefined; turn: number; isLeft?: boolean | undefined };
type Options = { offering: Offering; outbox: Outbox; words: GiftWords; usualCategoryId: number | null };

/** Everything the grid shows and does, without its elements. */
export function useGrid({ offering, outbox, words, usualCategoryId }: Options) {
  const { t } = useTranslation('offerings');
  const me = useMe();
  const entries = useEntries(outbox);
  const own = useMemo(
    () => entries.filter(({ sessionId, owner }) => sessionId === offering.id && owner.id === me.id),
    [entries, offering.id, me.id],
  );
  const rows = useMemo(() => rowsOf(offering.givings, own, me.id), [offering.givings, own, me.id]);
  const sums = useMemo(() => sumsOf(rows), [rows]);

  const method = useRef<Draft['method']>('Cash');
  // What was half typed when the tab was closed; a gift that got through all the same is not offered once more.
  const halfTyped = useMemo(() => {
    const known = new Set(rows.map(({ key }) => key));
    return keptDrafts({ ownerId: me.id, sessionId: offering.id }, (key) => known.has(key));
    // Only when the grid appears.
    // eslint-disable-next-line react/exhaustive-deps
  }, []);
  // Not a state: a key is drawn by the editor alone, however many rows there are.
  const drafts = useRef(halfTyped.drafts);
  const newKey = useRef(halfTyped.newKey);
  const [active, setActive] = useState<Active>({ key: NEW, spot: 'giver', turn: 0 });
  const lastDeleted = useRef<GiftBody>(undefined);
  const fresh = () => emptyDraft(method.current, usualCategoryId);

  const open = useCallback(
    (key: string, spot: Spot | undefined, isLeft?: boolean) =>
      setActive(({ turn }) => ({ key, spot, turn: turn + 1, isLeft })),
    [],
  );
  const keepDraft = (key: string, draft: Draft, typed: string) => {
    drafts.current = { ...drafts.current, [key]: { draft, typed } };
    halfTyped.keep(key, { draft, typed }, newKey.current);
  };
  const forgetDraft = (key: string) => {
    const { [key]: _gone, ...kept } = drafts.current;
    drafts.current = kept;
  };
  const dropDraft = (key: string) => {
    forgetDraft(key);
    halfTyped.drop(key);
  };
  const owner = { id: me.id, name: me.displayName };
  const place = { sessionId: offering.id, date: offering.date, owner };

  const rowOfKey = (key: string) => rows.find((row) => row.key === key);
  const add = (body: GiftBody, key: string = crypto.randomUUID()) => outbox.add({ ...place, key }, body);

  const save = async (draft: Draft) => {
    const { key } = active;
    if (key === NEW) method.current = draft.method;
    const row = rowOfKey(key);
    const entryKey = newKey.current;
    if (key === NEW) newKey.current = crypto.randomUUID();
    forgetDraft(key);
    open(NEW, 'giver');
    await (key === NEW || !row ? add(bodyOf(draft), key === NEW ? entryKey : undefined) : change(row, bodyOf(draft)));
    // Once the gift is kept, so that a tab that is killed now has one of the two.
    halfTyped.drop(key, entryKey);
  };

  const change = async (row: Row, body: GiftBody) => {
    if (row.entry && refusedAs(row) === 'gone') {
      await add(body);
      return outbox.discard(row.entry.key);
    }
    if (row.entry) return outbox.change(row.entry.key, body);
    if (!row.gift) return add(body);
    return outbox.correct({ ...place, givingId: row.gift.id, seen: row.body }, { kind: 'change', body });
  };

  const remove = async (row: Row) => {
    lastDeleted.current = row.body;
    dropDraft(row.key);
    open(NEW, 'giver');
    announce(t('deleted', { gift: words.gift(row.body, row.memberName) }), () => void undoDeletion());
    if (row.entry && refusedAs(row) === 'gone') return outbox.discard(row.entry.key);
    if (row.entry) return outbox.remove(row.entry.key);
    if (!row.gift) return undefined;
    return outbox.correct({ ...place, givingId: row.gift.id, seen: row.body }, { kind: 'delete' });
  };

  /** Gives up a correction or deletion that was refused: the gift stays as it is in the books. */
  const discard = async (row: Row) => {
    if (!row.entry || !row.gift) return;
    dropDraft(row.key);
    open(NEW, 'giver');
    announce(t('kept', { gift: words.gift(bodyOfGift(row.gift), row.gift.memberName) }));
    await outbox.discard(row.entry.key);
  };

  const undoDeletion = async () => {
    const body = lastDeleted.current;
    if (!body) return;
    lastDeleted.current = undefined;
    await add(body);
    announce(t('restored', { gift: words.gift(body) }));
  };

  const goToRow = (by: 1 | -1, spot: Spot) => {
    const keys = [...rows.filter(canCorrect).map(({ key }) => key), NEW];
    const next = keys[keys.indexOf(active.key) + by];
    if (next !== undefined) open(next, spot.startsWith('part-') ? 'amount' : spot);
  };

  const revert = () => {
    dropDraft(active.key);
    open(NEW, 'giver');
  };

  /** Opens the first row in which something is typed that is not saved; false where there is none. */
  const openHalfTyped = () => {
    const key = halfTypedRows(drafts.current, rows)[0];
    const kept = key === undefined ? undefined : drafts.current[key];
    if (key === undefined || !kept) return false;
    open(key, missingField(kept.draft) ?? 'amount', true);
    return true;
  };

  useAnnouncements(rows, sums, words);
  const row = rowOfKey(active.key);
  return {
    rows,
    sums,
    own,
    active,
    row,
    /** What is typed in the open row at this moment. */
    now: () => {
      const kept = drafts.current[active.key];
      return { draft: kept?.draft ?? (row ? draftOf(row.body) : fresh()), typed: kept?.typed ?? '' };
    },
    open,
    openNew: (spot?: Spot) => open(NEW, spot),
    keepDraft: (draft: Draft, typed: string) => keepDraft(active.key, draft, typed),
    save,
    add,
    remove,
    discard,
    ...useDoubles(rows),
    goToRow,
    openHalfTyped,
    isHalfTyped: (row: Row) => halfTypedRows(drafts.current, [row]).includes(row.key),
    revert,
    undoDeletion,
    clearStatus,
    /** The usual category changed: an open new gift that has the one before gets it, too. */
    changeUsual: (before: number | null, after: number) => {
      const kept = drafts.current[NEW];
      if (kept?.draft.categoryId === before) keepDraft(NEW, { ...kept.draft, categoryId: after }, kept.typed);
      if (active.key === NEW) open(NEW, undefined);
    },
  };
}

export type Grid = ReturnType<typeof useGrid>;

/** Whether a row may be changed: a reversal, and what has one, stays as it is. */
export function canCorrect({ gift }: Row): boolean {
  return gift?.reversalOf == null;
}
