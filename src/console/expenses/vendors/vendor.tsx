import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useSearch } from 'wouter';
import { Answer } from '../../kit/answer.tsx';
import { Button } from '../../kit/button.tsx';
import { churchQuery, useHasIrs } from '../../kit/church.ts';
import { amountText } from '../../kit/money.ts';
import { Notice } from '../../kit/notice.tsx';
import { Screen } from '../../kit/page.tsx';
import { VendorForm } from './form.tsx';
import { MergeDialog } from './merge.tsx';
import { form1099Query, vendorQuery, type VersionedVendor } from './queries.ts';
import '../expenses.css';

/** A vendor's card. The address `/expenses/vendors/new` shows the form for a new vendor. */
export function Page({ id }: { id: string }) {
  const church = useQuery(churchQuery);
  return (
    <Answer query={church}>
      {({ today }) => (id === 'new' ? <NewVendor today={today} /> : <Known key={id} id={Number(id)} today={today} />)}
    </Answer>
  );
}

function NewVendor({ today }: { today: string }) {
  const { t } = useTranslation('expenses');
  const [, navigate] = useLocation();
  return (
    <Screen title={t('newVendor')}>
      <VendorForm
        today={today}
        onDone={({ vendor, doubles }) =>
          navigate(`/expenses/vendors/${vendor.id}${doubles.length > 0 ? `?doubles=${doubles.join(',')}` : ''}`, {
            replace: true,
          })
        }
      />
      <Back />
    </Screen>
  );
}

function Known({ id, today }: { id: number; today: string }) {
  const vendor = useQuery(vendorQuery(id));
  return <Answer query={vendor}>{(found) => <Card key={found.etag} found={found} today={today} />}</Answer>;
}

function Card({ found, today }: { found: VersionedVendor; today: string }) {
  const { t } = useTranslation('expenses');
  const [, navigate] = useLocation();
  const [isMerging, setMerging] = useState(false);
  const [doubles, setDoubles] = useState<readonly number[]>(useDoubles());
  const { vendor } = found;
  return (
    <Screen title={vendor.name} actions={<Button onClick={() => setMerging(true)}>{t('merge')}</Button>}>
      {doubles.length > 0 && (
        <Notice tone="warn">
          {t('doubleVendor')}
          {doubles.map((id) => (
            <Double key={id} id={id} />
          ))}
        </Notice>
      )}
      <PaidThisYear vendorId={vendor.id} year={Number(today.slice(0, 4))} />
      <VendorForm before={found} today={today} onDone={(saved) => setDoubles(saved.doubles)} />
      {isMerging && (
        <MergeDialog
          vendor={vendor}
          onClose={() => setMerging(false)}
          onDone={(into) => navigate(`/expenses/vendors/${into}`)}
        />
      )}
      <Back />
    </Screen>
  );
}

/** Returns the ids of the likely doubles in the address. */
function useDoubles(): readonly number[] {
  return (new URLSearchParams(useSearch()).get('doubles') ?? '').split(',').filter(Boolean).map(Number);
}

function Double({ id }: { id: number }) {
  const { data } = useQuery(vendorQuery(id));
  return <Link href={`/expenses/vendors/${id}`}>{data?.vendor.name ?? `#${id}`}</Link>;
}

function Back() {
  const { t } = useTranslation('expenses');
  return (
    <p className="no-print">
      <Link href="/expenses/vendors">{t('vendors')}</Link>
    </p>
  );
}

/** What was paid to the vendor this year for the boxes of Form 1099. Shows nothing if that is nothing or not known. */
function PaidThisYear({ vendorId, year }: { vendorId: number; year: number }) {
  const { t } = useTranslation('expenses');
  const { data } = useQuery({ ...form1099Query(year), enabled: useHasIrs() });
  const own = (data?.items ?? []).filter(({ vendors }) => vendors.some((one) => one.vendorId === vendorId));
  if (own.length === 0) return null;
  return (
    <dl className="expense-facts sheet" aria-label={t('form1099')}>
      {own.map(({ box, amount, reportable }) => (
        <div key={box}>
          <dt>{t('boxOf', { box, year })}</dt>
          <dd>
            {amountText(amount)}, {t(reportable ? 'reportable' : 'notReportable')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
