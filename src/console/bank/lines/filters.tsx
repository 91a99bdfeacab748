import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../kit/select-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useAddress } from '../../kit/use-address.ts';
import type { LineFilters } from './queries.ts';

const STATUSES = ['Open', 'Matched', 'Ignored'] as const;

/** Returns the filters in the address. Without one, only open lines are shown. */
export function filtersOf(get: (name: string) => string, page: number): LineFilters {
  const status = get('status');
  return {
    status: status === 'all' ? '' : (STATUSES.find((one) => one === status) ?? 'Open'),
    search: get('q'),
    page,
  };
}

/** The filters above the lines: their status, and a search. */
export function LineFilterFields() {
  const { t } = useTranslation('bank');
  const { t: common } = useTranslation();
  const address = useAddress();
  const { status } = filtersOf(address.get, 1);
  const [search, setSearch] = useState(address.get('q'));
  return (
    <search className="bank-filters no-print" aria-label={t('filters')}>
      <SelectField
        label={t('status')}
        value={status === '' ? 'all' : status}
        options={[
          ...STATUSES.map((value) => ({ value: value as string, label: t(`status_${value}`) })),
          { value: 'all', label: t('all') },
        ]}
        onChange={(value) => address.set({ status: value === 'Open' ? null : value })}
      />
      <TextField
        label={common('search')}
        type="search"
        autoComplete="off"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          address.set({ q: event.target.value.trim() });
        }}
      />
    </search>
  );
}
