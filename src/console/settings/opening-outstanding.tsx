import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../client/client.ts';
import { Button } from '../kit/button.tsx';
import { DateField } from '../kit/date-field.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { Balance } from './opening-balance.tsx';
import { nextKey, type Outstanding } from './opening-more.ts';
import { nameOf } from '../kit/record-name.ts';

type Props = {
  rows: readonly Outstanding[];
  accounts: readonly Schemas['AccountWithBalance'][];
  today: string;
  /** Returns the fault of a field of a row. */
  faultOf: (row: Outstanding, field: string) => string | undefined;
  onRows: (rows: readonly Outstanding[]) => void;
};

const KINDS = ['check', 'deposit'] as const;

/** The checks and deposits from before the books that the bank had not seen. */
export function OutstandingRows({ rows, accounts, today, faultOf, onRows }: Props) {
  const { t } = useTranslation('settings');
  const first = accounts[0]?.id ?? null;
  const change = (row: Outstanding, changes: Partial<Outstanding>) =>
    onRows(rows.map((one) => (one.key === row.key ? { ...one, ...changes } : one)));
  const add = () => {
    const empty = { kind: 'check', date: null, reference: '', amount: '' } as const;
    onRows([...rows, { key: nextKey(rows), accountId: rows.at(-1)?.accountId ?? first, ...empty }]);
  };
  return (
    <fieldset>
      <legend>{t('outstanding')}</legend>
      <p className="field-help opening-all">{t('outstandingHelp')}</p>
      {rows.map((row, index) => (
        <div key={row.key} role="group" aria-label={t('outstandingRow', { number: index + 1 })} className="opening-row">
          <SelectField
            label={t('account')}
            value={String(row.accountId ?? '')}
            options={accounts.map((account) => ({ value: String(account.id), label: nameOf(account) }))}
            onChange={(id) => change(row, { accountId: Number(id) })}
          />
          <SelectField
            label={t('kind')}
            value={row.kind}
            options={KINDS.map((kind) => ({ value: kind, label: t(`outstanding_${kind}`) }))}
            onChange={(kind) => change(row, { kind: kind as Outstanding['kind'] })}
          />
          <DateField
            label={t('date')}
            value={row.date}
            today={today}
            isPast
            isRequired
            fault={faultOf(row, 'date')}
            onChange={(date) => change(row, { date })}
          />
          <TextField
            label={t('reference')}
            value={row.reference}
            maxLength={100}
            fault={faultOf(row, 'reference')}
            onChange={(event) => change(row, { reference: event.target.value })}
          />
          <Balance
            label={t('amount')}
            text={row.amount}
            isRequired
            fault={faultOf(row, 'amount')}
            onText={(amount) => change(row, { amount })}
          />
          <Button
            kind="quiet"
            aria-label={t('removeRow', { number: index + 1 })}
            onClick={() => onRows(rows.filter(({ key }) => key !== row.key))}
          >
            {t('remove')}
          </Button>
        </div>
      ))}
      <div className="opening-all">
        <Button onClick={add}>{t('addOutstanding')}</Button>
      </div>
    </fieldset>
  );
}
