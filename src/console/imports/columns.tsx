import { useTranslation } from 'react-i18next';
import { DataTable } from '../kit/data-table.tsx';
import '../kit/field.css';
import { columnSaid, type Draft, type Plan, withColumn } from './draft.ts';
import { useFieldLabel } from './field-label.ts';
import type { Kind } from './kinds.ts';

type Props = { kind: Kind; draft: Draft; plan: Plan; onChange: (draft: Draft) => void };

/** The columns of the file, each with examples and the field that it fills. */
export function Columns({ kind, draft, plan, onChange }: Props) {
  const { t } = useTranslation('imports');
  const labelOf = useFieldLabel(kind);
  return (
    <details className="sheet screen-part">
      <summary>{t('columns')}</summary>
      <p className="field-help">{t('columnsHelp')}</p>
      <DataTable
        label={t('columns')}
        rows={plan.columns}
        keyOf={({ header }) => header}
        columns={[
          { key: 'header', title: t('columnInFile'), cell: ({ header }) => header },
          {
            key: 'examples',
            title: t('examples'),
            isWideOnly: true,
            cell: ({ examples }) => <span className="import-examples">{examples.join(' · ')}</span>,
          },
          {
            key: 'meaning',
            title: t('meaning'),
            cell: ({ header, meaning }) => {
              const said = columnSaid(draft, header);
              return (
                <div className="field">
                  <select
                    aria-label={t('meaningOf', { column: header })}
                    value={(said === undefined ? meaning : said) ?? ''}
                    onChange={({ target: { value } }) =>
                      onChange(withColumn(draft, header, value === '' ? null : value))
                    }
                  >
                    <option value="">{t('notRead')}</option>
                    {plan.fields.map((field) => (
                      <option key={field} value={field}>
                        {labelOf(field)}
                      </option>
                    ))}
                  </select>
                </div>
              );
            },
          },
        ]}
      />
    </details>
  );
}
