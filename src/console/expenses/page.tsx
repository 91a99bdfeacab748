import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText } from '../kit/dates.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { amountText } from '../kit/money.ts';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { SubRooms } from '../kit/sub-rooms.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useCan } from '../session/session.ts';
import { Page as All } from './all.tsx';
import { ImportLink } from './import-link.tsx';
import { useNames } from './names.ts';
import { type Expense, ownExpensesQuery } from './queries.ts';
import { useSections } from './sections.ts';
import { Status } from './status.tsx';
import './expenses.css';

/** A person's own expenses. Whoever may not hand in expenses sees everybody's. */
export function Page() {
  return useCan('expenses.submit') ? <Mine /> : <All />;
}

/** A person's own expenses, the newest first, with what happens to each. */
function Mine() {
  const { t } = useTranslation('expenses');
  const address = useAddress();
  const expenses = useQuery(ownExpensesQuery(address.page));
  return (
    <Screen
      title={t('title')}
      actions={
        <>
          <ImportLink />
          <Link href="/expenses/new" className="button button-primary">
            {t('newExpense')}
          </Link>
        </>
      }
    >
      <SubRooms label={t('sections')} rooms={useSections()} />
      <Answer query={expenses}>
        {({ items, page, totalPages }) => (
          <>
            {items.length === 0 ? <p className="empty">{t('emptyMine')}</p> : <List expenses={items} />}
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
    </Screen>
  );
}

function List({ expenses }: { expenses: readonly Expense[] }) {
  const { t } = useTranslation('expenses');
  const names = useNames();
  const columns: Column<Expense>[] = [
    {
      key: 'date',
      title: t('date'),
      kind: 'date',
      cell: ({ expenseDate }) => dateText(expenseDate, currentLanguage()),
    },
    {
      key: 'description',
      title: t('description'),
      cell: ({ id, description }) => (
        <Link href={`/expenses/${id}`}>
          <MarkedText text={description} />
        </Link>
      ),
    },
    {
      key: 'category',
      title: t('category'),
      isWideOnly: true,
      cell: (expense) => (expense.splits ? t('severalParts') : names.category(expense)),
    },
    { key: 'status', title: t('status'), cell: (expense) => <Status expense={expense} /> },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
  ];
  return <DataTable label={t('mine')} columns={columns} rows={expenses} keyOf={({ id }) => id} />;
}
