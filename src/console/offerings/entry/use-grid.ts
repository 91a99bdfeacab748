/**
 * The grid's state: the open row, the half-typed rows, and the actions on rows. Only the open row has text boxes, and a
 * key press renders only that row, so typing stays fast even with hundreds of gifts.
 */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../session/session.ts';
import { announce, clearStatus } from '../../shell/status.ts';
import type { Offering } from '../queries.ts';
import { bodyOfGift } from './gift.ts';
import { useAnnouncements } from './announcements.ts';
import { NEW } from './drafts.ts';
import type { Spot } from './divide.ts';
import type { Outbox } from './outbox.ts';
import type { Entry } from './entry.ts';
import { useElsewhere, useEntries } from './own-outbox.ts';
import { bodyOf, type Draft, draftOf, emptyDraft, type GiftBody } from './row.ts';
import { refusedAs } from './refused.ts';
import { type Row, rowsOf, sumsOf } from './rows.ts';
import { useDrafts } from './use-drafts.ts';
import { useDoubles } from './use-doubles.ts';
import { keepUsual, keptUsual } from './usual.ts';
import type { GiftWords } from './words-of.ts';

/** The open row. `isLeft` is true if the row was opened because its unsaved text prevents submitting the offering. */
type Active = { key: string; spot: Spot | undefined; turn: number; isLeft?: boolean | undefined };
type Options = { offering: Offering; outbox: Outbox; words: GiftWords; usualCategoryId: number | null };

/** Returns the state and actions of the entry grid. */
export function useGrid({ offering, outbox, words, usualCategoryId }: Options) {
  const { t } = useTranslation('offerings');
  const me = useMe();
  const { own, unsent } = useUnsent(outbox, offering.id, me.id);
  const inOffering = useMemo(() => rowsOf(offering.givings, own, me.id), [offering.givings, own, me.id]);
  const sums = useMemo(() => sumsOf(inOffering), [inOffering]);

  const method = useRef<Draft['method']>(keptUsual(me.id, offering.id).method ?? 'Cash');
  const drafts = useDrafts(me.id, offering.id, inOffering);
  const [active, setActive] = useState<Active>({ key: NEW, spot: 'giver', turn: 0 });
  const rows = drafts.withGone(active.key);
  // The person may switch the language while the status line still offers to undo a deletion.
  const spoken = useRef({ t, words });
  spoken.current = { t, words };
  const lastDeleted = useRef<GiftBody>(undefined);
  const fresh = () => emptyDraft(method.current, usualCategoryId);

  const open = useCallback(
    (key: string, spot: Spot | undefined, isLeft?: boolean) =>
      setActive(({ turn }) => ({ key, spot, turn: turn + 1, isLeft })),
    [],
  );
  const owner = { id: me.id, name: me.displayName };
  const place = { sessionId: offering.id, date: offering.date, owner };

  const rowOfKey = (key: string) => rows.find((row) => row.key === key);
  const add = (body: GiftBody, key: string = crypto.randomUUID()) => outbox.add({ ...place, key }, body);

  const save = async (draft: Draft) => {
    const { key } = active;
    if (key === NEW) {
      method.current = draft.method;
      keepUsual(me.id, offering.id, { method: draft.method });
    }
    const row = rowOfKey(key);
    // The row of a correction always exists, because `drafts.withGone` keeps a row that somebody else deleted.
    if (key !== NEW && !row) return;
    const entryKey = key === NEW ? drafts.takeNewKey() : undefined;
    drafts.forget(key);
    open(NEW, 'giver');
    await (row ? change(row, bodyOf(draft)) : add(bodyOf(draft), entryKey));
    // The stored draft is deleted only after the gift is stored, so nothing is lost if the tab crashes in between.
    drafts.dropKept(key, entryKey);
  };

  const change = async (row: Row, body: GiftBody) => {
    if (row.entry && refusedAs(row) === 'gone') {
      await add(body);
      return outbox.discard(row.entry.key);
    }
    if (row.entry) return outbox.change(row.entry.key, body);
    if (!row.gift) return add(body);
    return outbox.correct({ ...place, row: row.key, givingId: row.gift.id, seen: row.body }, { kind: 'change', body });
  };

  const remove = async (row: Row) => {
    lastDeleted.current = row.body;
    drafts.drop(row.key);
    open(NEW, 'giver');
    announce(
      () => spoken.current.t('deleted', { gift: spoken.current.words.gift(row.body, row.memberName) }),
      () => void undoDeletion(),
    );
    if (row.entry && refusedAs(row) === 'gone') return outbox.discard(row.entry.key);
    if (row.entry) return outbox.remove(row.entry.key);
    if (!row.gift) return undefined;
    return outbox.correct({ ...place, row: row.key, givingId: row.gift.id, seen: row.body }, { kind: 'delete' });
  };

  /** Discards a refused correction or deletion. The gift in the books does not change. */
  const discard = async (row: Row) => {
    if (!row.entry || !row.gift) return;
    drafts.drop(row.key);
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
    drafts.drop(active.key);
    open(NEW, 'giver');
  };

  /** Opens the first row with unsaved text. Returns false if there is no such row. */
  const openHalfTyped = () => {
    const found = drafts.firstHalfTyped();
    if (found) open(found.key, found.field, true);
    return found !== undefined;
  };

  useAnnouncements(inOffering, sums, words);
  const row = rowOfKey(active.key);
  return {
    date: offering.date,
    rows,
    sums,
    own,
    unsent,
    active,
    row,
    /** Returns the current values of the open row. */
    now: () => {
      const kept = drafts.of(active.key);
      return { draft: kept?.draft ?? (row ? draftOf(row.body) : fresh()), typed: kept?.typed ?? '' };
    },
    open,
    openNew: (spot?: Spot) => open(NEW, spot),
    keepDraft: (draft: Draft, typed: string) => drafts.keep(active.key, { draft, typed }),
    save,
    add,
    remove,
    discard,
    ...useDoubles(inOffering),
    goToRow,
    openHalfTyped,
    isHalfTyped: drafts.isHalfTyped,
    revert,
    undoDeletion,
    clearStatus,
    /** If a half-typed new gift still has the previous usual category `before`, changes this category to `after`. */
    changeUsual: (before: number | null, after: number) => {
      const kept = drafts.of(NEW);
      if (kept?.draft.categoryId === before) drafts.keep(NEW, { ...kept, draft: { ...kept.draft, categoryId: after } });
      if (active.key === NEW) open(NEW, undefined);
    },
  };
}

/**
 * Returns a person's entries of an offering in this tab that are not in the books yet. Also returns the number of such
 * entries in all tabs, and the number in other tabs.
 */
function useUnsent(outbox: Outbox, sessionId: number, meId: number) {
  const entries = useEntries(outbox);
  const elsewhere = useElsewhere(outbox);
  return useMemo(() => {
    const isHere = (entry: Entry) => entry.sessionId === sessionId && entry.owner.id === meId;
    const own = entries.filter(isHere);
    const others = elsewhere.filter(isHere).length;
    return { own, unsent: { count: own.length + others, elsewhere: others } };
  }, [entries, elsewhere, sessionId, meId]);
}

export type Grid = ReturnType<typeof useGrid>;

/** True if a row may be corrected. A reversal cannot be corrected. */
export function canCorrect({ gift }: Row): boolean {
  return gift?.reversalOf == null;
}
