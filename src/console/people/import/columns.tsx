import { useTranslation } from 'react-i18next';
import { DataTable } from '../../kit/data-table.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import { useCan } from '../../session/session.ts';
import { FIELDS, useFieldLabel } from './field-label.ts';
import { columnsRead, type Draft, examplesOf, type Field, withField } from './draft.ts';

type Props = {
  draft: Draft;
  /** The faults of the last check, by their path. */
  faults: Readonly<Record<string, string>>;
  /** True before the first check. Later, the columns are folded away, and can be opened again. */
  isOpen: boolean;
  onChange: (draft: Draft) => void;
};

const ORDERS = ['mdy', 'dmy', 'ymd'] as const;

/** The columns of a file, each with examples and the field that it fills, and the order of the dates if it is unclear. */
export function Columns({ draft, faults, isOpen, onChange }: Props) {
  const { t } = useTranslation('people');
  const { sheet, columns, dates } = draft;
  const read = columnsRead(columns);
  const isUnclear = sheet.unclearDates !== null || faults['dates'] !== undefined;
  const isFaulty = Object.keys(faults).some((path) => path.startsWith('columns') || path === 'dates');
  return (
    <details className="sheet screen-part" open={isOpen || isFaulty || undefined}>
      <summary>{t('columns')}</summary>
      <p className="field-help">{t('columnsHelp')}</p>
      <DataTable
        label={t('columns')}
        rows={columns.slice(0, sheet.columns.length).map((column, index) => ({ ...column, index }))}
        keyOf={({ index }) => index}
        columns={[
          { key: 'header', title: t('columnInFile'), cell: ({ header, index }) => header || `#${index + 1}` },
          {
            key: 'examples',
            title: t('examples'),
            isWideOnly: true,
            cell: ({ index }) => <span className="import-examples">{examplesOf(sheet, index)}</span>,
          },
          {
            key: 'field',
            title: t('fieldOfPerson'),
            cell: ({ header, field, index }) => (
              <FieldChoice
                label={t('fieldFor', { header: header || `#${index + 1}` })}
                field={field ?? null}
                fault={faults[`columns.${read.indexOf(index)}.field`]}
                onChange={(chosen) => onChange(withField(draft, index, chosen))}
              />
            ),
          },
        ]}
      />
      {isUnclear && (
        <SelectField
          label={t('dateOrder')}
          help={sheet.unclearDates == null ? undefined : t('dateOrderHelp', { date: sheet.unclearDates })}
          fault={faults['dates'] === undefined ? undefined : t('dateOrderFault')}
          value={dates ?? ''}
          options={[
            { value: '', label: '–' },
            ...ORDERS.map((order) => ({ value: order, label: t(`dateOrder_${order}`) })),
          ]}
          onChange={(order) => onChange({ ...draft, dates: order === '' ? null : (order as 'mdy') })}
        />
      )}
    </details>
  );
}

type ChoiceProps = {
  label: string;
  field: Field | null;
  fault: string | undefined;
  onChange: (field: Field | null) => void;
};

function FieldChoice({ label, field, fault, onChange }: ChoiceProps) {
  const { t } = useTranslation('people');
  const labelOf = useFieldLabel();
  const mayLink = useCan('users.manage');
  return (
    <>
      <select
        className="family-role"
        aria-label={label}
        aria-invalid={fault !== undefined || undefined}
        value={field ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : (event.target.value as Field))}
      >
        <option value="">{t('notRead')}</option>
        {FIELDS.filter((name) => name !== 'userId' || mayLink).map((name) => (
          <option key={name} value={name}>
            {labelOf(name)}
          </option>
        ))}
      </select>
      {fault !== undefined && <p className="field-fault">{fault}</p>}
    </>
  );
}
