import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { dateText } from '../../kit/dates.ts';
import { MarkedText } from '../../kit/marked-text.tsx';
import { amountText } from '../../kit/money.ts';
import { useMe } from '../../session/session.ts';
import type { Transfer } from './queries.ts';
import { isOwed, kindOf, mayDelete } from './transfer.ts';
import { usePlaces } from './use-places.ts';

type Props = {
  rows: readonly Transfer[];
  onApprove: (transfer: Transfer) => void;
  onPayBack: (transfer: Transfer) => void;
  onDelete: (transfer: Transfer) => void;
};

/** The transfers of a page, each with what the person may do with it. */
export function TransferTable({ rows, ...actions }: Props) {
  const { t } = useTranslation('bank');
  const { from, to } = usePlaces();
  const columns: Column<Transfer>[] = [
    {
      key: 'date',
      title: t('date'),
      kind: 'date',
      cell: ({ id, date }) => (
        <Link href={`/reports/documents/Transfer/${id}`}>{dateText(date, currentLanguage())}</Link>
      ),
    },
    {
      key: 'between',
      title: t('fromTo'),
      cell: (one) => (
        <>
          <MarkedText text={t('fromToNames', { from: from(one), to: to(one) })} />
          <span className="bank-line-hint">
            <MarkedText text={one.memo} />
          </span>
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

function State({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation('bank');
  const kind = kindOf(transfer);
  return (
    <>
      {t(`transfer_${transfer.status}`)}
      {kind && (
        <span className="bank-line-hint">
          {isOwed(transfer) ? t('loanOwed', { owed: amountText(transfer.owed ?? 0) }) : t(`transfer_${kind}`)}
        </span>
      )}
    </>
  );
}

function Actions({ transfer, onApprove, onPayBack, onDelete }: Omit<Props, 'rows'> & { transfer: Transfer }) {
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
      {mayManage && mayDelete(transfer) && (
        <Button kind="quiet" {...named(common('delete'))} onClick={() => onDelete(transfer)}>
          {common('delete')}
        </Button>
      )}
    </span>
  );
}
