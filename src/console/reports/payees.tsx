import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../../lib/fold.ts';
import { addMoney, type Minor } from '../../lib/money.ts';
import { LinkDialog } from '../expenses/vendors/link-dialog.tsx';
import { form1099Query } from '../expenses/vendors/queries.ts';
import { Button } from '../kit/button.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { listText } from '../kit/list-text.ts';
import { minorOf, moneyText } from '../kit/money.ts';

type Payee = { name: string; boxes: readonly string[]; amount: Minor };
type Paid = { name: string; box: string; amount: number };

/** The names that were paid for a box of Form 1099 and are no vendors yet, each with a button that links it to one. */
export function Payees({ year, today }: { year: number; today: string }) {
  const { t } = useTranslation('reports');
  // The words of the dialog are loaded now, so that the screen does not wait for them when the dialog opens.
  useTranslation('expenses');
  const { data } = useQuery(form1099Query(year));
  const [linked, setLinked] = useState<string>();
  const payees = payeesOf(data?.withoutVendor ?? []);
  if (payees.length === 0 && linked === undefined) return null;
  const columns: Column<Payee>[] = [
    { key: 'name', title: t('payee'), cell: ({ name }) => (name === '' ? t('nobodyNamed') : name) },
    {
      key: 'boxes',
      title: t('box1099'),
      cell: ({ boxes }) => listText(boxes.map((box) => t(`box_${box}` as 'box_NEC1'))),
    },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => moneyText(amount) },
    {
      key: 'link',
      title: '',
      cell: ({ name }) =>
        name !== '' && (
          <Button aria-label={t('linkNamed', { name })} onClick={() => setLinked(name)}>
            {t('linkPayee')}
          </Button>
        ),
    },
  ];
  return (
    <section className="screen-part no-print">
      <h2>{t('payees')}</h2>
      <DataTable label={t('payees')} columns={columns} rows={payees} keyOf={({ name }) => name} />
      {linked !== undefined && <LinkDialog name={linked} today={today} onClose={() => setLinked(undefined)} />}
    </section>
  );
}

/** Returns the payees with all their boxes. Names that differ only in case, accents and spaces are one payee. */
function payeesOf(paid: readonly Paid[]): Payee[] {
  const payees = new Map<string, Payee>();
  for (const { name, box, amount } of paid) {
    const known = payees.get(fold(name)) ?? { name, boxes: [], amount: minorOf(0) };
    const sum = addMoney(known.amount, minorOf(amount));
    payees.set(fold(name), { ...known, boxes: [...known.boxes, box], amount: sum });
  }
  return [...payees.values()];
}
