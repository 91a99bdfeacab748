import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Decision } from '../expenses/decision.tsx';
import { Decisions, Facts, Parts } from '../expenses/facts.tsx';
import { type Expense, waitingQuery } from '../expenses/queries.ts';
import { ReceiptGallery } from '../expenses/receipts.tsx';
import { Answer } from '../kit/answer.tsx';
import { MarkedText } from '../kit/marked-text.tsx';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useFaults } from '../problems/problems.ts';
import { approvalsQuery } from './queries.ts';
import { useSettling } from './use-settling.ts';
import { WaitingItem } from './waiting-item.tsx';
import '../expenses/expenses.css';

/**
 * What waits for the decision of the person: transfers and adjusting entries, then the expenses, the oldest first, each
 * with its receipts beside or below its figures.
 */
export function Page() {
  const { t } = useTranslation('approvals');
  const address = useAddress();
  const waiting = useQuery(waitingQuery(address.page));
  return (
    <Screen title={t('title')}>
      <WaitingItems />
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

/** The transfers and adjusting entries that wait. */
function WaitingItems() {
  const { t } = useTranslation('approvals');
  const { data, error } = useQuery(approvalsQuery);
  const faults = useFaults();
  // Expenses have receipts to look at.
  const items = data?.items.filter(({ kind }) => kind !== 'Expense') ?? [];
  const shown = items.map(({ kind, id, modifiedAt }) => `${kind} ${id} ${modifiedAt}`).join();
  return (
    <>
      {error && <Notice tone="bad">{faults(error).sentence}</Notice>}
      {data?.isCapped && <p>{t('capped')}</p>}
      <Cards label={t('books')} shown={shown} isHidden={items.length === 0}>
        {(onDone) => items.map((item) => <WaitingItem key={`${item.kind} ${item.id}`} item={item} onDone={onDone} />)}
      </Cards>
    </>
  );
}

function Queue({ expenses }: { expenses: readonly Expense[] }) {
  const { t } = useTranslation('approvals');
  return (
    <Cards label={t('queue')} shown={expenses.map(({ id, modifiedAt }) => `${id} ${modifiedAt}`).join()}>
      {(onDone) => expenses.map((expense) => <Waiting key={expense.id} expense={expense} onDone={onDone} />)}
    </Cards>
  );
}

type CardsProps = { label: string; shown: string; isHidden?: boolean; children: (onDone: () => void) => ReactNode };

/** What waits, below each other. After a decision the focus goes to the list, and for a moment nothing can be pressed. */
function Cards({ label, shown, isHidden = false, children }: CardsProps) {
  const list = useRef<HTMLDivElement>(null);
  const isSettling = useSettling(shown);
  if (isHidden) return null;
  return (
    <div
      ref={list}
      tabIndex={-1}
      className={isSettling ? 'approvals approvals-settling' : 'approvals'}
      role="group"
      aria-label={label}
    >
      {children(() => list.current?.focus())}
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
