import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FundField } from '../../expenses/fund-field.tsx';
import { VendorBox } from '../../expenses/hand-in/vendor-box.tsx';
import { CategoryBox } from '../../expenses/category-box.tsx';
import { choices, numberOf, useNames } from '../../expenses/names.ts';
import { remember, remembered } from '../../kit/tab-memory.ts';
import { SelectField } from '../../kit/select-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import type { FieldsProps } from './make-form.tsx';

/** Where the tab keeps the ministry of the last expense, because the next one is often for the same. */
const LAST_MINISTRY = 'vestry-bank-ministry';

/** The fields of an expense that the bank has already paid, such as a fee. */
export function ExpenseFields({ line, faults, onChange }: FieldsProps) {
  const { t } = useTranslation('expenses');
  const names = useNames();
  const [typed, setTyped] = useState(() => {
    const last = remembered(LAST_MINISTRY, null);
    return {
      subCategoryId: null as number | null,
      ministryId: typeof last === 'number' ? last : null,
      fundId: null as number | null,
      vendor: '',
      vendorId: null as number | null,
      description: line.description ?? '',
    };
  });
  const set = (changes: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...changes }));
  useEffect(() => {
    const { vendor, vendorId, description, ...ids } = typed;
    // The service asks for what is missing, at its field.
    const body = {
      ...ids,
      vendorId,
      vendor: vendorId === null ? vendor.trim() || null : null,
      description: description.trim() || null,
    };
    onChange({ what: 'expense', body });
  });
  return (
    <div className="fields">
      <CategoryBox
        label={t('category')}
        subCategoryId={typed.subCategoryId}
        onChoose={(subCategoryId) => set({ subCategoryId })}
        fault={faults['subCategoryId']}
      />
      <SelectField
        label={t('ministry')}
        value={String(typed.ministryId ?? '')}
        options={choices(names.ministries, typed.ministryId)}
        onChange={(id) => {
          set({ ministryId: numberOf(id) });
          remember(LAST_MINISTRY, numberOf(id) ?? undefined);
        }}
        fault={faults['ministryId']}
      />
      <VendorBox
        label={t('vendor')}
        name={typed.vendor}
        onChange={set}
        fault={faults['vendor'] ?? faults['vendorId']}
      />
      <TextField
        label={t('description')}
        value={typed.description}
        maxLength={500}
        fault={faults['description']}
        onChange={(event) => set({ description: event.target.value })}
      />
      <FundField fundId={typed.fundId} onChange={(fundId) => set({ fundId })} fault={faults['fundId']} />
    </div>
  );
}
