import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { DateField } from '../kit/date-field.tsx';
import { dateText } from '../kit/dates.ts';
import { Dialog } from '../kit/dialog.tsx';
import { minorOf } from '../kit/money.ts';
import { Notice } from '../kit/notice.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useCan, useMe } from '../session/session.ts';
import { dropUndo } from '../shell/status.ts';
import { GiftRow } from './entry/gift-row.tsx';
import { GiftsHead } from './entry/gifts-head.tsx';
import type { Outbox } from './entry/outbox.ts';
import { type Row, rowsOf, sumsOf } from './entry/rows.ts';
import { Totals } from './entry/totals.tsx';
import type { GiftWords } from './entry/words-of.ts';
import { Unsent } from './unsent.tsx';
import type { Church } from '../kit/church.ts';
import { type Category, moveOffering, type Offering, readSlip } from './queries.ts';
import { Reverse, useReversals } from './reverse.tsx';
import { Slip } from './slip.tsx';
import { useMove } from './use-move.ts';
import './entry/grid.css';
import './draft.css';

type Props = { offering: Offering; church: Church; categories: readonly Category[]; outbox: Outbox; words: GiftWords };
type Open = { kind: 'reopen' } | { kind: 'reconcile' } | { kind: 'reverse'; row: Row };

/** An offering without the entry grid: its figures and gifts, the printed slip, and the treasurer's actions. */
export function LockedOffering({ offering, church, outbox, words }: Props) {
  const { t } = useTranslation('offerings');
  useEffect(dropUndo, []);
  const me = useMe();
  const mayManage = useCan('giving.manage');
  const [open, setOpen] = useState<Open>();
  const rows = rowsOf(offering.givings, [], me.id);
  const sums = sumsOf(rows);
  const amount = (value: number | null) => (value === null ? null : minorOf(value));
  const counted = {
    control: amount(offering.controlTotal),
    cash: amount(offering.countedCash),
    checks: amount(offering.countedChecks),
  };
  const isDraft = offering.status === 'Draft';
  const reversals = useReversals(offering, mayManage && !isDraft);
  return (
    <>
      <Slip offering={offering} church={church} rows={rows} sums={sums} counted={counted} words={words} />
      <div className="draft no-print">
        <p>
          {t(`status${offering.status}`)}
          {offering.countedBy.length > 0 && ` · ${t('countedBy')}: ${offering.countedBy.join(', ')}`}
          {offering.sundayAttendanceCount !== null && ` · ${t('attendance')}: ${offering.sundayAttendanceCount}`}
          {offering.depositedOn !== null &&
            ` · ${t('depositedOn')}: ${dateText(offering.depositedOn, currentLanguage())}`}
        </p>
        <Unsent id={offering.id} gifts={offering.givings} outbox={outbox} words={words} />
        <div className="screen-actions no-print">
          <Button onClick={() => window.print()}>{t('printSlip')}</Button>
          <Button onClick={() => void downloadSlip(offering)}>{t('downloadSlip')}</Button>
          {mayManage && offering.status === 'Submitted' && (
            <Button kind="primary" onClick={() => setOpen({ kind: 'reconcile' })}>
              {t('reconcile')}
            </Button>
          )}
          {mayManage && !isDraft && <Button onClick={() => setOpen({ kind: 'reopen' })}>{t('reopen')}</Button>}
        </div>
        <Totals sums={sums} counted={counted} words={words} />
        <div className="gifts-frame">
          <table className="gifts" aria-label={t('gifts')}>
            <GiftsHead />
            <tbody>
              {rows.map((row) => (
                <GiftRow
                  key={row.key}
                  row={row}
                  words={words}
                  reason={undefined}
                  remark={reversals.remarkOf(row)}
                  canCorrect={mayManage && !isDraft && row.gift?.reversalOf == null && !reversals.isWhole(row)}
                  onCorrect={() => setOpen({ kind: 'reverse', row })}
                  action={t('reverse')}
                />
              ))}
            </tbody>
          </table>
        </div>
        {open?.kind === 'reopen' && <Reopen offering={offering} onClose={() => setOpen(undefined)} />}
        {open?.kind === 'reconcile' && (
          <Reconcile offering={offering} church={church} onClose={() => setOpen(undefined)} />
        )}
        {open?.kind === 'reverse' && (
          <Reverse
            offering={offering}
            row={open.row}
            gift={words.gift(open.row.body, open.row.memberName)}
            church={church}
            onClose={() => setOpen(undefined)}
          />
        )}
      </div>
    </>
  );
}

async function downloadSlip({ id, date }: Offering): Promise<void> {
  const file = await readSlip(id);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `slip-${date}.pdf`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function Reopen({ offering, onClose }: { offering: Offering; onClose: () => void }) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const { problem, busy, run } = useMove(onClose);
  const [reason, setReason] = useState('');
  return (
    <Dialog title={t('reopen')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => moveOffering(offering.id, { kind: 'reopen', reason }), t('reopened'));
        }}
      >
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        <TextField
          label={t('reopenReason')}
          value={reason}
          required
          maxLength={500}
          autoFocus
          onChange={(event) => setReason(event.target.value)}
        />
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={busy}>
            {t('reopen')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function Reconcile({ offering, church, onClose }: { offering: Offering; church: Church; onClose: () => void }) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const { problem, busy, run } = useMove(onClose);
  const [bankReference, setBankReference] = useState('');
  const [depositedOn, setDepositedOn] = useState<string | null>(church.today);
  const body = { bankReference: bankReference || null, depositedOn };
  return (
    <Dialog title={t('reconcile')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => moveOffering(offering.id, { kind: 'reconcile', body }), t('reconciled'));
        }}
      >
        {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
        <div className="fields">
          <DateField
            label={t('depositedOn')}
            value={depositedOn}
            today={church.today}
            onChange={setDepositedOn}
            isPast
          />
          <TextField
            label={t('bankReference')}
            value={bankReference}
            maxLength={100}
            onChange={(event) => setBankReference(event.target.value)}
          />
        </div>
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={busy}>
            {t('reconcile')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
