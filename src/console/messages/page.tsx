import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { Screen } from '../kit/page.tsx';
import { PersonBox } from '../kit/person-box.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { TextArea } from '../kit/text-area.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useSaving } from '../kit/use-saving.ts';
import { chosenIn } from '../kit/write-to.ts';
import { Chosen } from './chosen.tsx';
import { Check } from './check.tsx';
import { Parts } from './parts.tsx';
import { groupsQuery, readPreviews, recipientsOf } from './queries.ts';
import { Unset } from './unset.tsx';
import type { Draft, Preview, Status, Way } from './types.ts';
import './messages.css';

const WAYS = ['email', 'line', 'both'] as const satisfies readonly Way[];
const STATUSES = ['Active', 'Visitor', 'Inactive', 'Transferred'] as const satisfies readonly Status[];
const EMPTY: Draft = { way: 'email', subject: '', body: '', memberIds: [], status: '', groupIds: [] };

type Checked = { draft: Draft; memberIds: number[]; previews: readonly Preview[] };

/**
 * Writes a message: first its text and who gets it, then a check of both, and then sending. The address may name people
 * who get it.
 */
export function Page() {
  const { t } = useTranslation('messages');
  const address = useAddress();
  const [draft, setDraft] = useState<Draft>(() => ({ ...EMPTY, memberIds: chosenIn(address.get('to')) }));
  const [checked, setChecked] = useState<Checked>();
  return (
    <Screen title={t('title')}>
      <Parts />
      {checked ? (
        <Check {...checked} onBack={() => setChecked(undefined)} />
      ) : (
        <Form draft={draft} setDraft={setDraft} onChecked={setChecked} />
      )}
    </Screen>
  );
}

type FormProps = { draft: Draft; setDraft: (draft: Draft) => void; onChecked: (checked: Checked) => void };

function Form({ draft, setDraft, onChecked }: FormProps) {
  const { t } = useTranslation('messages');
  const { t: people } = useTranslation('people');
  const { fault, isBusy, save } = useSaving<Checked>(onChecked);
  const [isNobody, setNobody] = useState(false);
  const set = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const check = async () => {
    const memberIds = await recipientsOf(draft);
    return { draft, memberIds, previews: await readPreviews(draft, memberIds) };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = draft.memberIds.length + draft.groupIds.length === 0 && draft.status === '';
    setNobody(isEmpty);
    if (!isEmpty) void save(check, t('checkReady'));
  };
  return (
    <form className="sheet message-form" aria-label={t('write')} onSubmit={submit}>
      {fault && <FaultNotice fault={fault} />}
      <Unset way={draft.way} />
      <SelectField
        label={t('way')}
        help={t(`help_${draft.way}`)}
        value={draft.way}
        options={WAYS.map((value) => ({ value, label: t(`way_${value}`) }))}
        onChange={(way) => set({ way: way as Way, ...(way === 'email' && { groupIds: [] }) })}
      />
      <fieldset>
        <legend>{t('to')}</legend>
        <PersonBox
          key={draft.memberIds.length}
          label={t('person')}
          personId={null}
          fault={isNobody ? t('nobody') : undefined}
          onChange={(id) => id !== null && set({ memberIds: [...new Set([...draft.memberIds, id])] })}
        />
        <SelectField
          label={t('everybody')}
          value={draft.status}
          options={[
            { value: '', label: '–' },
            ...STATUSES.map((value) => ({ value, label: people(`status${value}`) })),
          ]}
          onChange={(status) => set({ status: status as Status | '' })}
        />
        {draft.way !== 'email' && <Groups draft={draft} set={set} />}
        <Chosen
          memberIds={draft.memberIds}
          onAdd={(more) => set({ memberIds: [...draft.memberIds, ...more] })}
          onRemove={(gone) => set({ memberIds: draft.memberIds.filter((id) => id !== gone) })}
        />
      </fieldset>
      {draft.way === 'email' && (
        <TextField
          label={t('subject')}
          required
          maxLength={200}
          value={draft.subject}
          fault={fault?.fields['subject']}
          onChange={(event) => set({ subject: event.target.value })}
        />
      )}
      <TextArea
        label={t('text')}
        help={t('textHelp')}
        className="message-text"
        required
        maxLength={draft.way === 'email' ? 20_000 : 5000}
        value={draft.body}
        fault={fault?.fields['body']}
        onChange={(event) => set({ body: event.target.value })}
      />
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('check')}
        </Button>
      </div>
    </form>
  );
}

function Groups({ draft, set }: { draft: Draft; set: (changes: Partial<Draft>) => void }) {
  const { t } = useTranslation('messages');
  const { data: groups = [] } = useQuery(groupsQuery);
  const active = groups.filter(({ isActive }) => isActive);
  if (active.length === 0) return null;
  return (
    <div role="group" aria-label={t('groups')} className="message-groups">
      {active.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={draft.groupIds.includes(id)}
            onChange={({ target }) =>
              set({ groupIds: target.checked ? [...draft.groupIds, id] : draft.groupIds.filter((one) => one !== id) })
            }
          />
          {name}
        </label>
      ))}
    </div>
  );
}
