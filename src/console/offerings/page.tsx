import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { dateText } from '../kit/dates.ts';
import { Loading } from '../kit/loading.tsx';
import { amountText } from '../kit/money.ts';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { useFaults } from '../problems/problems.ts';
import { useCan } from '../session/session.ts';
import { OthersUnsent } from './entry/others-unsent.tsx';
import { NewOffering } from './new-offering.tsx';
import { type Offering, offeringsQuery } from './queries.ts';
import '../kit/table.css';

/** The list of offerings, newest first, with the total, attendance and status of each. */
export function Page() {
  const { t } = useTranslation('offerings');
  const address = new URLSearchParams(useSearch());
  const page = Number(address.get('page') ?? 1);
  const [, navigate] = useLocation();
  const faults = useFaults();
  const [isStarting, setIsStarting] = useState(address.has('new'));
  const mayEnter = useCan('giving.write');
  const { data, error } = useQuery(offeringsQuery(page));
  return (
    <Screen
      title={t('title')}
      actions={
        mayEnter && (
          <Button kind="primary" onClick={() => setIsStarting(true)} disabled={isStarting}>
            {t('newOffering')}
          </Button>
        )
      }
    >
      <OthersUnsent />
      {isStarting && <NewOffering onClose={() => setIsStarting(false)} />}
      {error && <Notice tone="bad">{faults(error).sentence}</Notice>}
      {!data && !error && <Loading />}
      {data && (data.items.length === 0 ? <p className="empty">{t('empty')}</p> : <List items={data.items} />)}
      {data && (
        <Pager page={data.page} pages={data.totalPages} onPage={(next) => navigate(`/offerings?page=${next}`)} />
      )}
    </Screen>
  );
}

type Item = Pick<Offering, 'id' | 'date' | 'status' | 'sundayAttendanceCount'> & {
  totalAmount: number;
  givingCount: number;
};

function List({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation('offerings');
  return (
    <div className="table-frame">
      <table className="table" aria-label={t('title')}>
        <thead>
          <tr>
            <th scope="col">{t('date')}</th>
            <th scope="col">{t('status')}</th>
            <th scope="col" className="number wide-only">
              {t('giftCount')}
            </th>
            <th scope="col" className="number wide-only">
              {t('attendance')}
            </th>
            <th scope="col" className="number">
              {t('total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, date, status, givingCount, sundayAttendanceCount, totalAmount }) => (
            <tr key={id}>
              <td className="date">
                <Link href={`/offerings/${id}`}>{dateText(date, currentLanguage(), 'withWeekday')}</Link>
              </td>
              <td>{t(`status${status}`)}</td>
              <td className="number wide-only">{givingCount}</td>
              <td className="number wide-only">{sundayAttendanceCount}</td>
              <td className="number">{amountText(totalAmount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
