import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Answer } from '../../kit/answer.tsx';
import { Pager } from '../../kit/pager.tsx';
import { useAddress } from '../../kit/use-address.ts';
import { useCan } from '../../session/session.ts';
import { AccountFrame } from '../frame.tsx';
import type { Account } from '../queries.ts';
import { filtersOf, LineFilterFields } from './filters.tsx';
import { linesQuery } from './queries.ts';
import { useWork } from './use-work.ts';
import { Workbench } from './workbench.tsx';

/** The lines of the statements of an account, which are worked off with the keyboard. */
export function Page({ id }: { id: string }) {
  return <AccountFrame id={id}>{(account) => <Lines key={account.id} account={account} />}</AccountFrame>;
}

function Lines({ account }: { account: Account }) {
  const { t } = useTranslation('bank');
  const address = useAddress();
  const filters = filtersOf(address.get, address.page);
  const lines = useQuery(linesQuery(account.id, filters));
  const work = useWork(account.id);
  const pages = lines.data?.totalPages ?? 0;
  // After the lines of the last page were settled, the page before it is shown.
  useEffect(() => {
    if (!lines.isPlaceholderData && pages > 0 && address.page > pages) address.set({ page: pages });
  }, [lines.isPlaceholderData, pages, address]);
  return (
    <>
      <LineFilterFields />
      <Answer query={lines}>
        {(page) =>
          page.items.length === 0 ? (
            <Nothing account={account} isFiltered={filters.search !== ''} isOpen={filters.status === 'Open'} />
          ) : (
            <>
              <p className="bank-note">
                {t(filters.status === 'Open' ? 'openCount' : 'lineCount', { count: page.totalCount })}
              </p>
              <Workbench account={account} lines={page.items} work={work} />
              <Pager page={page.page} pages={page.totalPages} onPage={(next) => address.set({ page: next })} />
            </>
          )
        }
      </Answer>
    </>
  );
}

type NothingProps = { account: Account; isFiltered: boolean; isOpen: boolean };

/**
 * Says that there is nothing to show, and leads from the last line to the next step. Takes the focus if the last line was
 * settled with it.
 */
function Nothing({ account, isFiltered, isOpen }: NothingProps) {
  const { t } = useTranslation('bank');
  const mayManage = useCan('statements.manage');
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) text.current?.focus();
  }, []);
  return (
    <>
      <p className="empty" ref={text} tabIndex={-1}>
        {t(isFiltered ? 'noMatch' : isOpen ? 'noOpenLines' : 'noLines')}
      </p>
      {isOpen && !isFiltered && mayManage && (
        <p>
          <Link href={`/bank/${account.id}/reconciliations`} className="button button-primary">
            {t('toReconciliation')}
          </Link>
        </p>
      )}
    </>
  );
}
