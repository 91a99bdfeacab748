import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { DateField } from '../kit/date-field.tsx';
import { churchQuery } from '../kit/church.ts';
import { dateText } from '../kit/dates.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { amountText } from '../kit/money.ts';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { SubRooms } from '../kit/sub-rooms.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useCan } from '../session/session.ts';
import { useNames } from './names.ts';
import { nameOf } from '../kit/record-name.ts';
import { ImportLink } from './import-link.tsx';
import { allExpensesQuery, type Expense } from './queries.ts';
import { useSections } from './sections.ts';
import { Status } from './status.tsx';
import './expenses.css';

const STATUSES = ['Draft', 'PendingApproval', 'Approved', 'Paid'] as const;
const FILTERS = ['status', 'ministryId', 'groupId', 'from', 'to', 'search', 'submittedBy', 'memberId'] as const;

/** Everybody's expenses. The filters, the order and the page are part of the address. */
export function Page() {
  const { t } = useTranslation('expenses');
  const address = useAddress();
  const filters = Object.fromEntries(
    FILTERS.map((name) => [name, address.get(name)]).filter(([, value]) => value !== ''),
  );
  const sort = address.get('sort') || '-expenseDate';
  const expenses = useQuery(allExpensesQuery(filters, sort, address.page));
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Screen title={t(useCan('expenses.submit') ? 'all' : 'title')} actions={<ImportLink />}>
      <SubRooms label={t('sections')} rooms={useSections()} />
      <Filters />
      {isFiltered && (
        <p>
          <Button kind="quiet" onClick={() => address.set(Object.fromEntries(FILTERS.map((name) => [name, null])))}>
            {t('clearFilters')}
          </Button>
        </p>
      )}
      <Answer query={expenses}>
        {({ items, page, totalPages, totalCount }) => (
          <>
            {items.length === 0 ? (
              <p className="empty">{t(isFiltered ? 'noMatch' : 'emptyAll')}</p>
            ) : (
              <>
                <p className="receipts-none">{t('expenseCount', { count: totalCount })}</p>
                <Everybody expenses={items} sort={sort} />
              </>
            )}
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
    </Screen>
  );
}

function Filters() {
  const { t } = useTranslation('expenses');
  const address = useAddress();
  const names = useNames();
  const { data: church } = useQuery(churchQuery);
  const [search, setSearch] = useState(address.get('search'));
  const any = { value: '', label: t('any') };
  return (
    <section className="fields no-print" aria-label={t('filters')}>
      <TextField
        label={t('search')}
        type="search"
        autoComplete="off"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          address.set({ search: event.target.value.trim() });
        }}
      />
      <SelectField
        label={t('status')}
        value={address.get('status')}
        options={[any, ...STATUSES.map((value) => ({ value, label: t(`status_${value}`) }))]}
        onChange={(status) => address.set({ status })}
      />
      <SelectField
        label={t('ministry')}
        value={address.get('ministryId')}
        options={[any, ...names.ministries.map((one) => ({ value: String(one.id), label: nameOf(one) }))]}
        onChange={(ministryId) => address.set({ ministryId })}
      />
      <SelectField
        label={t('categoryGroup')}
        value={address.get('groupId')}
        options={[any, ...names.groups.map((one) => ({ value: String(one.id), label: nameOf(one) }))]}
        onChange={(groupId) => address.set({ groupId })}
      />
      {church && (
        <>
          <DateField
            label={t('from')}
            value={address.get('from') || null}
            today={church.today}
            isPast
            help=""
            onChange={(from) => address.set({ from })}
          />
          <DateField
            label={t('to')}
            value={address.get('to') || null}
            today={church.today}
            isPast
            help=""
            onChange={(to) => address.set({ to })}
          />
        </>
      )}
    </section>
  );
}

function Everybody({ expenses, sort }: { expenses: readonly Expense[]; sort: string }) {
  const { t } = useTranslation('expenses');
  const names = useNames();
  const address = useAddress();
  const columns: Column<Expense>[] = [
    {
      key: 'date',
      title: t('date'),
      kind: 'date',
      sort: 'expenseDate',
      cell: ({ expenseDate }) => dateText(expenseDate, currentLanguage()),
    },
    {
      key: 'description',
      title: t('description'),
      cell: ({ id, description, vendor }) => (
        <>
          <Link href={`/expenses/${id}`}>
            <MarkedText text={description} />
          </Link>
          {vendor !== null && (
            <span className="due-note">
              <MarkedText text={vendor} />
            </span>
          )}
        </>
      ),
    },
    {
      key: 'category',
      title: t('category'),
      isWideOnly: true,
      cell: (expense) => (expense.splits ? t('severalParts') : names.category(expense)),
    },
    { key: 'ministry', title: t('ministry'), isWideOnly: true, cell: (expense) => names.ministry(expense) },
    {
      key: 'by',
      title: t('handedInBy'),
      isWideOnly: true,
      cell: ({ submittedBy, submittedByName }) => (
        <Button
          kind="quiet"
          className="all-by"
          aria-label={t('onlyOf', { name: submittedByName })}
          onClick={() => address.set({ submittedBy })}
        >
          <MarkedText text={submittedByName} />
        </Button>
      ),
    },
    { key: 'status', title: t('status'), sort: 'status', cell: (expense) => <Status expense={expense} /> },
    { key: 'amount', title: t('amount'), kind: 'number', sort: 'amount', cell: ({ amount }) => amountText(amount) },
  ];
  return (
    <DataTable
      label={t('all')}
      columns={columns}
      rows={expenses}
      keyOf={({ id }) => id}
      sort={sort}
      onSort={(next) => address.set({ sort: next })}
    />
  );
}
