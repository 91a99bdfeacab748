import { type ChangeEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/text-field.tsx';
import { type Draft, type Fault, type Plan, withCells, withoutLines } from './draft.ts';
import { useLinesText } from './lines.ts';

type Props = { draft: Draft; plan: Plan; onChange: (draft: Draft) => void };

/** How many faults are shown at once. The next check shows the others. */
const SHOWN = 50;

/** The cells that cannot be read. Each can be corrected, or its rows left out. */
export function Faults({ draft, plan, onChange }: Props) {
  const { t } = useTranslation('imports');
  const { faults } = plan;
  const list = useRef<HTMLOListElement>(null);
  const hasQuestions = plan.questions.length > 0;
  useEffect(() => {
    if (!hasQuestions) list.current?.querySelector('input')?.focus();
  }, [plan, hasQuestions]);
  if (faults.length === 0) return null;
  return (
    <section className="sheet screen-part" aria-label={t('faults')}>
      <h2>{t('faults')}</h2>
      <p className="field-help">{t('faultsHelp')}</p>
      <ol className="import-rows" ref={list}>
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={JSON.stringify([fault.code, fault.column, fault.lines])}>
            <One fault={fault} draft={draft} onChange={onChange} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function One({
  fault: { code, lines, column, cell, message },
  draft,
  onChange,
}: Omit<Props, 'plan'> & { fault: Fault }) {
  const { t } = useTranslation('imports');
  const { t: problems } = useTranslation('problems');
  const linesText = useLinesText();
  const sentence = problems(`field_${code}` as 'field_other', { message, defaultValue: message });
  const mended = draft.cells.get(`${lines[0]} ${column}`)?.text;
  return (
    <fieldset>
      <legend>{linesText(lines)}</legend>
      {column === null || column === undefined ? (
        <p className="field-fault">{sentence}</p>
      ) : (
        <TextField
          label={column}
          autoComplete="off"
          value={mended ?? cell ?? ''}
          fault={mended === undefined ? sentence : undefined}
          onChange={(event: ChangeEvent<HTMLInputElement>) =>
            onChange(withCells(draft, lines, column, event.target.value))
          }
        />
      )}
      <Button
        kind="quiet"
        aria-label={t('leaveOutLines', { lines: linesText(lines) })}
        onClick={() => onChange(withoutLines(draft, lines))}
      >
        {t('leaveOut')}
      </Button>
    </fieldset>
  );
}
