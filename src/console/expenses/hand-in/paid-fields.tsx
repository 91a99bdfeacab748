import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../kit/date-field.tsx';
import { PersonBox } from '../../kit/person-box.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useCan } from '../../session/session.ts';
import { nameOf } from '../../kit/record-name.ts';
import { paymentAccountsQuery } from '../queries.ts';
import { METHODS, type Method, type Payer, type Typed } from './typed.ts';

type Props = {
  typed: Typed;
  today: string;
  /** The sentences of the faults, by the path of their field. */
  fields: Readonly<Record<string, string>>;
  onChange: (changes: Partial<Typed>) => void;
};

const PAYERS = ['self', 'church', 'nobody'] as const satisfies Payer[];

/** The question who paid. If the church paid with its card or from an account, the payment is entered here. */
export function PaidFields({ typed, today, fields, onChange }: Props) {
  const { t } = useTranslation('expenses');
  const name = useId();
  const mayChoosePerson = [useCan('finance.manage'), useCan('members.read')].every(Boolean);
  const { data: accounts = [] } = useQuery(paymentAccountsQuery);
  const choose = (payer: Payer) => {
    const card = accounts.find(({ kind }) => kind === 'CreditCard') ?? accounts.find(({ isDefault }) => isDefault);
    onChange({ payer, ...(payer === 'church' && typed.paidFrom === null && { paidFrom: card?.id ?? null }) });
  };
  return (
    <fieldset className="sheet expense-paid">
      <legend>{t('whoPaid')}</legend>
      {PAYERS.map((payer) => (
        <label key={payer} className="expense-payer">
          <input type="radio" name={name} checked={typed.payer === payer} onChange={() => choose(payer)} />
          <span>{t(`payer_${payer}`)}</span>
        </label>
      ))}
      {typed.payer === 'self' && mayChoosePerson && (
        <PersonBox
          label={t('payBackTo')}
          personId={typed.memberId}
          onChange={(memberId) => onChange({ memberId })}
          fault={fields['memberId']}
        />
      )}
      {typed.payer === 'church' && (
        <div className="fields">
          <SelectField
            label={t('account')}
            value={String(typed.paidFrom ?? '')}
            options={[
              { value: '', label: '–' },
              ...accounts.map((one) => ({ value: String(one.id), label: nameOf(one) })),
            ]}
            onChange={(id) => onChange({ paidFrom: id === '' ? null : Number(id) })}
            fault={fields['settled.accountId']}
          />
          <SelectField
            label={t('method')}
            value={typed.method}
            options={METHODS.map((method) => ({ value: method, label: t(`method_${method}`) }))}
            onChange={(method) => onChange({ method: method as Method })}
            fault={fields['settled.method']}
          />
          <DateField
            label={t('paidOn')}
            value={typed.paidOn ?? typed.date}
            today={today}
            isPast
            onChange={(paidOn) => onChange({ paidOn })}
            fault={fields['settled.date']}
          />
          <TextField
            label={t('reference')}
            value={typed.reference}
            maxLength={100}
            autoComplete="off"
            fault={fields['settled.reference']}
            onChange={(event) => onChange({ reference: event.target.value })}
          />
        </div>
      )}
    </fieldset>
  );
}
