import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../kit/select-field.tsx';
import type { Details } from './draft.ts';
import { FALLBACK, type Kind } from './kinds.ts';
import { categoryNamesQuery, serviceAccountsQuery } from './queries.ts';

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
    </>
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
  const { data: names = [] } = useQuery({ ...categoryNamesQuery, enabled: FALLBACK[kind] !== undefined });
  const detail = FALLBACK[kind];
  if (!detail) return null;
  return (
    <SelectField
      label={t('fallback')}
      value={details[detail] ?? ''}
      options={[{ value: '', label: '–' }, ...names.map((name) => ({ value: name, label: name }))]}
      onChange={(name) => onDetails({ ...details, [detail]: name })}
    />
  );
}
