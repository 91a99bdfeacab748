import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, type Minor, negateMoney } from '../../lib/money.ts';
import { CheckedField } from './checked-field.tsx';
import { type Amount, readAmount } from '../../lib/typed-amount.ts';
import './amount-field.css';

type Props = {
  label: string;
  /** The amount in minor units, or null while the text in the box is not an amount. */
  value: Minor | null;
  onChange: (amount: Minor | null) => void;
  help?: string | undefined;
  fault?: string | undefined;
  isRequired?: boolean;
  /** True if the amount may be negative. */
  isSigned?: boolean;
  autoFocus?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
};

const SENTENCES = {
  empty: 'amountBad',
  unreadable: 'amountBad',
  decimals: 'amountDecimals',
  zero: 'amountZero',
  tooLarge: 'amountTooLarge',
} as const;

/**
 * A text box for an amount over 0, or, with `isSigned`, for any amount but 0. It reads what somebody types, such as `12`, `1,200` or `12+8.50`, and shows the
 * result when it loses the focus. While the typed text is not an amount, the form is not sent.
 */
export function AmountField({ label, value, onChange, isRequired = false, isSigned = false, ...rest }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value === null ? '' : formatMoney(value));
  const readSigned = (written: string): Amount => {
    const bare = written.trim().replace(/^[-−－]/, '');
    const amount = readAmount(bare);
    const isNegative = isSigned && bare !== written.trim() && 'minor' in amount;
    return isNegative ? { minor: negateMoney(amount.minor) } : readAmount(isSigned ? bare : written);
  };
  const read = readSigned(text);
  const isBad = 'fault' in read && read.fault !== 'empty';
  return (
    <CheckedField
      className="amount-field"
      label={label}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      required={isRequired}
      unreadable={isBad ? t(SENTENCES[read.fault]) : undefined}
      onChange={(event) => {
        const next = readSigned(event.target.value);
        setTyped(event.target.value);
        onChange('minor' in next ? next.minor : null);
      }}
      onBlur={() => !isBad && setTyped(undefined)}
      {...rest}
    />
  );
}
