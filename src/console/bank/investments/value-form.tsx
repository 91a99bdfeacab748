import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Minor, toDecimal } from '../../../lib/money.ts';
import { choices, numberOf, useNames } from '../../expenses/names.ts';
import { AmountField } from '../../kit/amount-field.tsx';
import { SaveOrCancel } from '../../kit/save-or-cancel.tsx';
import { churchQuery } from '../../kit/church.ts';
import { DateField } from '../../kit/date-field.tsx';
import { nameOf } from '../../kit/record-name.ts';
import { SelectField } from '../../kit/select-field.tsx';
import { useSaving } from '../../kit/use-saving.ts';
import { FaultNotice } from '../../problems/fault-notice.tsx';
import { type Account, type Valuation, valueAccount } from '../queries.ts';
import { BalanceField } from '../reconciliations/balance-field.tsx';
import { useBookedText } from './booked-text.ts';

type Props = { account: Account; onBooked: (valuation: Valuation) => void; onClose: () => void };

/** Books what the broker says an investment is worth on a day. */
export function ValueForm({ account, onBooked, onClose }: Props) {
  const { t } = useTranslation('bank');
  const { data: church } = useQuery(churchQuery);
  const { funds } = useNames();
  const said = useBookedText();
  const [key] = useState(() => crypto.randomUUID());
  const [date, setDate] = useState<string | null>(null);
  const [value, setValue] = useState<Minor | null>(null);
  const [fee, setFee] = useState<Minor | null>(null);
  const [fundId, setFundId] = useState<number | null>(null);
  const { fault, isBusy, save } = useSaving<Valuation>((booked) => {
    onBooked(booked);
    onClose();
  });
  if (!church) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (date === null || value === null) return;
    const body = { date, value: toDecimal(value), fee: fee === null ? null : toDecimal(fee), fundId };
    void save(() => valueAccount(account.id, body, key), said);
  };
  const title = t('valueOf', { account: nameOf(account) });
  return (
    <form className="sheet screen-part" aria-label={title} onSubmit={submit}>
      <h3>{title}</h3>
      {fault && <FaultNotice fault={fault} />}
      <p>{t('valueHelp')}</p>
      <div className="fields">
        <DateField
          label={t('valueDate')}
          value={date}
          today={church.today}
          isPast
          isRequired
          autoFocus
          onChange={setDate}
          fault={fault?.fields['date']}
        />
        <BalanceField label={t('value')} value={value} onChange={setValue} fault={fault?.fields['value']} />
        <AmountField label={t('fee')} value={fee} onChange={setFee} help={t('feeHelp')} fault={fault?.fields['fee']} />
        <SelectField
          label={t('valueFund')}
          value={String(fundId ?? '')}
          options={choices(funds, fundId, t('wholeAccount'))}
          onChange={(id) => setFundId(numberOf(id))}
          fault={fault?.fields['fundId']}
        />
      </div>
      <SaveOrCancel isBusy={isBusy} onCancel={onClose} />
    </form>
  );
}
