/** The grid's state: which row is open, what is half typed, and what the person does to rows. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/money.ts';
import { amountText } from '../../kit/money.ts';
import { faultOf } from '../../problems/problems.ts';
import { useMe } from '../../session/session.ts';
import { announce, announceRefusal, clearStatus } from '../../shell/status.ts';
import type { Offering } from '../queries.ts';
import type { Spot } from './use-editor.ts';
import type { Deed, Entry, Outbox } from './outbox.ts';
import { hearEntries, useEntries } from './own-outbox.ts';
import { bodyOf, type Draft, draftOf, emptyDraft, type GiftBody, isUntouched } from './row.ts';
import { type Row, rowsOf, sumsOf } from './rows.ts';
import type { GiftWords } from './words-of.ts';

const NEW = 'new';

type Active = { key: string; spot: Spot | undefined; turn: number };
type Options = { offering: Offering; outbox: Outbox; words: GiftWords; usualCategoryId: number | null };

/** Everything the grid shows and does, without its elements. */
export function useGrid({ offering, outbox, words, usualCategoryId }: Options) {
  const { t } = useTranslation('offerings');
  const { t: problems } = useTranslation('problems');
  const me = useMe();
  const entries = useEntries(outbox);
  const own = useMemo(
    () => entries.filter(({ sessionId, owner }) => sessionId === offering.id && owner.id === me.id),
    [entries, offering.id, me.id],
  );
  const rows = useMemo(() => rowsOf(offering.givings, own, me.id), [offering.givings, own, me.id]);
  const sums = useMemo(() => sumsOf(rows), [rows]);

  const method = useRef<Draft['method']>('Cash');
  const [drafts, setDrafts] = useState<Readonly<Record<string, { draft: Draft; typed: string }>>>({});
  const [active, setActive] = useState<Active>({ key: NEW, spot: 'giver', turn: 0 });
  const lastDeleted = useRef<GiftBody>(undefined);
  const fresh = () => emptyDraft(method.current, usualCategoryId);

  const open = (key: string, spot: Spot | undefined) => setActive(({ turn }) => ({ key, spot, turn: turn + 1 }));
  const keepDraft = (key: string, draft: Draft, typed: string) =>
    setDrafts((kept) => ({ ...kept, [key]: { draft, typed } }));
  const dropDraft = (key: string) => setDrafts(({ [key]: _gone, ...kept }) => kept);
  const owner = { id: me.id, name: me.displayName };
  const place = { sessionId: offering.id, date: offering.date, owner };

  const rowOfKey = (key: string) => rows.find((row) => row.key === key);
  const add = (body: GiftBody) => outbox.add({ ...place, key: crypto.randomUUID() }, body);

  const save = (draft: Draft) => {
    const { key } = active;
    method.current = draft.method;
    const row = rowOfKey(key);
    dropDraft(key);
    open(NEW, 'giver');
    if (key === NEW || !row) return add(bodyOf(draft));
    return change(row, bodyOf(draft));
  };

  const change = (row: Row, body: GiftBody) => {
    if (row.entry && !row.gift) return outbox.change(row.entry.key, body);
    if (!row.gift) return add(body);
    if (row.entry) return outbox.change(row.entry.key, body);
    return outbox.correct({ ...place, givingId: row.gift.id, seen: row.body }, { kind: 'change', body });
  };

  const remove = async (row: Row) => {
    lastDeleted.current = row.body;
    dropDraft(row.key);
    open(NEW, 'giver');
    announce(t('deleted', { gift: words.gift(row.body, row.memberName) }), () => void undoDeletion());
    if (row.entry) return outbox.remove(row.entry.key);
    if (!row.gift) return undefined;
    return outbox.correct({ ...place, givingId: row.gift.id, seen: row.body }, { kind: 'delete' });
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

  // The events name rows as they stand when they happen.
  const latest = useRef({ rows, sums });
  latest.current = { rows, sums };
  useEffect(() => {
    const numberOf = (key: string) =>
      latest.current.rows.find((row) => row.key === key)?.number ?? latest.current.rows.length;
    return hearEntries({
      onDone: (entry: Entry, deed: Deed) => {
        if (deed.kind !== 'create') return;
        const { sums } = latest.current;
        announce(
          t('announceSaved', {
            number: numberOf(entry.key),
            giver: words.giver(deed.body),
            amount: amountText(deed.body.amount),
            method: words.method(deed.body.method).toLowerCase(),
            count: sums.count,
            total: formatMoney(sums.total),
          }),
        );
      },
      onRefused: (entry, problem) => {
        const reason = faultOf({ problem }, problems).sentence;
        announceRefusal(t('announceRefused', { number: numberOf(entry.key), reason }));
      },
      onWarning: (entry, warnings) => {
        const [deed] = entry.deeds;
        const isDouble = warnings.some(({ code }) => code === 'likely_duplicate');
        if (isDouble && deed && 'body' in deed) announce(t('likelyDouble', { gift: words.gift(deed.body) }));
      },
    });
  }, [t, problems, words]);

  const row = rowOfKey(active.key);
  const kept = drafts[active.key];
  return {
    rows,
    sums,
    own,
    active,
    row,
    draft: kept?.draft ?? (row ? draftOf(row.body) : fresh()),
    typed: kept?.typed,
    isTouched: Object.values(drafts).some(({ draft, typed }) => typed !== '' || !isUntouched(draft)),
    open,
    openNew: (spot?: Spot) => open(NEW, spot),
    keepDraft: (draft: Draft, typed: string) => keepDraft(active.key, draft, typed),
    save,
    add,
    remove,
    discard: (one: Row) => one.entry && outbox.discard(one.entry.key),
    goToRow,
    revert,
    undoDeletion,
    clearStatus,
  };
}

export type Grid = ReturnType<typeof useGrid>;

/** Whether a row may be changed: a reversal, and what has one, stays as it is. */
export function canCorrect({ gift }: Row): boolean {
  return gift?.reversalOf == null;
}
