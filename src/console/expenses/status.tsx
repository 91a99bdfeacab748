import { useTranslation } from 'react-i18next';
import type { Expense } from './queries.ts';

/** The status of an expense in words. A rejected draft is named as such. */
export function Status({ expense: { status, rejectedReason, reversalOf } }: { expense: Expense }) {
  const { t } = useTranslation('expenses');
  const name = status === 'Draft' && rejectedReason !== null ? 'Rejected' : status;
  return (
    <span className="expense-status" data-status={name}>
      {reversalOf === null ? t(`status_${name}`) : t('reversal')}
    </span>
  );
}
