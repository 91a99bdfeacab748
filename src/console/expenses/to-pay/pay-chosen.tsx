import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addMoney, toDecimal } from '../../../lib/money.ts';
import { Button } from '../../kit/button.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { MarkedText } from '../../kit/marked-text.tsx';
import { moneyText } from '../../kit/money.ts';
import { Notice } from '../../kit/notice.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useFaults } from '../../problems/problems.ts';
import { announce } from '../../shell/status.ts';
import { METHODS, type Method } from '../hand-in/typed.ts';
import { nameOf } from '../../kit/record-name.ts';
import { paymentAccountsQuery } from '../queries.ts';
import { type Due, nextCheck, type Planned, plannedFor, references } from './plan.ts';
import { paymentsQuery, readAgain, recordPayment } from './queries.ts';

type Props = {
  dues: readonly Due[];
  today: string;
  /** Called with the keys of what was paid. */
  onPaid: (keys: readonly string[]) => void;
};

/**
 * The payments of the chosen rows: one for each payee. Checks get the next numbers of their account. A refused payment
 * stays with its reason, and the others are recorded.
 */
export function PayChosen({ dues, today, onPaid }: Props) {
  const { t } = useTranslation('expenses');
  const faults = useFaults();
  const { data: accounts = [] } = useQuery(paymentAccountsQuery);
  const [chosenAccount, setAccount] = useState<number>();
  const accountId = chosenAccount ?? accounts.find(({ isDefault }) => isDefault)?.id ?? null;
  const { data: payments = [] } = useQuery({ ...paymentsQuery(accountId), enabled: accountId !== null });
  const [date, setDate] = useState<string | null>(today);
  const [method, setMethod] = useState<Method>('Check');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const keys = useKeys();
  const planned = plannedFor(dues);
  if (planned.length === 0) return null;
  const first = method === 'Check' ? nextCheck(payments) : undefined;
  const numbers = references(
    planned.map(({ payee }) => payee),
    typed,
    first,
  );

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (date === null) return;
    setBusy(true);
    const bad: Record<string, string> = {};
    const warned: string[] = [];
    const paid: Planned[] = [];
    for (const one of planned) {
      const items = one.dues.map(({ expenseId, payableId, amount }) => ({
        expenseId,
        payableId,
        amount: toDecimal(amount),
      }));
      const body = { date, accountId, method, reference: numbers[one.payee]?.trim() || null, items };
      try {
        warned.push(...(await recordPayment(body, keys.of(body))));
        keys.forget(body);
        paid.push(one);
      } catch (error) {
        const { sentence, fields } = faults(error);
        bad[one.payee] = [sentence, ...Object.values(fields)].join(' ');
      }
    }
    setBusy(false);
    setRefused(bad);
    if (paid.length === 0) return;
    // The numbers that were used stay with their payments, so the next ones begin after them.
    setTyped(Object.fromEntries(Object.keys(bad).map((payee) => [payee, numbers[payee] ?? ''])));
    readAgain();
    const amount = moneyText(addMoney(...paid.map((one) => one.amount)));
    announce(`${t('paidMany', { count: paid.length, amount })}${warned.length > 0 ? ` ${t('paidOwn')}` : ''}`);
    onPaid(paid.flatMap((one) => one.dues.map(({ key }) => key)));
  };
  return (
    <form className="sheet screen-part" aria-label={t('payments')} onSubmit={(event) => void pay(event)}>
      <h2>
        {t('paymentsOf', {
          count: planned.length,
          amount: moneyText(addMoney(...planned.map(({ amount }) => amount))),
        })}
      </h2>
      <div className="fields">
        <SelectField
          label={t('account')}
          value={String(accountId ?? '')}
          options={accounts.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
          onChange={(id) => setAccount(Number(id))}
        />
        <SelectField
          label={t('method')}
          value={method}
          options={METHODS.map((one) => ({ value: one, label: t(`method_${one}`) }))}
          onChange={(one) => setMethod(one as Method)}
        />
        <DateField label={t('date')} value={date} today={today} isPast isRequired onChange={setDate} />
      </div>
      <ul className="planned">
        {planned.map((one) => (
          <li key={one.payee}>
            {refused[one.payee] !== undefined && <Notice tone="bad">{refused[one.payee]}</Notice>}
            <p>
              <strong>
                <MarkedText text={one.payee} />
              </strong>{' '}
              {moneyText(one.amount)}
              <span className="due-note">{one.dues.map(({ description }) => description).join(', ')}</span>
            </p>
            <TextField
              label={t(method === 'Check' ? 'checkNumberFor' : 'referenceFor', { name: one.payee })}
              value={numbers[one.payee] ?? ''}
              maxLength={100}
              autoComplete="off"
              onChange={(event) => setTyped({ ...typed, [one.payee]: event.target.value })}
            />
          </li>
        ))}
      </ul>
      <div className="screen-actions no-print">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('markAsPaid')}
        </Button>
        <Button onClick={() => print()}>{t('printList')}</Button>
      </div>
    </form>
  );
}

/**
 * Returns functions for Idempotency-Keys. Until `forget`, the same body has the same key, so a payment whose answer was
 * lost counts once.
 */
function useKeys() {
  const keys = useRef(new Map<string, string>());
  return {
    of: (body: object): string => {
      const text = JSON.stringify(body);
      const key = keys.current.get(text) ?? crypto.randomUUID();
      keys.current.set(text, key);
      return key;
    },
    forget: (body: object) => void keys.current.delete(JSON.stringify(body)),
  };
}
