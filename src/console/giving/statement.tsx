import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { addressText } from '../kit/address-text.ts';
import { Button } from '../kit/button.tsx';
import { dateText } from '../kit/dates.ts';
import { listText } from '../kit/list-text.ts';
import { download } from '../kit/download.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { useSendKey } from '../kit/use-send-key.ts';
import { useSaving } from '../kit/use-saving.ts';
import { useCan } from '../session/session.ts';
import {
  type Contribution,
  handOut,
  issueOne,
  mailStatements,
  papersOf,
  readStatement,
  type SendResult,
  type StatementSums,
} from './contributions.ts';

/** The state of a statement in words: its number, whether it has changed, and whether it was handed out. */
export function StatementStatus({ sums }: { sums: StatementSums }) {
  const { t } = useTranslation('giving');
  const { statementNumber, issuedAt, hasChanged, handedOutAt } = sums;
  if (statementNumber === null) return t('notIssued');
  const date = (instant: string | null) => (instant === null ? '' : dateText(instant.slice(0, 10), currentLanguage()));
  const said = [
    hasChanged
      ? t('changedSince', { number: statementNumber, date: date(issuedAt) })
      : t('issuedOn', { number: statementNumber, date: date(issuedAt) }),
    handedOutAt !== null && !hasChanged && t('handedOutOn', { date: date(handedOutAt) }),
  ];
  return said.filter(Boolean).join(' ');
}

/** How a statement goes out, to whom if a giver died, and what must be entered first. */
export function Delivery({ contribution: { hasEmail, addressee } }: { contribution: Contribution }) {
  const { t } = useTranslation('giving');
  const { kind, names, careOf, address, lacks } = addressee;
  const way = hasEmail ? t('byEmail') : t('onPaper');
  if (kind === 'Givers') return way;
  const name = listText(names);
  const to = [
    kind === 'Estate' ? t('toEstate', { name }) : name,
    careOf === null ? '' : t('careOf', { name: careOf }),
    address === null ? '' : addressText(address),
  ];
  return (
    <>
      {t('wayTo', { way, to: listText(to.filter(Boolean)) })}
      {lacks !== null && (
        <>
          {' '}
          <Link href={`/people/${lacks.memberId}`}>{t(`lacks${lacks.what}`)}</Link>
        </>
      )}
    </>
  );
}

type Props = { contribution: Contribution; year: number; isOver: boolean };

/**
 * The buttons for the statements of a giver, which are those of companies, too: to show them, and, for who may, to
 * issue, send and hand them out.
 */
export function StatementMoves({ contribution, year, isOver }: Props) {
  const { t } = useTranslation('giving');
  const mayManage = useCan('giving.manage');
  const { key, renew } = useSendKey();
  const { fault, isBusy, save } = useSaving<unknown>(() => {});
  const { memberId, hasEmail } = contribution;
  const papers = papersOf([contribution]).map(({ sums }) => sums);
  const isCurrent = papers.every(({ statementNumber, hasChanged }) => statementNumber !== null && !hasChanged);
  const isHandedOut = papers.every(({ handedOutAt }) => handedOutAt !== null);
  const fileName = `${year}-${papers[0]?.statementNumber ?? memberId}.pdf`;
  const send = async () => {
    const result = await mailStatements(year, key, [memberId]);
    renew();
    return result;
  };
  const sentText = (result: unknown) => {
    const { sent, deferred, results, skipped } = result as SendResult;
    const reason = results[0]?.error ?? '';
    if (sent === 1) return t('sentOne');
    if (skipped.some((one) => one.reason === 'waiting')) return t('alreadyWaitsOne');
    return deferred === 1 ? t('waitsOne', { reason }) : t('notSentOne', { reason });
  };
  const show = async () => download(await readStatement(year, memberId), fileName);
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      <div className="screen-actions no-print">
        <Button isBusy={isBusy} onClick={() => void save(show, t('downloaded'))}>
          {isCurrent ? t('downloadStatement') : t('previewStatement')}
        </Button>
        {mayManage && isOver && !isCurrent && (
          <Button kind="primary" isBusy={isBusy} onClick={() => void save(() => issueOne(year, memberId), t('issued'))}>
            {t('issue')}
          </Button>
        )}
        {mayManage && isCurrent && hasEmail && (
          <Button isBusy={isBusy} onClick={() => void save(send, sentText)}>
            {t('sendByEmail')}
          </Button>
        )}
        {mayManage && isCurrent && !isHandedOut && (
          <Button isBusy={isBusy} onClick={() => void save(() => handOut(year, [memberId]), t('handedOut'))}>
            {t('markHandedOut')}
          </Button>
        )}
      </div>
    </>
  );
}
