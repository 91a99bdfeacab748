import { useTranslation } from 'react-i18next';
import { nameOf } from '../kit/record-name.ts';
import { SelectField } from '../kit/select-field.tsx';
import { choices, numberOf, useNames } from './names.ts';

type Props = {
  /** Without it, the field is labeled `Fund`. */
  label?: string;
  /** The chosen fund, or null for the General fund. */
  fundId: number | null;
  onChange: (fundId: number | null) => void;
  fault?: string | undefined;
};

/** A field to choose a fund. The General fund, which is used if none is chosen, is the first option. */
export function FundField({ label, fundId, onChange, fault }: Props) {
  const { t } = useTranslation('expenses');
  const { funds } = useNames();
  const general = funds.find((fund) => fund.class === 'General');
  const chosen = fundId === general?.id ? null : fundId;
  const others = funds.filter((fund) => fund !== general);
  return (
    <SelectField
      label={label ?? t('fund')}
      value={String(chosen ?? '')}
      options={choices(others, chosen, general ? nameOf(general) : t('generalFund'))}
      onChange={(id) => onChange(numberOf(id))}
      fault={fault}
    />
  );
}
