import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText } from '../kit/dates.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { amountText } from '../kit/money.ts';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useCan } from '../session/session.ts';
import { submittedText } from './day-sentence.ts';
import { OthersUnsent } from './entry/others-unsent.tsx';
import { NewOffering } from './new-offering.tsx';
import { type OfferingDay, offeringsQuery } from './queries.ts';
import './offerings.css';

/**
 * The list of offerings, newest first, with the status of each, and the total and attendance of those that the person
 * may read.
 */
export function Page() {
  const { t } = useTranslation('offerings');
  const address = useAddress();
  const isStarting = address.has('new');
  const mayEnter = useCan('giving.write');
  const offerings = useQuery(offeringsQuery(address.page));
  return (
    <Screen
      title={t('title')}
      actions={
        mayEnter && (
          <Button kind="primary" onClick={() => address.set({ new: 1 })} disabled={isStarting}>
            {t('newOffering')}
          </Button>
        )
      }
    >
      <OthersUnsent />
      {isStarting && <NewOffering onClose={() => address.set({ new: null })} />}
      <Answer query={offerings}>
        {({ items, page, totalPages }) => (
          <>
            {items.length === 0 ? <p className="empty">{t('empty')}</p> : <List items={items} />}
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
    </Screen>
  );
}

function List({ items }: { items: readonly OfferingDay[] }) {
  const { t } = useTranslation('offerings');
  const columns: Column<OfferingDay>[] = [
    {
      key: 'date',
      title: t('date'),
      kind: 'date',
      cell: ({ id, date }) => <Link href={`/offerings/${id}`}>{dateText(date, currentLanguage(), 'withWeekday')}</Link>,
    },
    { key: 'status', title: t('status'), cell: (day) => <State day={day} /> },
    { key: 'gifts', title: t('giftCount'), kind: 'number', isWideOnly: true, cell: ({ givingCount }) => givingCount },
    {
      key: 'attendance',
      title: t('attendance'),
      kind: 'number',
      isWideOnly: true,
      cell: ({ sundayAttendanceCount }) => sundayAttendanceCount,
    },
    {
      key: 'total',
      title: t('total'),
      kind: 'number',
      cell: ({ totalAmount }) => totalAmount !== null && amountText(totalAmount),
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={items} keyOf={({ id }) => id} />;
}

/** The status of an offering, and below it who submitted it and when. */
function State({ day }: { day: OfferingDay }) {
  const { t } = useTranslation('offerings');
  const submitted = submittedText(day, t, 'submittedByAt');
  return (
    <>
      {t(`status${day.status}`)}
      {submitted !== undefined && (
        <span className="offering-submitted">
          <MarkedText text={submitted} />
        </span>
      )}
    </>
  );
}
