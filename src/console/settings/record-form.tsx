import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { Choices } from '../kit/choices.tsx';
import { CountryBox } from '../kit/country-box.tsx';
import { CheckedField } from '../kit/checked-field.tsx';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { listText } from '../kit/list-text.ts';
import { PersonBox } from '../kit/person-box.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { StaleNotice, useNowText } from '../kit/stale.tsx';
import { TextArea } from '../kit/text-area.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useRevision } from '../kit/use-revision.ts';
import { useSaving } from '../kit/use-saving.ts';
import { bodyFrom, type Field, isUnreadable, typedFrom, type Value } from './fields.ts';
import type { Versioned } from './store.ts';
import { countryName } from '../../lib/country.ts';
import { currentLanguage, localeOf } from '../i18n/i18n.ts';

export type Group = { legend?: string; fields: readonly Field[] };

type Props<Row extends object> = {
  label: string;
  groups: readonly Group[];
  /** The record to change. Without it, the form adds a record. */
  before?: Versioned<Row> | undefined;
  readAgain: () => Promise<Versioned<Row>>;
  save: (body: object, basis: Versioned<Row> | undefined) => Promise<Versioned<Row>>;
  /** The sentence that is announced when the record is saved. */
  saidWhenDone: string;
  onDone: (saved: Versioned<Row>) => void;
  onCancel?: () => void;
  /** True if a button that has disappeared opened the form. The first field then gets the focus. */
  takesFocus?: boolean;
  /** More buttons beside `Save`. */
  children?: ReactNode;
};

/** A form for the fields of a record. After a refusal, what was typed stays, and each fault stands at its field. */
export function RecordForm<Row extends object>(props: Props<Row>) {
  const {
    label,
    groups,
    before,
    readAgain,
    save: send,
    saidWhenDone,
    onDone,
    onCancel,
    children,
    takesFocus = false,
  } = props;
  const { t: common } = useTranslation();
  const fields = groups.flatMap((group) => group.fields);
  const { typed, basis, isStale, set, nowOf, reload, take } = useRevision(
    before,
    (seen) => typedFrom(seen?.record, fields),
    readAgain,
  );
  const { fault, isBusy, save } = useSaving<Versioned<Row>>((saved) => {
    if (before) take(saved);
    onDone(saved);
  }, before && reload);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [takesFocus]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(() => send(bodyFrom(typed, fields), basis), saidWhenDone);
  };
  return (
    <form ref={form} className="record-form sheet" aria-label={label} onSubmit={submit}>
      {fault && <FaultNotice fault={fault} />}
      <StaleNotice isStale={isStale} />
      {groups.map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- The groups of a form never change.
        <fieldset key={index}>
          {group.legend !== undefined && <legend>{group.legend}</legend>}
          {group.fields.filter(isShown).map((field) => (
            <FieldOf
              key={field.name}
              field={field}
              value={typed[field.name] ?? null}
              now={nowOf(field.name)}
              fault={fault?.fields[field.name]}
              onChange={(value) => set(field.name, value)}
            />
          ))}
        </fieldset>
      ))}
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {common('save')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{common('cancel')}</Button>}
        {children}
      </div>
    </form>
  );
}

const isShown = ({ isHidden }: Field) => isHidden !== true;

type FieldProps = {
  field: Field;
  value: Value;
  now: Value | undefined;
  fault: string | undefined;
  onChange: (value: Value) => void;
};

function FieldOf({ field, value, now, fault, onChange }: FieldProps) {
  const { t: common } = useTranslation();
  const shown = useShown();
  const help = useNowText()(now === undefined ? undefined : shown(now, field)) ?? field.help;
  const { kind = 'text', label, options, isRequired = false, max = 200, lang } = field;
  if (kind === 'flag') return <Checkbox label={label} isChecked={value === true} help={help} onChange={onChange} />;
  const chosen = value as readonly string[];
  if (kind === 'list' || kind === 'ids')
    return (
      <Choices
        {...{ label, help, options: options ?? [], value: chosen, onChange }}
        fault={fault && chosen.length === 0 ? (field.saidIfNone ?? fault) : fault}
        className="record-choices"
      />
    );
  if (kind === 'person')
    return <PersonBox label={label} personId={value as number | null} fault={fault} onChange={onChange} />;
  const text = String(value ?? '');
  const shared = { label, help, fault };
  if (kind === 'country') return <CountryBox {...shared} value={text} onChange={onChange} />;
  if (options) return <SelectField {...shared} value={text} options={options} onChange={onChange} />;
  const box = { ...shared, value: text, maxLength: max, required: isRequired, lang, autoComplete: 'off' };
  if (kind === 'lines')
    return <TextArea {...box} className="record-lines" onChange={(event) => onChange(event.target.value)} />;
  if (kind === 'amount') {
    const unreadable = isUnreadable(text) ? common('amountBad') : undefined;
    return (
      <CheckedField
        {...box}
        inputMode="decimal"
        unreadable={unreadable}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return <TextField {...box} {...TYPES[kind]} onChange={(event) => onChange(event.target.value)} />;
}

/** What a box for one line says to the browser. */
const TYPES: Readonly<Partial<Record<NonNullable<Field['kind']>, { type: string; autoComplete?: string }>>> = {
  email: { type: 'email' },
  secret: { type: 'password', autoComplete: 'new-password' },
  number: { type: 'text' },
};

/** Returns a function that says a value as the form shows it. */
function useShown(): (value: Value, field: Field) => string {
  const { t } = useTranslation('settings');
  return (value, { kind, options }) => {
    if (kind === 'country') return countryName(String(value ?? ''), localeOf(currentLanguage()));
    const names: readonly (string | number | boolean | null)[] = typeof value === 'object' ? (value ?? []) : [value];
    return listText(
      names.map((one) =>
        typeof one === 'boolean'
          ? t(one ? 'yes' : 'no')
          : (options?.find((choice) => choice.value === one)?.label ?? String(one ?? '')),
      ),
    );
  };
}
