import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Answer } from '../../kit/answer.tsx';
import { churchQuery, useHasIrs } from '../../kit/church.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { dateText } from '../../kit/dates.ts';
import { MarkedText } from '../../kit/marked-text.tsx';
import { amountText } from '../../kit/money.ts';
import { Screen } from '../../kit/page.tsx';
import { Pager } from '../../kit/pager.tsx';
import { SubRooms } from '../../kit/sub-rooms.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useAddress } from '../../kit/use-address.ts';
import { useSections } from '../sections.ts';
import '../expenses.css';
import { form1099Query, type Vendor, vendorsQuery } from './queries.ts';

/** The vendors by name, in the United States with what Form 1099 needs to know of each. */
export function Page() {
  const { t } = useTranslation('expenses');
  const address = useAddress();
  const [typed, setTyped] = useState(address.get('q'));
  const vendors = useQuery(vendorsQuery(address.get('q'), address.page));
  return (
    <Screen
      title={t('vendors')}
      actions={
        <Link href="/expenses/vendors/new" className="button button-primary">
          {t('newVendor')}
        </Link>
      }
    >
      <SubRooms label={t('sections')} rooms={useSections()} />
      <TextField
        label={t('search')}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          address.set({ q: event.target.value.trim() });
        }}
      />
      <Answer query={vendors}>
        {({ items, page, totalPages }) => (
          <>
            {items.length === 0 ? <p className="empty">{t('noVendors')}</p> : <Vendors vendors={items} />}
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
    </Screen>
  );
}

type Paid = { box: string; amount: number; reportable: boolean };

const asPaid = (paid: Paid) => <PaidInBox key={paid.box} {...paid} />;

/** What was paid for a box of Form 1099, with a mark if it is to be reported. */
function PaidInBox({ box, amount, reportable }: Paid) {
  const { t } = useTranslation('expenses');
  return (
    <div>
      {box} {amountText(amount)}
      <span className="vendor-mark">
        {reportable && (
          <>
            <span aria-hidden>✓</span>
            <span className="visually-hidden">, {t('reportable')}</span>
          </>
        )}
      </span>
    </div>
  );
}

function Vendors({ vendors }: { vendors: readonly Vendor[] }) {
  const { t } = useTranslation('expenses');
  const { data: church } = useQuery(churchQuery);
  const hasIrs = useHasIrs();
  const { data: report } = useQuery({
    ...form1099Query(Number(church?.today.slice(0, 4) ?? 0)),
    enabled: hasIrs,
  });
  const paidTo = (vendorId: number) =>
    (report?.items ?? []).filter(({ vendors }) => vendors.some((one) => one.vendorId === vendorId));
  const tax: Column<Vendor>[] = [
    { key: 'taxId', title: t('taxId'), isWideOnly: true, cell: ({ taxId }) => taxId },
    {
      key: 'w9On',
      title: t('w9On'),
      kind: 'date',
      isWideOnly: true,
      cell: ({ w9On }) => (w9On === null ? '' : dateText(w9On, currentLanguage())),
    },
    { key: 'form1099', title: t('form1099'), kind: 'number', cell: ({ id }) => paidTo(id).map(asPaid) },
  ];
  const columns: Column<Vendor>[] = [
    {
      key: 'name',
      title: t('vendorName'),
      cell: ({ id, name }) => (
        <Link href={`/expenses/vendors/${id}`}>
          <MarkedText text={name} />
        </Link>
      ),
    },
    ...(hasIrs ? tax : []),
    { key: 'isActive', title: t('inUse'), cell: ({ isActive }) => t(isActive ? 'yes' : 'no') },
  ];
  const isMarked = vendors.some(({ id }) => paidTo(id).some(({ reportable }) => reportable));
  return (
    <>
      <DataTable label={t('vendors')} columns={columns} rows={vendors} keyOf={({ id }) => id} />
      {isMarked && (
        <p className="field-help" aria-hidden>
          ✓ {t('form1099')}: {t('reportable')}
        </p>
      )}
    </>
  );
}
