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
import { bodyOf, fieldsFor, type Group, GROUPS, pathOf, type PersonField, type Typed, typedOf } from './fields.ts';
import { addPerson, personQuery, savePerson, type VersionedPerson } from './queries.ts';
import { queryClient } from '../session/query-client.ts';

type Props = {
  /** The person who is changed; none is added. */
  before?: VersionedPerson | undefined;
  onDone: (saved: VersionedPerson) => void;
  onCancel: () => void;
};

const DATES: ReadonlySet<string> = new Set(['birthDate', 'joinedOn', 'baptizedOn']);
const KINDS: Readonly<Partial<Record<PersonField, string>>> = { phone: 'tel', email: 'email' };

/** The form of a person. A refusal keeps what was typed; a stale one shows what the record says now. */
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
  const set = (field: PersonField, value: string) => setTyped((all) => ({ ...all, [field]: value }));
  return (
    <form className="person-form sheet" onSubmit={(event) => void submit(event)}>
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      {now && <Notice tone="warn">{t('stale')}</Notice>}
      {(Object.keys(GROUPS) as Group[]).map((group) => (
        <fieldset key={group}>
          <legend>{t(group)}</legend>
          {fieldsFor(mayWrite, group).map((field) => (
            <FieldOf
              key={field}
              field={field}
              value={typed[field]}
              now={now && now[field] !== typed[field] ? now[field] : undefined}
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
  /** What the record says now, where that is something else. */
  now: string | undefined;
  fault: string | undefined;
  onChange: (value: string) => void;
};

function FieldOf({ field, value, now, fault, onChange }: FieldProps) {
  const { t } = useTranslation('people');
  const { t: common } = useTranslation();
  const label = field === 'offeringNumber' ? t('envelopeNumber') : t(field);
  const help = now === undefined ? undefined : t('nowSays', { value: now === '' ? t('nothing') : now });
  const shared = { label, help, fault, value };
  if (field === 'notes') {
    return (
      <TextArea
        {...shared}
        className="person-notes"
        maxLength={4000}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  if (field === 'status' || field === 'gender') {
    return <SelectField {...shared} onChange={onChange} options={optionsOf(field, t)} />;
  }
  return (
    <TextField
      {...shared}
      help={help ?? (DATES.has(field) ? common('dateIso') : undefined)}
      type={KINDS[field] ?? 'text'}
      lang={field === 'chineseName' ? 'zh-Hant' : undefined}
      autoComplete="off"
      autoFocus={field === 'firstName'}
      required={field === 'firstName' || field === 'lastName'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type Words = ReturnType<typeof useTranslation<'people'>>['t'];

function optionsOf(field: 'status' | 'gender', t: Words): { value: string; label: string }[] {
  if (field === 'gender') {
    return ['', 'Female', 'Male'].map((value) => ({
      value,
      label: value === '' ? '–' : t(`gender${value as 'Male'}`),
    }));
  }
  const statuses = ['Active', 'Inactive', 'Visitor', 'Transferred', 'Deceased'] as const;
  return statuses.map((value) => ({ value, label: t(`status${value}`) }));
}
