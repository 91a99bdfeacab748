import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { isComposing } from '../../kit/composing.ts';
import { Pager } from '../../kit/pager.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { choicesOf } from '../choices.ts';
import {
  type Check,
  type Draft,
  type FaultyRow,
  type Field,
  faultyRows,
  leaveOut,
  previewOf,
  textAt,
  withText,
} from './draft.ts';
import { useFieldLabel } from './field-label.ts';

type Props = { draft: Draft; check: Check; onChange: (draft: Draft) => void };

const PAGE_SIZE = 50;
const BOXES = 'input, select';

/** The rows with faults. Each faulty cell can be corrected; Enter goes to the next one, and from the last one to the check. */
export function FaultyRows({ draft, check, onChange }: Props) {
  const { t } = useTranslation('people');
  const [page, setPage] = useState(1);
  const list = useRef<HTMLOListElement>(null);
  const rows = faultyRows(draft, check);
  const pages = Math.ceil(rows.length / PAGE_SIZE);
  const shown = Math.min(page, Math.max(pages, 1));
  useEffect(() => list.current?.querySelector<HTMLElement>(BOXES)?.focus(), [check]);
  if (rows.length === 0) return null;
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
    <section className="sheet screen-part" aria-label={t('correctRows')}>
      <h2>{t('correctRows')}</h2>
      <p className="field-help">{t('correctHelp')}</p>
      <ol className="import-rows" ref={list} onKeyDown={next}>
        {rows.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE).map((row) => (
          <Row key={row.line} row={row} draft={draft} check={check} onChange={onChange} />
        ))}
      </ol>
      <Pager page={shown} pages={pages} onPage={setPage} />
    </section>
  );
}

function Row({ row: { line, cells, others }, draft, check, onChange }: Props & { row: FaultyRow }) {
  const { t } = useTranslation('people');
  const sentence = useCellFault();
  const { name = '' } = previewOf({ ...draft, rows: draft.rows.filter((one) => one.line === line) }, check)[0] ?? {};
  return (
    <li>
      <fieldset>
        <legend>{t('rowNamed', { line, name })}</legend>
        {others.map((fault) => (
          <p key={fault.code} className="field-fault">
            {sentence(fault)}
          </p>
        ))}
        <div className="fields">
          {cells.map(({ field, fault }) => (
            <Cell
              key={field}
              field={field}
              text={textAt(draft, line, field)}
              fault={fault && sentence(fault)}
              onText={(text) => onChange(withText(draft, line, field, text))}
            />
          ))}
        </div>
        <Button kind="quiet" aria-label={t('leaveOutNamed', { line })} onClick={() => onChange(leaveOut(draft, line))}>
          {t('leaveOut')}
        </Button>
      </fieldset>
    </li>
  );
}

type CellProps = { field: Field; text: string; fault: string | undefined; onText: (text: string) => void };

/** A cell to correct: a list if the field has only a few values, otherwise a text box. */
function Cell({ field, text, fault, onText }: CellProps) {
  const { t } = useTranslation('people');
  const label = useFieldLabel()(field);
  const choices = choicesOf(field, t);
  if (!choices) {
    const change = (event: ChangeEvent<HTMLInputElement>) => onText(event.target.value);
    return <TextField label={label} autoComplete="off" value={text} fault={fault} onChange={change} />;
  }
  const isKnown = choices.some(({ value }) => value === text);
  const options = isKnown ? choices : [{ value: text, label: text }, ...choices];
  return <SelectField label={label} value={text} options={options} fault={fault} onChange={onText} />;
}

function useCellFault() {
  const { t } = useTranslation('problems');
  return ({ code, message }: Check['faults'][number]) =>
    t(`field_${code}` as 'field_other', { message, defaultValue: message });
}
