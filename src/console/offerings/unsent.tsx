import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { useMe } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { keptDrafts } from './entry/drafts.ts';
import { GiftRow } from './entry/gift-row.tsx';
import { GiftsHead } from './entry/gifts-head.tsx';
import type { Outbox } from './entry/outbox.ts';
import { useEntries } from './entry/own-outbox.ts';
import { rowsOf } from './entry/rows.ts';
import { asTable, type UnsentRow, unsentRows } from './entry/unsent-rows.ts';
import type { GiftWords } from './entry/words-of.ts';
import type { Gift } from './queries.ts';

type Props = { id: number; gifts: readonly Gift[]; outbox: Outbox; words: GiftWords };

/**
 * Lists the rows that did not reach an offering before it was locked, including half-typed rows. The person can copy
 * these rows for the treasurer, and can delete them from this computer.
 */
export function Unsent({ id, gifts, outbox, words }: Props) {
  const { t } = useTranslation('offerings');
  const me = useMe();
  const entries = useEntries(outbox).filter(({ sessionId, owner }) => sessionId === id && owner.id === me.id);
  const kept = keptDrafts({ ownerId: me.id, sessionId: id });
  const [areDraftsGone, setDraftsGone] = useState(false);
  const drafts = areDraftsGone ? {} : kept.drafts;
  const rows = unsentRows({ entries, drafts, gifts: rowsOf(gifts, [], me.id), me });
  if (rows.length === 0) return null;
  const what = ({ kind, before }: UnsentRow) =>
    before ? t('unsentOf', { what: t(`unsent_${kind}`), gift: words.gift(before) }) : t(`unsent_${kind}`);
  const copy = async () => {
    await navigator.clipboard.writeText(asTable(rows, { ...words, what }));
    announce(t('copied'));
  };
  const discard = () => {
    for (const { row } of rows) {
      if (row.entry) void outbox.discard(row.entry.key);
      else kept.drop(row.key);
    }
    setDraftsGone(true);
  };
  return (
    <>
      <Notice tone="bad">
        {t('unsentKept', { count: rows.length })}
        <Button onClick={() => void copy()}>{t('copyUnsent')}</Button>
        <Button kind="danger" onClick={discard}>
          {t('discard')}
        </Button>
      </Notice>
      <div className="gifts-frame">
        <table className="gifts gifts-with-remarks" aria-label={t('gifts')}>
          <GiftsHead />
          <tbody>
            {rows.map((one) => (
              <GiftRow
                key={one.row.key}
                row={one.row}
                words={words}
                reason={what(one)}
                canCorrect={false}
                onCorrect={() => {}}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
