import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { dateText } from '../kit/dates.ts';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { useMe } from '../session/session.ts';
import { announce, dropUndo } from '../shell/status.ts';
import { GiftRow } from './entry/gift-row.tsx';
import type { Outbox } from './entry/outbox.ts';
import { useEntries } from './entry/own-outbox.ts';
import { type Row, rowsOf } from './entry/rows.ts';
import type { GiftWords } from './entry/words-of.ts';
import type { Offering } from './queries.ts';
import './entry/grid.css';

type Props = { id: number; last: Offering | undefined; outbox: Outbox; words: GiftWords };

/** An offering that somebody submitted meanwhile and that a counter no longer sees: what was not sent is still here. */
export function Gone({ id, last, outbox, words }: Props) {
  const { t } = useTranslation('offerings');
  useEffect(dropUndo, []);
  const me = useMe();
  const entries = useEntries(outbox).filter(({ sessionId, owner }) => sessionId === id && owner.id === me.id);
  const date = last?.date ?? entries[0]?.date;
  return (
    <Screen
      title={
        date === undefined ? t('title') : t('offeringOf', { date: dateText(date, currentLanguage(), 'withWeekday') })
      }
    >
      <Notice tone="warn">{t(date === undefined ? 'noOffering' : 'submittedElsewhere')}</Notice>
      <Unsent rows={rowsOf([], entries, me.id)} outbox={outbox} words={words} />
    </Screen>
  );
}

/** Gifts that did not reach an offering before it was locked. They can be handed on, and then deleted here. */
export function Unsent({ rows, outbox, words }: { rows: readonly Row[]; outbox: Outbox; words: GiftWords }) {
  const { t } = useTranslation('offerings');
  if (rows.length === 0) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(asTable(rows, words));
    announce(t('copied'));
  };
  return (
    <>
      <Notice tone="bad">
        {t('unsentKept', { count: rows.length })}
        <Button onClick={() => void copy()}>{t('copyUnsent')}</Button>
        <Button kind="danger" onClick={() => rows.forEach(({ key }) => void outbox.discard(key))}>
          {t('discard')}
        </Button>
      </Notice>
      <table className="gifts" aria-label={t('gifts')}>
        <tbody>
          {rows.map((row) => (
            <GiftRow key={row.key} row={row} words={words} reason={undefined} canCorrect={false} onCorrect={() => {}} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The rows for the clipboard, in the columns of the grid, so that they can be pasted into another offering. */
function asTable(rows: readonly Row[], words: GiftWords): string {
  return rows
    .map(({ body }) =>
      [
        words.method(body.method),
        words.giver(body),
        body.checkNumber ?? body.zelleReference ?? body.payPalReference ?? '',
        String(body.amount),
        (body.parts ?? [{ categoryId: body.categoryId ?? 0 }])
          .map(({ categoryId }) => words.category(categoryId))
          .join(' + '),
        body.note ?? '',
      ].join('\t'),
    )
    .join('\n');
}
