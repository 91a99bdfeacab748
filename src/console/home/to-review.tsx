import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { accountsAtBankQuery } from '../kit/accounts-at-bank.ts';
import { waitingFor } from '../kit/reconciliation-review.ts';
import { nameOf } from '../kit/record-name.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { dateText } from '../kit/dates.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { useCan, useMe } from '../session/session.ts';
import { Task } from './task.tsx';

/** The reconciliations that wait for the person's review, with a link to the oldest one of each account. */
export function ToReview() {
  const mayManage = useCan('statements.manage');
  const mayApprove = useCan('expenses.approve');
  return mayManage || mayApprove ? <Accounts /> : null;
}

function Accounts() {
  const { t } = useTranslation('home');
  const me = useMe();
  const { data: accounts = [] } = useQuery(accountsAtBankQuery);
  return accounts.map((account) => {
    const waiting = waitingFor(me, account);
    const [oldest] = waiting;
    if (!oldest) return null;
    const date = dateText(oldest.endDate, currentLanguage());
    return (
      <Task key={account.id}>
        <p>
          <MarkedText text={t('toReview', { count: waiting.length, account: nameOf(account), date })} />
        </p>
        <Link href={`/bank/${account.id}/reconciliations/${oldest.id}`} className="button button-primary">
          {t('reviewReconciliation')}
        </Link>
      </Task>
    );
  });
}
