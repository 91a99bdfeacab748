import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { churchQuery } from '../kit/church.ts';
import { SelectField } from '../kit/select-field.tsx';
import { withNextYear } from '../reports/budgets/years.ts';
import { yearsQuery } from '../reports/queries.ts';
import { yearName } from '../reports/years.ts';
import type { Details } from './draft.ts';
import { FALLBACK, type Kind } from './kinds.ts';
import { namesQuery, serviceAccountsQuery } from './queries.ts';

type WhatProps = {
  kinds: readonly Kind[];
  kind: Kind;
  onKind: (kind: Kind) => void;
  details: Details;
  onDetails: (details: Details) => void;
};

/** Chooses what the file lists, and what must be known before it is read, such as the account of a payment service. */
export function What({ kinds, kind, onKind, details, onDetails }: WhatProps) {
  const { t } = useTranslation('imports');
  return (
    <>
      {kinds.length > 1 && (
        <SelectField
          label={t('whatIsIt')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(`kind_${value as 'givings'}`) }))}
          onChange={(value) => onKind(value as Kind)}
        />
      )}
      {kind === 'payouts' && (
        <ServiceAccount
          value={details.accountId ?? ''}
          onChange={(accountId) => onDetails({ ...details, accountId })}
        />
      )}
      {kind === 'budgets' && (
        <BudgetYear value={details.year ?? ''} onChange={(year) => onDetails({ ...details, year })} />
      )}
      {kind === 'expenses' && <p className="field-help">{t('expensesHelp')}</p>}
    </>
  );
}

/** The fiscal year of a budget. */
function BudgetYear({ value, onChange }: ChoiceProps) {
  const { t } = useTranslation('imports');
  const { data: church } = useQuery(churchQuery);
  const { data: years = [] } = useQuery(yearsQuery);
  const all = church ? withNextYear(years, church.today) : [];
  return (
    <SelectField
      label={t('budgetYear')}
      help={t('budgetYearHelp')}
      value={value}
      options={[
        { value: '', label: t('choose') },
        ...all.map((one) => ({ value: String(one.year), label: yearName(one) })),
      ]}
      onChange={onChange}
    />
  );
}

type ChoiceProps = { value: string; onChange: (value: string) => void };

/** The account in which a payment service keeps the money. */
function ServiceAccount({ value, onChange }: ChoiceProps) {
  const { t } = useTranslation('imports');
  const { data: accounts = [] } = useQuery(serviceAccountsQuery);
  return (
    <SelectField
      label={t('serviceAccount')}
      help={t('serviceAccountHelp')}
      value={value}
      options={[
        { value: '', label: t('choose') },
        ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={onChange}
    />
  );
}

type FallbackProps = { kind: Kind; details: Details; onDetails: (details: Details) => void };

/** Chooses what counts for rows that do not say it. */
export function Fallback({ kind, details, onDetails }: FallbackProps) {
  const { t } = useTranslation('imports');
  const detail = FALLBACK[kind];
  const { data: names = [] } = useQuery({ ...namesQuery(detail ?? 'category'), enabled: detail !== undefined });
  if (!detail) return null;
  return (
    <SelectField
      label={t(`fallback_${detail}`)}
      value={details[detail] ?? ''}
      options={[{ value: '', label: '–' }, ...names.map((name) => ({ value: name, label: name }))]}
      onChange={(name) => onDetails({ ...details, [detail]: name })}
    />
  );
}
