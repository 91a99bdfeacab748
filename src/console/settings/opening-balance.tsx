import { useTranslation } from 'react-i18next';
import { CheckedField } from '../kit/checked-field.tsx';
import { readBalance } from '../kit/typed-balance.ts';

type Props = {
  label: string;
  text: string;
  onText: (text: string) => void;
  isRequired?: boolean;
  fault?: string | undefined;
  help?: string | undefined;
};

/** A box for an amount, which may be negative. */
export function Balance({ label, text, onText, isRequired = false, fault, help }: Props) {
  const { t: common } = useTranslation();
  return (
    <CheckedField
      label={label}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      required={isRequired}
      fault={fault}
      help={help}
      unreadable={text.trim() !== '' && readBalance(text) === null ? common('amountBad') : undefined}
      onChange={(event) => onText(event.target.value)}
    />
  );
}
