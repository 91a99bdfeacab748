import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FundField } from '../../expenses/fund-field.tsx';
import { choices, numberOf } from '../../expenses/names.ts';
import { SelectField } from '../../kit/select-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { incomeCategoriesQuery } from '../queries.ts';
import type { FieldsProps } from './make-form.tsx';

/** The fields of income that is not giving, such as interest. */
export function IncomeFields({ line, faults, onChange }: FieldsProps) {
  const { t } = useTranslation('bank');
  const { t: expenses } = useTranslation('expenses');
  const { data: categories = [] } = useQuery(incomeCategoriesQuery);
  const [typed, setTyped] = useState({
    incomeCategoryId: null as number | null,
    fundId: null as number | null,
    payer: '',
    memo: line.description ?? '',
  });
  const set = (changes: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...changes }));
  useEffect(() => {
    // The service asks for what is missing, at its field.
    const { incomeCategoryId, ...others } = typed;
    const body = {
      ...others,
      ...(incomeCategoryId !== null && { incomeCategoryId }),
      payer: typed.payer.trim() || null,
      memo: typed.memo.trim() || null,
    };
    onChange({ what: 'income', body: body as { incomeCategoryId: number } });
  });
  return (
    <div className="fields">
      <SelectField
        label={expenses('category')}
        value={String(typed.incomeCategoryId ?? '')}
        options={choices(categories, typed.incomeCategoryId)}
        onChange={(id) => set({ incomeCategoryId: numberOf(id) })}
        fault={faults['incomeCategoryId']}
      />
      <TextField
        label={t('payer')}
        value={typed.payer}
        maxLength={200}
        fault={faults['payer']}
        onChange={(event) => set({ payer: event.target.value })}
      />
      <TextField
        label={t('memo')}
        value={typed.memo}
        maxLength={500}
        fault={faults['memo']}
        onChange={(event) => set({ memo: event.target.value })}
      />
      <FundField fundId={typed.fundId} onChange={(fundId) => set({ fundId })} fault={faults['fundId']} />
    </div>
  );
}
