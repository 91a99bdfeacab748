import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Answer } from '../../kit/answer.tsx';
import { AccountFrame } from '../frame.tsx';
import type { Account } from '../queries.ts';
import { Draft } from './draft.tsx';
import { Finished } from './finished.tsx';
import { stateOf } from './page.tsx';
import { reconciliationQuery, type Versioned } from './queries.ts';

/** One reconciliation of an account: a draft in which documents are ticked, or a finished one. */
export function Page({ id, rid }: { id: string; rid: string }) {
  return <AccountFrame id={id}>{(account) => <Reconciliation account={account} rid={Number(rid)} />}</AccountFrame>;
}

/**
 * A reconciliation as far as it is. When it is finished, reviewed or reopened, the button that had the focus disappears,
 * so the whole takes the focus, and a screen reader says how far it is.
 */
function Step({ account, versioned }: { account: Account; versioned: Versioned }) {
  const { t } = useTranslation('bank');
  const place = useRef<HTMLDivElement>(null);
  const state = stateOf(versioned.reconciliation);
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    place.current?.focus({ preventScroll: true });
  }, [state]);
  return (
    <div className="screen bank-step" ref={place} tabIndex={-1} role="group" aria-label={t(`state_${state}`)}>
      {state === 'draft' ? <Draft account={account} versioned={versioned} /> : <Finished versioned={versioned} />}
    </div>
  );
}

function Reconciliation({ account, rid }: { account: Account; rid: number }) {
  const { t } = useTranslation('bank');
  return (
    <>
      <p className="no-print">
        <Link href={`/bank/${account.id}/reconciliations`}>{t('allReconciliations')}</Link>
      </p>
      <Answer query={useQuery(reconciliationQuery({ id: account.id, rid }))}>
        {(versioned) => <Step key={rid} account={account} versioned={versioned} />}
      </Answer>
    </>
  );
}
