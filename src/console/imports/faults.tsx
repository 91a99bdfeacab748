import { type ChangeEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { isComposing } from '../kit/composing.ts';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { choicesOf } from '../people/choices.ts';
import { type Draft, type Fault, isOpen, type Plan, withCells, withoutLines } from './draft.ts';
import type { Kind } from './kinds.ts';
import { useLinesText } from './lines.ts';

type Props = { kind: Kind; draft: Draft; plan: Plan; onChange: (draft: Draft) => void };

/** How many faults are shown at once. The next check shows the others. */
const SHOWN = 50;

const BOXES = 'input, select';

/** The cells that cannot be read. Each can be corrected, or its rows left out. Enter goes to the next one, and from the last one to the check. */
export function Faults({ kind, draft, plan, onChange }: Props) {
  const { t } = useTranslation('imports');
  const inOrder = plan.faults.toSorted((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0));
  const faults = inOrder.filter((one) => isOpen(draft, one));
  const list = useRef<HTMLOListElement>(null);
  const hasQuestions = plan.questions.length > 0;
  useEffect(() => {
    if (!hasQuestions) list.current?.querySelector<HTMLElement>(BOXES)?.focus();
  }, [plan, hasQuestions]);
  if (faults.length === 0) return null;
  const next = (event: KeyboardEvent<HTMLOListElement>) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement | HTMLSelectElement>(BOXES)];
    const at = boxes.findIndex((one) => one === event.target);
    const box = boxes[at + 1];
    if (at < 0 || !box) return;
    event.preventDefault();
    box.focus();
    if (box instanceof HTMLInputElement) box.select();
  };
  return (
    <section className="sheet screen-part" aria-label={t('faults')}>
      <h2>{t('faults')}</h2>
      <p className="field-help">{t('faultsHelp')}</p>
      <ol className="import-rows" ref={list} onKeyDown={next}>
        {faults.slice(0, SHOWN).map((fault) => (
          <li key={JSON.stringify([fault.code, fault.column, fault.lines])}>
            <One kind={kind} fault={fault} draft={draft} plan={plan} onChange={onChange} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function One({ kind, fault, draft, plan, onChange }: Props & { fault: Fault }) {
  const { t } = useTranslation('imports');
  const { t: problems } = useTranslation('problems');
  const linesText = useLinesText();
  const { code, lines, column, cell, message, name } = fault;
  const sentence = problems(`field_${code}` as 'field_other', { message, defaultValue: message });
  const Cell = kind === 'members' ? PersonCell : TextCell;
  const meaning = plan.columns.find(({ header }) => header === column)?.meaning ?? '';
  const mended = draft.cells.get(`${lines[0]} ${column}`)?.text;
  return (
    <fieldset>
      <legend>{name === null ? linesText(lines) : t('rowNamed', { line: lines[0], name })}</legend>
      {column === null ? (
        <p className="field-fault">{sentence}</p>
      ) : (
        <Cell
          label={column}
          meaning={meaning}
          text={mended ?? cell ?? ''}
          fault={mended === undefined ? sentence : undefined}
          onText={(text) => onChange(withCells(draft, lines, column, text))}
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

type CellProps = {
  label: string;
  /** The field that the column fills. */
  meaning: string;
  text: string;
  fault: string | undefined;
  onText: (text: string) => void;
};

function TextCell({ label, text, fault, onText }: CellProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => onText(event.target.value);
  return <TextField label={label} autoComplete="off" value={text} fault={fault} onChange={change} />;
}

/** A cell of a list of people: a list to choose from if the field has only a few values, otherwise a text box. */
function PersonCell(props: CellProps) {
  const { label, meaning, text, fault, onText } = props;
  const choices = choicesOf(meaning, useTranslation('people').t);
  if (!choices) return <TextCell {...props} />;
  const isKnown = choices.some(({ value }) => value === text);
  const options = isKnown ? choices : [{ value: text, label: text }, ...choices];
  return <SelectField label={label} value={text} options={options} fault={fault} onChange={onText} />;
}
