import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { currentLanguage } from '../i18n/i18n.ts';
import { DateField } from '../kit/date-field.tsx';
import { dateText } from '../kit/dates.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { ReverseDialog } from '../kit/reverse-dialog.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { METHODS, type Method } from './hand-in/typed.ts';
import { nameOf } from '../kit/record-name.ts';
import {
  type Expense,
  type Moved,
  payExpense,
  paymentAccountsQuery,
  placeInService,
  reverseExpense,
} from './queries.ts';

/** The form that records the payment of an approved expense. */
export function PayForm({ expense, today }: { expense: Expense; today: string }) {
  const { t } = useTranslation('expenses');
  const { fault, isBusy, save } = useSaving<Moved>(() => {});
  const { data: accounts = [] } = useQuery(paymentAccountsQuery);
  const [date, setDate] = useState<string | null>(today);
  const [method, setMethod] = useState<Method>(expense.paymentMethod ?? 'Check');
  const [account, setAccount] = useState<string>();
  const [reference, setReference] = useState(expense.paymentReference ?? '');
  const accountId = account ?? String(accounts.find(({ isDefault }) => isDefault)?.id ?? '');
  const pay = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      paidOn: date,
      paymentMethod: method,
      paymentReference: reference.trim() || null,
      accountId: accountId === '' ? null : Number(accountId),
    };
    void save(
      () => payExpense(expense.id, body),
      ({ warnings }) => `${t('paid')}${warnings.length > 0 ? ` ${t('paidOwn')}` : ''}`,
    );
  };
  return (
    <form className="sheet fields no-print" aria-label={t('pay')} onSubmit={pay}>
      {fault && <FaultNotice fault={fault} />}
      <DateField
        label={t('paidOn')}
        value={date}
        today={today}
        isPast
        isRequired
        onChange={setDate}
        fault={fault?.fields['paidOn']}
      />
      <SelectField
        label={t('account')}
        value={accountId}
        options={accounts.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
        onChange={setAccount}
        fault={fault?.fields['accountId']}
      />
      <SelectField
        label={t('method')}
        value={method}
        options={METHODS.map((one) => ({ value: one, label: t(`method_${one}`) }))}
        onChange={(one) => setMethod(one as Method)}
      />
      <TextField
        label={t(method === 'Check' ? 'checkNumber' : 'reference')}
        value={reference}
        maxLength={100}
        autoComplete="off"
        fault={fault?.fields['paymentReference']}
        onChange={(event) => setReference(event.target.value)}
      />
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('markAsPaid')}
        </Button>
      </div>
    </form>
  );
}

/** The form that says since when what an expense paid for is in use. Shows nothing if nothing waits for that. */
export function InUseForm({ expense, today }: { expense: Expense; today: string }) {
  const { t } = useTranslation('expenses');
  const { fault, isBusy, save } = useSaving<void>(() => {});
  const [date, setDate] = useState<string | null>(today);
  if (!expense.waitsForUse) return null;
  const set = (event: FormEvent) => {
    event.preventDefault();
    const day = date ?? today;
    void save(
      () => placeInService(expense.id, day),
      () => t('inUseSet', { date: dateText(day, currentLanguage()) }),
    );
  };
  return (
    <form className="sheet fields no-print" aria-label={t('inUseDate')} onSubmit={set}>
      {fault && <FaultNotice fault={fault} />}
      <DateField
        label={t('inUseDate')}
        help={t('inUseHelp')}
        value={date}
        today={today}
        isPast
        isRequired
        onChange={setDate}
        fault={fault?.fields['date']}
      />
      <div className="screen-actions">
        <Button type="submit" isBusy={isBusy}>
          {t('inUseDate')}
        </Button>
      </div>
    </form>
  );
}

type ReverseProps = { expense: Expense; today: string; onClose: () => void; onDone: (reversal: Expense) => void };

/** The dialog that reverses an expense, as a whole or, if it has no parts, by some of its amount. */
export function Reverse({ expense, today, onClose, onDone }: ReverseProps) {
  const { t } = useTranslation('expenses');
  return (
    <ReverseDialog
      today={today}
      help={t(expense.status === 'Paid' ? 'reverseHelpPaid' : 'reverseHelp')}
      done={t('reversedNow')}
      isWhole={expense.splits !== null}
      act={async (body, key) => onDone(await reverseExpense(expense.id, body, key))}
      onClose={onClose}
    />
  );
}
