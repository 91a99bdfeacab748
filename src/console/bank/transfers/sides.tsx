import { useTranslation } from 'react-i18next';
import { FundField } from '../../expenses/fund-field.tsx';
import { choices, numberOf } from '../../expenses/names.ts';
import { NO_MONEY } from '../../kit/account-kinds.ts';
import { Checkbox } from '../../kit/checkbox.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import type { Typed } from './transfer.ts';
import { usePlaces } from './use-places.ts';

type Props = {
  typed: Typed;
  faults: Readonly<Record<string, string>>;
  /** True if the funds are those of a loan. */
  isFixed: boolean;
  onChange: (changes: Partial<Typed>) => void;
};

/** The fields for where the money comes from and goes: two accounts or two funds. */
export function Sides({ typed, faults, isFixed, onChange }: Props) {
  const { t } = useTranslation('bank');
  const places = usePlaces();
  if (isFixed) return <FieldFault text={faults['repays'] ?? faults['fromFundId'] ?? faults['toFundId']} />;
  const { between, from, to } = typed;
  const end = between === 'accounts' ? 'AccountId' : 'FundId';
  const isNoMoney = places.accounts.some(({ id, kind }) => (id === from || id === to) && NO_MONEY.has(kind));
  return (
    <>
      <SelectField
        label={t('between')}
        value={between}
        options={(['accounts', 'funds'] as const).map((value) => ({ value, label: t(`between_${value}`) }))}
        onChange={(value) => onChange({ between: value as Typed['between'], from: null, to: null, fundId: null })}
      />
      {(['from', 'to'] as const).map((side) => (
        <SelectField
          key={side}
          label={t(`${side}${end}`)}
          value={String(typed[side] ?? '')}
          options={choices(places[between], typed[side])}
          onChange={(id) => onChange({ [side]: numberOf(id) })}
          fault={faults[`${side}${end}`]}
        />
      ))}
      {between === 'accounts' && isNoMoney && (
        <FundField
          label={t('heldBy')}
          fundId={typed.fundId}
          onChange={(fundId) => onChange({ fundId })}
          fault={faults['fundId']}
        />
      )}
      {between === 'funds' && (
        <Checkbox
          label={t('isLoan')}
          help={t('isLoanHelp')}
          isChecked={typed.loan}
          onChange={(loan) => onChange({ loan })}
        />
      )}
    </>
  );
}

function FieldFault({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="field-fault">{text}</p>;
}
