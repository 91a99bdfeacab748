import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Answer } from '../../kit/answer.tsx';
import { AccountFrame } from '../frame.tsx';
import type { Account } from '../queries.ts';
import { Draft } from './draft.tsx';
import { Finished } from './finished.tsx';
import { reconciliationQuery } from './queries.ts';

/** One reconciliation of an account: a draft in which documents are ticked, or a finished one. */
export function Page({ id, rid }: { id: string; rid: string }) {
  return <AccountFrame id={id}>{(account) => <Reconciliation account={account} rid={Number(rid)} />}</AccountFrame>;
}

function Reconciliation({ account, rid }: { account: Account; rid: number }) {
  const { t } = useTranslation('bank');
  return (
    <>
      <p className="no-print">
        <Link href={`/bank/${account.id}/reconciliations`}>{t('allReconciliations')}</Link>
      </p>
      <Answer query={useQuery(reconciliationQuery({ id: account.id, rid }))}>
        {(versioned) =>
          versioned.reconciliation.status === 'Draft' ? (
            <Draft key={rid} account={account} versioned={versioned} />
          ) : (
            <Finished versioned={versioned} />
          )
        }
      </Answer>
    </>
  );
}
