import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText } from '../kit/dates.ts';
import { amountText } from '../kit/money.ts';
import { inOrderOf } from '../kit/names.ts';
import { Pager } from '../kit/pager.tsx';
import { CardLink } from './card-link.tsx';
import type { Plan } from './draft.ts';
import { useFieldLabel } from './field-label.ts';
import type { Kind } from './kinds.ts';

type Item = Plan['items'][number];
type ItemsProps = { kind: Kind; items: readonly Item[]; isCut: boolean; isOpen: boolean };

/** What would be stored, as it will be stored. */
export function Items({ kind, items, isCut, isOpen }: ItemsProps) {
  const { t } = useTranslation('imports');
  const labelOf = useFieldLabel(kind);
  const language = currentLanguage();
  const date: Column<Item> = {
    key: 'date',
    title: kind === 'members' ? labelOf('birthDate') : t('day'),
    kind: 'date',
    cell: (item) => item.date !== null && dateText(item.date, language),
  };
  const name: Column<Item> = {
    key: 'name',
    title: t(kind === 'members' ? 'name' : kind === 'expenses' ? 'field_vendor' : 'person'),
    cell: (item) =>
      item.name === null && kind !== 'expenses' ? <em>{t('nobody')}</em> : inOrderOf(item.name ?? '', language),
  };
  const purpose: Column<Item> = {
    key: 'purpose',
    title: t(kind === 'members' ? 'field_familyName' : 'purpose'),
    cell: (item) => item.purpose,
  };
  const amount: Column<Item> = {
    key: 'amount',
    title: t('amount'),
    kind: 'number',
    cell: (item) => item.amount !== null && amountText(item.amount),
  };
  return (
    <details className="sheet" open={isOpen || undefined}>
      <summary>{t('items')}</summary>
      {isCut && <p className="field-help">{t('firstItems', { count: items.length })}</p>}
      <Rows
        label={t('items')}
        rows={items}
        columns={
          kind === 'members'
            ? [name, date, purpose]
            : kind === 'budgets'
              ? [purpose, amount]
              : [date, name, purpose, amount]
        }
      />
    </details>
  );
}

type KnownPerson = NonNullable<Plan['plan']['duplicates']>[number];

/** The people in the file who are not added again, because they are there already. */
export function Known({ people }: { people: readonly KnownPerson[] }) {
  const { t } = useTranslation('imports');
  const columns: Column<KnownPerson>[] = [
    { key: 'name', title: t('name'), cell: ({ name }) => name },
    {
      key: 'same',
      title: t('sameAs'),
      cell: ({ memberId, duplicateOf, name }) =>
        memberId === null ? t('inLines', { count: 1, lines: duplicateOf }) : <CardLink id={memberId} name={name} />,
    },
  ];
  return (
    <details className="sheet">
      <summary>{t('known')}</summary>
      <Rows label={t('known')} rows={people} columns={columns} />
    </details>
  );
}

const PAGE_SIZE = 50;

/** A table of rows of the file, by pages. */
function Rows<Row extends { line: number }>(props: { label: string; rows: readonly Row[]; columns: Column<Row>[] }) {
  const { label, rows, columns } = props;
  const { t } = useTranslation('imports');
  const [page, setPage] = useState(1);
  const pages = Math.ceil(rows.length / PAGE_SIZE);
  const shown = Math.min(page, pages);
  const line: Column<Row> = {
    key: 'line',
    title: t('row'),
    kind: 'number',
    isWideOnly: true,
    cell: (row) => row.line,
  };
  return (
    <>
      <DataTable
        label={label}
        rows={rows.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)}
        keyOf={(row) => row.line}
        columns={[line, ...columns]}
      />
      <Pager page={shown} pages={pages} onPage={setPage} />
    </>
  );
}
