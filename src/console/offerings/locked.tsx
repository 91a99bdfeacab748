import { Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { dateText } from '../kit/dates.ts';
import { download } from '../kit/download.ts';
import { MenuButton } from '../kit/menu-button.tsx';
import { minorOf } from '../kit/money.ts';
import { useCan, useMe } from '../session/session.ts';
import { dropUndo } from '../shell/status.ts';
import { Deposit } from './deposit.tsx';
import { GiftRow } from './entry/gift-row.tsx';
import { GiftsHead } from './entry/gifts-head.tsx';
import type { Outbox } from './entry/outbox.ts';
import { type Row, rowsOf, sumsOf } from './entry/rows.ts';
import { Totals } from './entry/totals.tsx';
import type { GiftWords } from './entry/words-of.ts';
import { Unsent } from './unsent.tsx';
import type { Church } from '../kit/church.ts';
import { later } from '../kit/later.ts';
import { listText } from '../kit/list-text.ts';
import { type Category, moveOffering, type Offering, readCountSheet, readSlip } from './queries.ts';
import { Reverse, useReversals } from './reverse.tsx';
import { CountSheet, DepositSlip, type Paper } from './papers.tsx';
import './entry/grid.css';
import './draft.css';

type Props = { offering: Offering; church: Church; categories: readonly Category[]; outbox: Outbox; words: GiftWords };
type Open = { kind: 'reopen' } | { kind: 'reverse'; row: Row };

const ReasonDialog = later(() => import('../kit/reason-dialog.tsx'), 'ReasonDialog');

const PAPERS: readonly Paper[] = ['slip', 'countSheet'];

async function savePdf(paper: Paper, { id, date }: Offering): Promise<void> {
  if (paper === 'slip') download(await readSlip(id), `deposit-slip-${date}.pdf`);
  else download(await readCountSheet(id), `count-sheet-${date}.pdf`);
}

/** An offering without the entry grid: its figures and gifts, its papers, and the treasurer's actions. */
export function LockedOffering({ offering, church, outbox, words }: Props) {
  const { t } = useTranslation('offerings');
  useEffect(dropUndo, []);
  // Whoever submits stands at the foot of the entry grid. The offering begins with its figures and actions.
  // Newer browsers return a promise here, which must not become the effect's clean-up.
  useEffect(() => {
    window.scrollTo({ top: 0 });
  }, []);
  const me = useMe();
  const mayManage = useCan('giving.manage');
  const [open, setOpen] = useState<Open>();
  // Until somebody asks for the count sheet, printing the screen prints the paper without names.
  const [paper, setPaper] = useState<Paper>('slip');
  const print = (next: Paper) => {
    flushSync(() => setPaper(next));
    window.print();
  };
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
      {paper === 'slip' ? (
        <DepositSlip {...{ offering, church, rows, sums, words }} />
      ) : (
        <CountSheet {...{ offering, church, rows, sums, counted, words }} />
      )}
      <div className="draft no-print">
        <p>
          {t(`status${offering.status}`)}
          {offering.countedBy.length > 0 && ` · ${t('countedBy')}: ${listText(offering.countedBy)}`}
          {offering.sundayAttendanceCount !== null && ` · ${t('attendance')}: ${offering.sundayAttendanceCount}`}
          {offering.depositedOn !== null &&
            ` · ${t('depositedOn')}: ${dateText(offering.depositedOn, currentLanguage())}`}
        </p>
        <Unsent id={offering.id} gifts={offering.givings} outbox={outbox} words={words} />
        <div className="screen-actions no-print">
          {PAPERS.map((one) => (
            <Button key={one} onClick={() => print(one)}>
              {t(one)}
            </Button>
          ))}
          <MenuButton
            label={t('asPdf')}
            choices={PAPERS.map((one) => ({ id: one, label: t(one) }))}
            onChoose={(one) => void savePdf(one as Paper, offering)}
          />
          {mayManage && !isDraft && <Button onClick={() => setOpen({ kind: 'reopen' })}>{t('reopen')}</Button>}
        </div>
        {mayManage && offering.status === 'Submitted' && <Deposit offering={offering} church={church} sums={sums} />}
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
        {open?.kind === 'reopen' && (
          <Suspense>
            <ReasonDialog
              title={t('reopen')}
              help={t('reopenHelp')}
              button={t('reopen')}
              done={t('reopened')}
              act={(reason) => moveOffering(offering.id, { kind: 'reopen', reason })}
              onClose={() => setOpen(undefined)}
            />
          </Suspense>
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
