import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, type Minor } from '../../../lib/money.ts';
import { CheckedField } from '../../kit/checked-field.tsx';
import { readBalance } from '../../kit/typed-balance.ts';

type Props = {
  label: string;
  value: Minor | null;
  onChange: (balance: Minor | null) => void;
  fault?: string | undefined;
};

/** A text box for the balance on a statement. */
export function BalanceField({ label, value, onChange, fault }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value === null ? '' : formatMoney(value));
  return (
    <CheckedField
      label={label}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      required
      className="amount-field"
      unreadable={text.trim() !== '' && readBalance(text) === null ? t('amountBad') : undefined}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(readBalance(event.target.value));
      }}
      onBlur={() => value !== null && setTyped(undefined)}
      fault={fault}
    />
  );
}
