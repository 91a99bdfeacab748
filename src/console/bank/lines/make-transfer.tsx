import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choices, numberOf } from '../../expenses/names.ts';
import { SelectField } from '../../kit/select-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { allAccountsQuery } from '../queries.ts';
import type { FieldsProps } from './make-form.tsx';

/** The fields of a transfer between this account and another one of the church. */
export function TransferFields({ account, line, faults, onChange }: FieldsProps) {
  const { t } = useTranslation('bank');
  const { data: accounts = [] } = useQuery(allAccountsQuery);
  const [other, setOther] = useState<number | null>(null);
  const [memo, setMemo] = useState(line.description ?? '');
  const side = line.amount < 0 ? 'toAccountId' : 'fromAccountId';
  useEffect(() => {
    onChange({ what: 'transfer', body: { [side]: other, memo: memo.trim() || null } });
  });
  const others = accounts.filter(({ id, isReserved }) => id !== account.id && !isReserved);
  return (
    <div className="fields">
      <SelectField
        label={t(side)}
        value={String(other ?? '')}
        options={choices(others, other)}
        onChange={(id) => setOther(numberOf(id))}
        fault={faults[side]}
      />
      <TextField
        label={t('memo')}
        value={memo}
        maxLength={500}
        fault={faults['memo']}
        onChange={(event) => setMemo(event.target.value)}
      />
    </div>
  );
}
