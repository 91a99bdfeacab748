import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Status } from '../expenses/status.tsx';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText, instantText } from '../kit/dates.ts';
import { amountText } from '../kit/money.ts';
import { useCan } from '../session/session.ts';
import { giftsOfQuery, expensesOfQuery, type Latest, messagesToQuery, type Person } from './queries.ts';

/** The latest gifts, expenses and messages of a person. Each list is shown to who may see it, with a link to all. */
export function LatestOfPerson({ person }: { person: Person }) {
  const maySeeGiving = useCan('giving.read');
  const maySeeExpenses = useCan('expenses.readAll');
  const maySeeMessages = useCan('notifications.manage');
  return (
    <>
      {maySeeGiving && <Gifts person={person} />}
      {maySeeExpenses && <Expenses person={person} />}
      {maySeeMessages && <Messages person={person} />}
    </>
  );
}

type ListProps<Row> = {
  title: string;
  empty: string;
  query: UseQueryResult<Latest<Row>>;
  columns: readonly Column<Row>[];
  links: ReactNode;
};

function List<Row extends { id: number }>({ title, empty, query, columns, links }: ListProps<Row>) {
  return (
    <section className="sheet screen-part" aria-label={title}>
      <h2>{title}</h2>
      <Answer query={query}>
        {({ items, totalCount }) =>
          items.length === 0 ? (
            <p>{empty}</p>
          ) : (
            <>
              <DataTable label={title} rows={items} keyOf={({ id }) => id} columns={columns} />
              <p className="person-links no-print">{totalCount > 0 && links}</p>
            </>
          )
        }
      </Answer>
    </section>
  );
}

function Gifts({ person: { id } }: { person: Person }) {
  const { t } = useTranslation('people');
  const query = useQuery(giftsOfQuery(id));
  return (
    <List
      title={t('gifts')}
      empty={t('noGifts')}
      query={query}
      columns={[
        {
          key: 'date',
          title: t('date'),
          kind: 'date',
          cell: (gift) => <Link href={`/giving/gifts/${gift.id}`}>{dateText(gift.date, currentLanguage())}</Link>,
        },
        { key: 'category', title: t('category'), cell: ({ categoryName }) => categoryName },
        { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
      ]}
      links={<Link href={`/giving/givers/${id}`}>{t('allGifts')}</Link>}
    />
  );
}

function Expenses({ person: { id, userId } }: { person: Person }) {
  const { t } = useTranslation('people');
  const query = useQuery(expensesOfQuery(id, userId));
  return (
    <List
      title={t('expenses')}
      empty={t('noExpenses')}
      query={query}
      columns={[
        {
          key: 'date',
          title: t('date'),
          kind: 'date',
          cell: (one) => <Link href={`/expenses/${one.id}`}>{dateText(one.expenseDate, currentLanguage())}</Link>,
        },
        { key: 'what', title: t('forWhat'), isWideOnly: true, cell: ({ description }) => description },
        { key: 'status', title: t('state'), cell: (one) => <Status expense={one} /> },
        { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
      ]}
      links={
        <>
          <Link href={`/expenses/all?memberId=${id}`}>{t('allPaidBack')}</Link>
          {userId !== null && <Link href={`/expenses/all?submittedBy=${userId}`}>{t('allHandedIn')}</Link>}
        </>
      }
    />
  );
}

function Messages({ person: { id } }: { person: Person }) {
  const { t } = useTranslation('people');
  const { t: messages } = useTranslation('messages');
  const query = useQuery(messagesToQuery(id));
  return (
    <List
      title={t('messages')}
      empty={t('noMessages')}
      query={query}
      columns={[
        {
          key: 'sentAt',
          title: t('sentAt'),
          kind: 'date',
          cell: ({ batchId, sentAt }) => (
            <Link href={`/messages/batches/${batchId}`}>{instantText(sentAt, currentLanguage())}</Link>
          ),
        },
        { key: 'way', title: messages('way'), isWideOnly: true, cell: ({ channel }) => messages(`channel${channel}`) },
        { key: 'subject', title: messages('subject'), isWideOnly: true, cell: ({ subject }) => subject },
        {
          key: 'result',
          title: messages('result'),
          cell: ({ result }) => messages(result === 'sent' ? 'resultSent' : 'resultFailed'),
        },
      ]}
      links={<Link href={`/messages/history?person=${id}`}>{t('allMessages')}</Link>}
    />
  );
}
