import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FundField } from '../../expenses/fund-field.tsx';
import { VendorBox } from '../../expenses/hand-in/vendor-box.tsx';
import { CategoryBox } from '../../expenses/category-box.tsx';
import { choices, numberOf, useNames } from '../../expenses/names.ts';
import { SelectField } from '../../kit/select-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { type Account, allAccountsQuery, incomeCategoriesQuery } from '../queries.ts';
import type { TypedRule } from './rule.ts';

type Props = {
  account: Account;
  typed: TypedRule;
  faults: Readonly<Record<string, string>>;
  onChange: <Name extends keyof TypedRule>(name: Name, value: TypedRule[Name]) => void;
};

/** The fields of the document that a rule makes. A rule that matches or sets aside has none. */
export function ActionFields(props: Props) {
  const { type } = props.typed;
  if (type === 'Expense') return <ExpenseFields {...props} />;
  if (type === 'OtherIncome') return <IncomeFields {...props} />;
  return type === 'Transfer' ? <TransferFields {...props} /> : null;
}

function ExpenseFields({ typed, faults, onChange }: Props) {
  const { t } = useTranslation('expenses');
  const names = useNames();
  return (
    <>
      <CategoryBox
        label={t('category')}
        subCategoryId={typed.subCategoryId}
        onChoose={(id) => onChange('subCategoryId', id)}
        fault={faults['action.subCategoryId']}
      />
      <SelectField
        label={t('ministry')}
        value={String(typed.ministryId ?? '')}
        options={choices(names.ministries, typed.ministryId)}
        onChange={(id) => onChange('ministryId', numberOf(id))}
        fault={faults['action.ministryId']}
      />
      <VendorBox
        label={t('vendor')}
        name={typed.vendor}
        onChange={({ vendor, vendorId }) => {
          onChange('vendor', vendor);
          onChange('vendorId', vendorId);
        }}
        fault={faults['action.vendor'] ?? faults['action.vendorId']}
      />
      <TextField
        label={t('description')}
        maxLength={500}
        value={typed.description}
        fault={faults['action.description']}
        onChange={(event) => onChange('description', event.target.value)}
      />
      <FundField fundId={typed.fundId} onChange={(id) => onChange('fundId', id)} fault={faults['action.fundId']} />
    </>
  );
}

function IncomeFields({ typed, faults, onChange }: Props) {
  const { t } = useTranslation('bank');
  const { t: expenses } = useTranslation('expenses');
  const { data: categories = [] } = useQuery(incomeCategoriesQuery);
  return (
    <>
      <SelectField
        label={expenses('category')}
        value={String(typed.incomeCategoryId ?? '')}
        options={choices(categories, typed.incomeCategoryId)}
        onChange={(id) => onChange('incomeCategoryId', numberOf(id))}
        fault={faults['action.incomeCategoryId']}
      />
      <TextField
        label={t('payer')}
        maxLength={200}
        value={typed.payer}
        fault={faults['action.payer']}
        onChange={(event) => onChange('payer', event.target.value)}
      />
      <FundField fundId={typed.fundId} onChange={(id) => onChange('fundId', id)} fault={faults['action.fundId']} />
    </>
  );
}

function TransferFields({ account, typed, faults, onChange }: Props) {
  const { t } = useTranslation('bank');
  const { data: accounts = [] } = useQuery(allAccountsQuery);
  const others = accounts.filter(({ id, isReserved }) => id !== account.id && !isReserved);
  return (
    <SelectField
      label={t(typed.direction === 'Out' ? 'toAccountId' : 'fromAccountId')}
      value={String(typed.otherAccountId ?? '')}
      options={choices(others, typed.otherAccountId)}
      onChange={(id) => onChange('otherAccountId', numberOf(id))}
      fault={faults['action.otherAccountId']}
    />
  );
}
