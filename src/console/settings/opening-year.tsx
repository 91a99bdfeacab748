import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../client/client.ts';
import { Button } from '../kit/button.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { Balance } from './opening-balance.tsx';
import { nextKey, type Source, SOURCES, type YearAmount } from './opening-more.ts';
import { nameOf } from '../kit/record-name.ts';
import { expenseKindsQuery, givingCategoriesQuery, incomeCategoriesQuery, ministriesQuery } from './queries.ts';

type Props = {
  rows: readonly YearAmount[];
  funds: readonly Schemas['Fund'][];
  general: number;
  /** Returns the fault of a field of the row with this index. */
  faultOf: (index: number, field: string) => string | undefined;
  onRows: (rows: readonly YearAmount[]) => void;
};

/** What the church received and spent in the part of the fiscal year before the books. It counts in annual reports only. */
export function YearRows({ rows, funds, general, faultOf, onRows }: Props) {
  const { t } = useTranslation('settings');
  const { data: ministries = [] } = useQuery(ministriesQuery);
  const categories = useCategories();
  const change = (row: YearAmount, changes: Partial<YearAmount>) =>
    onRows(rows.map((one) => (one.key === row.key ? { ...one, ...changes } : one)));
  const add = () => {
    const { source, ministryId } = rows.at(-1) ?? ({ source: 'categoryId', ministryId: null } as const);
    onRows([...rows, { key: nextKey(rows), source, id: null, fundId: general, ministryId, amount: '' }]);
  };
  return (
    <fieldset>
      <legend>{t('yearToDate')}</legend>
      <p className="field-help opening-all">{t('yearToDateHelp')}</p>
      {rows.map((row, index) => (
        <div key={row.key} role="group" aria-label={t('yearRow', { number: index + 1 })} className="opening-row">
          <CategoryField
            row={row}
            groups={categories}
            fault={faultOf(index, row.source) ?? faultOf(index, '')}
            onChange={(source, id) => change(row, { source, id })}
          />
          {row.source !== 'categoryId' && (
            <SelectField
              label={t('fund')}
              value={String(row.fundId ?? general)}
              options={funds.map((fund) => ({ value: String(fund.id), label: nameOf(fund) }))}
              fault={faultOf(index, 'fundId')}
              onChange={(id) => change(row, { fundId: Number(id) })}
            />
          )}
          {row.source === 'subCategoryId' && (
            <SelectField
              label={t('ministry')}
              value={String(row.ministryId ?? '')}
              options={[
                { value: '', label: '–' },
                ...ministries.map((one) => ({ value: String(one.id), label: nameOf(one) })),
              ]}
              fault={faultOf(index, 'ministryId')}
              onChange={(id) => change(row, { ministryId: id === '' ? null : Number(id) })}
            />
          )}
          <Balance
            label={t('amount')}
            text={row.amount}
            isRequired
            fault={faultOf(index, 'amount')}
            onText={(amount) => change(row, { amount })}
          />
          <Button
            kind="quiet"
            aria-label={t('removeYearRow', { number: index + 1 })}
            onClick={() => onRows(rows.filter(({ key }) => key !== row.key))}
          >
            {t('remove')}
          </Button>
        </div>
      ))}
      <div className="opening-all">
        <Button onClick={add}>{t('addYearAmount')}</Button>
      </div>
    </fieldset>
  );
}

type Named = { id: number; label: string };
type Groups = Readonly<Record<Source, readonly Named[]>>;

function useCategories(): Groups {
  const { data: giving = [] } = useQuery(givingCategoriesQuery);
  const { data: income = [] } = useQuery(incomeCategoriesQuery);
  const { data: expenses = [] } = useQuery(expenseKindsQuery);
  return {
    categoryId: giving.map((one) => ({ id: one.id, label: nameOf(one) })),
    incomeCategoryId: income.map((one) => ({ id: one.id, label: nameOf(one) })),
    subCategoryId: expenses.flatMap(({ subCategories }) =>
      subCategories.map((one) => ({ id: one.id, label: nameOf(one) })),
    ),
  };
}

type CategoryProps = {
  row: YearAmount;
  groups: Groups;
  fault: string | undefined;
  onChange: (source: Source, id: number) => void;
};

/** The category of an amount, in three groups: giving, other income, and expenses. */
function CategoryField({ row: { source, id: chosen }, groups, fault, onChange }: CategoryProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('yearCategory')}</label>
      <select
        id={id}
        required
        value={chosen === null ? '' : `${source} ${chosen}`}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={(event) => {
          const [name = 'categoryId', number] = event.target.value.split(' ');
          onChange(name as Source, Number(number));
        }}
      >
        {chosen === null && <option value="">–</option>}
        {SOURCES.map((one) => (
          <optgroup key={one} label={t(`source_${one}`)}>
            {groups[one].map(({ id: number, label }) => (
              <option key={number} value={`${one} ${number}`}>
                {label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {fault !== undefined && (
        <p className="field-fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
    </div>
  );
}
