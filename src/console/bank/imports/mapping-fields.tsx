import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../kit/checkbox.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { MarkedText } from '../../kit/marked-text.tsx';
import { Notice } from '../../kit/notice.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import {
  askedColumns,
  type Chosen,
  DATE_FORMATS,
  type Guess,
  missingIn,
  type PreviewRow,
  previewOf,
} from './mapping.ts';

type Props = { guess: Guess; chosen: Chosen; onChange: (changes: Partial<Chosen>) => void };

/** Asks which column of a CSV file means what, and shows the first rows as they would be entered. */
export function MappingFields({ guess, chosen, onChange }: Props) {
  const { t } = useTranslation('bank');
  const missing: readonly string[] = missingIn(chosen);
  const options = [
    { value: '', label: t('noColumn') },
    ...[...new Set(guess.columns.filter(Boolean))].map((name) => ({ value: name, label: name })),
  ];
  const columns: Column<PreviewRow>[] = [
    { key: 'date', title: t('date'), cell: ({ date }) => date },
    {
      key: 'description',
      title: t('text'),
      cell: ({ description }) => <MarkedText text={description} />,
    },
    { key: 'checkNumber', title: t('checkNumberTitle'), isWideOnly: true, cell: ({ checkNumber }) => checkNumber },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amount },
  ];
  return (
    <>
      <Notice tone="plain">{t('columnsAsked')}</Notice>
      <div className="fields">
        {askedColumns(chosen).map((name) => (
          <SelectField
            key={name}
            label={t(`column_${name}`)}
            value={chosen[name]}
            options={options}
            onChange={(value) => onChange({ [name]: value })}
            fault={missing.includes(name) ? t('columnMissing') : undefined}
          />
        ))}
        <SelectField
          label={t('dateFormat')}
          value={chosen.dateFormat}
          options={[
            { value: '', label: '–' },
            ...DATE_FORMATS.map((value) => ({ value: value as string, label: t(`dates_${value}`) })),
          ]}
          onChange={(dateFormat) => onChange({ dateFormat })}
          help={guess.doubt === null ? undefined : t('datesDoubt', { date: guess.doubt })}
          fault={missing.includes('dateFormat') ? t('datesMissing') : undefined}
        />
      </div>
      <Checkbox
        label={t('twoColumns')}
        isChecked={chosen.isInTwoColumns}
        onChange={(isInTwoColumns) => onChange({ isInTwoColumns })}
      />
      {!chosen.isInTwoColumns && (
        <Checkbox
          label={t('reversed')}
          help={t('reversedHelp')}
          isChecked={chosen.isReversed}
          onChange={(isReversed) => onChange({ isReversed })}
        />
      )}
      <h3>{t('preview')}</h3>
      <DataTable label={t('preview')} columns={columns} rows={previewOf(guess, chosen)} keyOf={({ row }) => row} />
    </>
  );
}
