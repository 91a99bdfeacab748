import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { accountsAtBankQuery } from '../kit/accounts-at-bank.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { nameOf } from '../kit/record-name.ts';
import { useCan } from '../session/session.ts';
import { Task } from './task.tsx';

/** The accounts at a bank whose lines still need a document, with a link to the lines of each. */
export function ToSettle() {
  return useCan('statements.manage') ? <Accounts /> : null;
}

function Accounts() {
  const { t } = useTranslation('home');
  const { data: accounts = [] } = useQuery(accountsAtBankQuery);
  return accounts
    .filter(({ openLines }) => openLines > 0)
    .map((account) => (
      <Task key={account.id}>
        <p>
          <MarkedText text={t('toSettle', { count: account.openLines, account: nameOf(account) })} />
        </p>
        <Link href={`/bank/${account.id}`} className="button">
          {t('settleLines')}
        </Link>
      </Task>
    ));
}
