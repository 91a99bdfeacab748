import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Answer } from '../../kit/answer.tsx';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { dateText } from '../../kit/dates.ts';
import { MarkedText } from '../../kit/marked-text.tsx';
import { amountText } from '../../kit/money.ts';
import { ReasonDialog } from '../../kit/reason-dialog.tsx';
import { nameOf } from '../../kit/record-name.ts';
import { paymentAccountsQuery } from '../queries.ts';
import { type Payment, paymentsQuery, voidPayment } from './queries.ts';

/** The latest payments. A payment can be voided, such as a lost check. */
export function Payments({ today }: { today: string }) {
  const { t } = useTranslation('expenses');
  const payments = useQuery(paymentsQuery(null));
  const { data: accounts = [], isPending } = useQuery(paymentAccountsQuery);
  const [voided, setVoided] = useState<Payment>();
  const date = (day: string) => dateText(day, currentLanguage());
  const accountOf = ({ accountId, accountName }: Payment) => {
    const account = accounts.find(({ id }) => id === accountId);
    if (account) return nameOf(account);
    return isPending ? '' : accountName;
  };
  const columns: Column<Payment>[] = [
    { key: 'date', title: t('date'), kind: 'date', cell: (one) => date(one.date) },
    { key: 'payee', title: t('payee'), cell: ({ payee }) => <MarkedText text={payee ?? ''} /> },
    {
      key: 'reference',
      title: t('reference'),
      isWideOnly: true,
      cell: ({ method, reference }) => `${method === null ? '' : t(`method_${method}`)} ${reference ?? ''}`,
    },
    { key: 'account', title: t('account'), isWideOnly: true, cell: (one) => accountOf(one) },
    {
      key: 'expenses',
      title: t('title'),
      isWideOnly: true,
      cell: ({ items }) => (
        <span className="payment-items">
          {items.map(({ expenseId, vendor }) =>
            expenseId === null ? (
              <span key={vendor}>{vendor}</span>
            ) : (
              <Link key={expenseId} href={`/expenses/${expenseId}`}>
                {t('expenseNumber', { number: expenseId })}
              </Link>
            ),
          )}
        </span>
      ),
    },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
    {
      key: 'void',
      title: t('void'),
      cell: (one) =>
        one.voidedOn === null ? (
          <Button kind="quiet" aria-label={t('voidNamed', { name: shortNameOf(one) })} onClick={() => setVoided(one)}>
            {t('void')}
          </Button>
        ) : (
          t('voidedOn', { date: date(one.voidedOn) })
        ),
    },
  ];
  return (
    <section className="screen-part no-print">
      <h2>{t('latestPayments')}</h2>
      <Answer query={payments}>
        {(items) =>
          items.length === 0 ? (
            <p className="empty">{t('noPayments')}</p>
          ) : (
            <DataTable label={t('latestPayments')} columns={columns} rows={items} keyOf={({ id }) => id} />
          )
        }
      </Answer>
      {voided && <VoidDialog payment={voided} today={today} onClose={() => setVoided(undefined)} />}
    </section>
  );
}

/** Returns the check number or, for a payment without one, its payee and date. */
const shortNameOf = ({ reference, payee, date }: Payment) =>
  reference ?? [payee, dateText(date, currentLanguage())].filter(Boolean).join(', ');

function VoidDialog({ payment, today, onClose }: { payment: Payment; today: string; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const [date, setDate] = useState<string | null>(today);
  return (
    <ReasonDialog
      title={t('voidNamed', { name: shortNameOf(payment) })}
      help={t('voidHelp')}
      button={t('void')}
      kind="danger"
      done={t('voided')}
      act={(reason) => voidPayment(payment.id, { date: date ?? today, reason })}
      onClose={onClose}
      fields={(fault) => (
        <DateField
          label={t('date')}
          value={date}
          today={today}
          isPast
          isRequired
          onChange={setDate}
          fault={fault?.fields['date']}
        />
      )}
    />
  );
}
