import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { nameText } from '../kit/names.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { StaleNotice, useNowText } from '../kit/stale.tsx';
import { TextField } from '../kit/text-field.tsx';
import { TextArea } from '../kit/text-area.tsx';
import { WholeDateField } from '../kit/whole-date-field.tsx';
import { Notice } from '../kit/notice.tsx';
import { useRevision } from '../kit/use-revision.ts';
import { useSaving } from '../kit/use-saving.ts';
import { useCan } from '../session/session.ts';
import { choicesOf } from './choices.ts';
import { LikelyDoubles } from './likely-doubles.tsx';
import { bodyOf, draftName, fieldsOf, GROUPS, labelOf, pathOf, type PersonField, typedOf } from './fields.ts';
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
  const mayWrite = useCan('members.write');
  const { typed, basis, isStale, set, nowOf, reload, wasKept, forget } = useRevision(
    before,
    (seen) => typedOf(seen?.person),
    () => queryClient.fetchQuery({ ...personQuery(before?.person.id ?? 0), staleTime: 0 }),
    { name: draftName(before?.person.id), versionOf: ({ etag }) => etag },
  );
  const { fault, isBusy, save, edited } = useSaving<VersionedPerson>((saved) => {
    forget();
    onDone(saved);
  }, before && reload);
  const cancel = () => {
    forget();
    onCancel();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = bodyOf(typed, basis?.person);
    void save(
      () => (basis ? savePerson(basis.person.id, body, basis.etag) : addPerson(body)),
      ({ person }) => t(basis ? 'saved' : 'added', { name: nameText(person, currentLanguage()) }),
    );
  };
  return (
    <form className="person-form sheet" onSubmit={submit}>
      {fault && <FaultNotice fault={fault} />}
      {wasKept && <Notice tone="plain">{t('keptTyping')}</Notice>}
      <StaleNotice isStale={isStale} />
      {!before && <LikelyDoubles typed={typed} />}
      {GROUPS.filter((group) => group !== 'estateGroup' || typed.diedOn !== '').map((group) => (
        <fieldset key={group}>
          <legend>{t(group)}</legend>
          {group === 'namesGroup' && <p className="field-help">{t('namesHelp')}</p>}
          {group === 'estateGroup' && <p className="field-help">{t('estateHelp')}</p>}
          {fieldsOf(group)
            .filter(({ isAddable }) => mayWrite || isAddable)
            .map((field) => (
              <FieldOf
                key={field.name}
                field={field}
                value={typed[field.name]}
                now={nowOf(field.name)}
                fault={fault?.fields[pathOf(field)]}
                onChange={(value) => {
                  set(field.name, value);
                  edited(pathOf(field));
                }}
              />
            ))}
        </fieldset>
      ))}
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {common('save')}
        </Button>
        <Button onClick={cancel}>{common('cancel')}</Button>
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
  const help = useNowText()(now);
  const { name, input } = field;
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
    return <SelectField {...shared} onChange={onChange} options={choicesOf(name, t) ?? []} />;
  }
  if (input === 'date') return <WholeDateField {...shared} onChange={onChange} />;
  return (
    <TextField
      {...shared}
      type={input}
      lang={name === 'chineseName' ? 'zh-Hant' : undefined}
      autoComplete="off"
      autoFocus={name === 'firstName'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
