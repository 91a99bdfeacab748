import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Decision } from '../expenses/decision.tsx';
import { Decisions, Facts, Parts } from '../expenses/facts.tsx';
import { type Expense, waitingQuery } from '../expenses/queries.ts';
import { ReceiptGallery } from '../expenses/receipts.tsx';
import { Answer } from '../kit/answer.tsx';
import { MarkedText } from '../kit/marked-text.tsx';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useCan } from '../session/session.ts';
import { waitingTransfersQuery } from './queries.ts';
import { useSettling } from './use-settling.ts';
import '../expenses/expenses.css';

/** The expenses that wait for approval, the oldest first, each with its receipts beside or below its figures. */
export function Page() {
  const { t } = useTranslation('approvals');
  const address = useAddress();
  const waiting = useQuery(waitingQuery(address.page));
  return (
    <Screen title={t('title')}>
      {useCan('reports.read') && <WaitingTransfers />}
      <Answer query={waiting}>
        {({ items, page, totalPages, totalCount }) => (
          <>
            <p>{totalCount === 0 ? t('none') : t('count', { count: totalCount })}</p>
            <Queue key={page} expenses={items} />
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
    </Screen>
  );
}

/** A link to the transfers that wait, which are approved where the other transfers are. */
function WaitingTransfers() {
  const { t } = useTranslation('approvals');
  const { data: count = 0 } = useQuery(waitingTransfersQuery);
  if (count === 0) return null;
  return (
    <p>
      <Link href="/bank/transfers?status=PendingApproval">{t('transfers', { count })}</Link>
    </p>
  );
}

function Queue({ expenses }: { expenses: readonly Expense[] }) {
  const { t } = useTranslation('approvals');
  const list = useRef<HTMLDivElement>(null);
  const isSettling = useSettling(expenses.map(({ id, modifiedAt }) => `${id} ${modifiedAt}`).join());
  return (
    <div
      ref={list}
      tabIndex={-1}
      className={isSettling ? 'approvals approvals-settling' : 'approvals'}
      role="group"
      aria-label={t('queue')}
    >
      {expenses.map((expense) => (
        <Waiting key={expense.id} expense={expense} onDone={() => list.current?.focus()} />
      ))}
    </div>
  );
}

function Waiting({ expense, onDone }: { expense: Expense; onDone: () => void }) {
  return (
    <article className="sheet screen-part">
      <h2>
        <Link href={`/expenses/${expense.id}`}>
          <MarkedText text={expense.description} />
        </Link>
      </h2>
      <div className="approval">
        <div className="screen-part">
          <Facts expense={expense} />
          <Parts expense={expense} />
          <Decisions expense={expense} />
        </div>
        <div className="approval-receipts">
          <ReceiptGallery expense={expense} />
        </div>
        <Decision expense={expense} onDone={onDone} />
      </div>
    </article>
  );
}
