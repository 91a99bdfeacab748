import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { nameText } from '../kit/names.ts';
import { Notice } from '../kit/notice.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { TextArea } from '../kit/text-area.tsx';
import { type Fault, useFaults } from '../problems/problems.ts';
import { Refusal } from '../session/api.ts';
import { useCan } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { bodyOf, fieldsOf, GROUPS, labelOf, pathOf, type PersonField, type Typed, typedOf } from './fields.ts';
import { addPerson, personQuery, savePerson, type VersionedPerson } from './queries.ts';
import { queryClient } from '../session/query-client.ts';

type Props = {
  /** The person to change. Without it, the form adds a person. */
  before?: VersionedPerson | undefined;
  onDone: (saved: VersionedPerson) => void;
  onCancel: () => void;
};

/**
 * The form to add or change a person. After a refusal, the typed text stays. If somebody else changed the record, the
 * form shows the record's new value beside each field that differs.
 */
export function PersonForm({ before, onDone, onCancel }: Props) {
  const { t } = useTranslation('people');
  const { t: common } = useTranslation();
  const faults = useFaults();
  const mayWrite = useCan('members.write');
  const [typed, setTyped] = useState(() => typedOf(before?.person));
  const [basis, setBasis] = useState(before);
  const [now, setNow] = useState<Typed>();
  const [fault, setFault] = useState<Fault>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    try {
      const body = bodyOf(typed, basis?.person);
      const saved = await (basis ? savePerson(basis.person.id, body, basis.etag) : addPerson(body));
      const name = nameText(saved.person, currentLanguage());
      announce(basis ? t('saved', { name }) : t('added', { name }));
      onDone(saved);
    } catch (error) {
      setBusy(false);
      const isStale = error instanceof Refusal && error.problem.code === 'stale_version';
      if (!isStale || !basis) return setFault(faults(error));
      const fresh = await queryClient.fetchQuery({ ...personQuery(basis.person.id), staleTime: 0 });
      setBasis(fresh);
      setNow(typedOf(fresh.person));
    }
  };
  const set = ({ name }: PersonField, value: string) => setTyped((all) => ({ ...all, [name]: value }));
  return (
    <form className="person-form sheet" onSubmit={(event) => void submit(event)}>
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      {now && <Notice tone="warn">{t('stale')}</Notice>}
      {GROUPS.map((group) => (
        <fieldset key={group}>
          <legend>{t(group)}</legend>
          {fieldsOf(group)
            .filter(({ isAddable }) => mayWrite || isAddable)
            .map((field) => (
              <FieldOf
                key={field.name}
                field={field}
                value={typed[field.name]}
                now={now && now[field.name] !== typed[field.name] ? now[field.name] : undefined}
                fault={fault?.fields[pathOf(field)]}
                onChange={(value) => set(field, value)}
              />
            ))}
        </fieldset>
      ))}
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={busy}>
          {common('save')}
        </Button>
        <Button onClick={onCancel}>{common('cancel')}</Button>
      </div>
    </form>
  );
}

type FieldProps = {
  field: PersonField;
  value: string;
  /** The new value in the record, if somebody else changed the record and the value differs from the typed text. */
  now: string | undefined;
  fault: string | undefined;
  onChange: (value: string) => void;
};

function FieldOf({ field, value, now, fault, onChange }: FieldProps) {
  const { t } = useTranslation('people');
  const { t: common } = useTranslation();
  const help = now === undefined ? undefined : t('nowSays', { value: now === '' ? t('nothing') : now });
  const { name, input, isRequired } = field;
  const shared = { label: labelOf(name), help, fault, value };
  if (input === 'lines') {
    return (
      <TextArea
        {...shared}
        className="person-notes"
        maxLength={4000}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  if (input === 'choice') {
    return <SelectField {...shared} onChange={onChange} options={optionsOf(name, t)} />;
  }
  return (
    <TextField
      {...shared}
      help={help ?? (input === 'date' ? common('dateIso') : undefined)}
      type={input === 'date' ? 'text' : input}
      lang={name === 'chineseName' ? 'zh-Hant' : undefined}
      autoComplete="off"
      autoFocus={name === 'firstName'}
      required={isRequired}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type Words = ReturnType<typeof useTranslation<'people'>>['t'];

function optionsOf(name: PersonField['name'], t: Words): { value: string; label: string }[] {
  if (name === 'gender') {
    return ['', 'Female', 'Male'].map((value) => ({
      value,
      label: value === '' ? '–' : t(`gender${value as 'Male'}`),
    }));
  }
  const statuses = ['Active', 'Inactive', 'Visitor', 'Transferred', 'Deceased'] as const;
  return statuses.map((value) => ({ value, label: t(`status${value}`) }));
}
