import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { dateText } from '../../kit/dates.ts';
import { MarkedText } from '../../kit/marked-text.tsx';
import { amountText } from '../../kit/money.ts';
import { useMe } from '../../session/session.ts';
import type { Shown, Transfer } from './queries.ts';
import { isOwed, kindOf, mayDelete, mayReverse } from './transfer.ts';
import { usePlaces } from './use-places.ts';

type Props = {
  rows: readonly Shown[];
  onApprove: (transfer: Transfer) => void;
  onPayBack: (transfer: Transfer) => void;
  onReverse: (transfer: Shown) => void;
  onDelete: (transfer: Transfer) => void;
};

/** The transfers of a page, each with what the person may do with it. */
export function TransferTable({ rows, ...actions }: Props) {
  const { t } = useTranslation('bank');
  const { from, to } = usePlaces();
  const columns: Column<Shown>[] = [
    {
      key: 'date',
      title: t('date'),
      kind: 'date',
      cell: ({ id, date }) => <Link href={addressOf(id)}>{dateText(date, currentLanguage())}</Link>,
    },
    {
      key: 'between',
      title: t('fromTo'),
      cell: (one) => (
        <>
          <MarkedText text={t('fromToNames', { from: from(one), to: to(one) })} />
          <Hint>
            <MarkedText text={one.memo} />
          </Hint>
        </>
      ),
    },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
    {
      key: 'status',
      title: t('status'),
      cell: (one) => (
        <>
          <State transfer={one} />
          <Actions transfer={one} {...actions} />
        </>
      ),
    },
  ];
  return <DataTable label={t('transfers')} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

const addressOf = (id: number) => `/reports/documents/Transfer/${id}`;

function State({ transfer }: { transfer: Shown }) {
  const { t } = useTranslation('bank');
  return (
    <>
      {t(`transfer_${transfer.status}`)}
      {transfer.rejectedReason !== null && (
        <Hint>
          <MarkedText text={t('transfer_rejected', { reason: transfer.rejectedReason })} />
        </Hint>
      )}
      <Kind transfer={transfer} />
      {transfer.reversals.map(({ id, status, date, amount }) => (
        <Hint key={id}>
          <Link href={addressOf(id)}>
            {t(status === 'Posted' ? 'reversedOn' : 'reversalWaits', {
              date: dateText(date, currentLanguage()),
              amount: amountText(amount),
            })}
          </Link>
        </Hint>
      ))}
    </>
  );
}

/** What a transfer is besides money that moves. A reversal leads to what it reverses. */
function Kind({ transfer }: { transfer: Shown }) {
  const { t } = useTranslation('bank');
  const { reversalOf, owed } = transfer;
  const kind = kindOf(transfer);
  if (reversalOf !== null) {
    return (
      <Hint>
        <Link href={addressOf(reversalOf)}>{t('transfer_reversal', { id: reversalOf })}</Link>
      </Hint>
    );
  }
  if (isOwed(transfer)) return <Hint>{t('loanOwed', { owed: amountText(owed ?? 0) })}</Hint>;
  return kind ? <Hint>{t(`transfer_${kind}`)}</Hint> : null;
}

function Hint({ children }: { children: ReactNode }) {
  return <span className="bank-line-hint">{children}</span>;
}

type ActionsProps = Omit<Props, 'rows'> & { transfer: Shown };

function Actions({ transfer, onApprove, onPayBack, onReverse, onDelete }: ActionsProps) {
  const { t } = useTranslation('bank');
  const { t: common } = useTranslation();
  const { id: me, permissions } = useMe();
  const mayManage = permissions.includes('statements.manage');
  const isOwn = [transfer.createdBy, transfer.modifiedBy].includes(me);
  const mayApprove = transfer.status === 'PendingApproval' && permissions.includes('expenses.approve') && !isOwn;
  const named = (action: string) => ({ 'aria-label': t('actionNamed', { action, name: transfer.memo }) });
  return (
    <span className="bank-row-actions">
      {mayApprove && (
        <Button {...named(t('approve'))} onClick={() => onApprove(transfer)}>
          {t('approve')}
        </Button>
      )}
      {mayManage && isOwed(transfer) && (
        <Button {...named(t('payBack'))} data-opens={transfer.id} onClick={() => onPayBack(transfer)}>
          {t('payBack')}
        </Button>
      )}
      {mayManage && mayReverse(transfer) && (
        <Button {...named(common('reverse'))} onClick={() => onReverse(transfer)}>
          {common('reverse')}
        </Button>
      )}
      {mayManage && mayDelete(transfer) && (
        <Button kind="quiet" {...named(common('delete'))} onClick={() => onDelete(transfer)}>
          {common('delete')}
        </Button>
      )}
    </span>
  );
}
