import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../client/client.ts';
import { SelectField } from '../kit/select-field.tsx';

export type ReversalKind = NonNullable<Schemas['GivingReversal']['kind']>;

const KINDS = ['Correction', 'Returned', 'Refund'] as const satisfies readonly ReversalKind[];

type Props = { value: ReversalKind; onChange: (kind: ReversalKind) => void };

/** The field that says why a gift is reversed. It decides whether the money leaves the bank account. */
export function ReversalKindField({ value, onChange }: Props) {
  const { t } = useTranslation('offerings');
  return (
    <SelectField
      label={t('why')}
      value={value}
      help={t(`why${value}`)}
      options={KINDS.map((kind) => ({ value: kind, label: t(`kind${kind}`) }))}
      onChange={(kind) => onChange(kind as ReversalKind)}
    />
  );
}
