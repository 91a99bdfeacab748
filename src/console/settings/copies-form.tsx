import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { Notice } from '../kit/notice.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { Refusal } from '../session/api.ts';
import { type Fault, saveTarget, type Target } from './copies-queries.ts';

type Typed = {
  kind: 'Folder' | 'Rclone' | '';
  folder: string;
  remote: string;
  path: string;
  keep: Record<keyof Target['keep'], string>;
  after: Target['after'];
};

const KEEP = ['days', 'weeks', 'months'] as const;
const AFTER = ['submit', 'finalize', 'nightly'] as const;

function typedFrom({ kind, place, keep, after, remotes }: Target): Typed {
  const [remote = '', ...path] = kind === 'Rclone' ? (place ?? '').split(':') : [];
  const text = (unit: keyof Target['keep']) => String(keep[unit]);
  return {
    kind: kind ?? '',
    folder: kind === 'Folder' ? (place ?? '') : '',
    remote: remote || (remotes[0] ?? ''),
    path: path.join(':'),
    keep: { days: text('days'), weeks: text('weeks'), months: text('months') },
    after,
  };
}

function bodyOf({ kind, folder, remote, path, keep, after }: Typed) {
  const numbers = { days: Number(keep.days), weeks: Number(keep.weeks), months: Number(keep.months) };
  if (kind === '') return { kind: null, place: null, keep: numbers, after };
  return { kind, place: kind === 'Folder' ? folder : `${remote}:${path}`, keep: numbers, after };
}

/** Where copies go, when they are sent, and which are kept. */
export function TargetForm({ target }: { target: Target }) {
  const { t } = useTranslation('settings');
  const [typed, setTyped] = useState(() => typedFrom(target));
  const [placeFault, setPlaceFault] = useState<Fault>();
  const { fault, isBusy, save, edited } = useSaving<Target>(() => {});
  const change = (some: Partial<Typed>) => {
    setPlaceFault(undefined);
    edited('place');
    setTyped((before) => ({ ...before, ...some }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPlaceFault(undefined);
    const send = async () => {
      try {
        return await saveTarget(bodyOf(typed));
      } catch (error) {
        setPlaceFault(faultOfPlace(error));
        throw error;
      }
    };
    void save(send, t('copies_saved'));
  };
  const shownFault = placeFault ? t(`copies_fault_${placeFault}`) : fault?.fields['place'];
  return (
    <form className="record-form sheet" aria-label={t('copies_offThisComputer')} onSubmit={submit}>
      {fault && <FaultNotice fault={fault} />}
      <SelectField
        label={t('copies_kind')}
        help={t('copies_kindHelp')}
        value={typed.kind}
        options={[
          { value: '', label: t('copies_kind_none') },
          { value: 'Folder', label: t('copies_kind_Folder') },
          { value: 'Rclone', label: t('copies_kind_Rclone') },
        ]}
        onChange={(kind) => change({ kind: kind as Typed['kind'] })}
      />
      {typed.kind === 'Folder' && (
        <TextField
          label={t('copies_folder')}
          help={t('copies_folderHelp')}
          required
          maxLength={1000}
          value={typed.folder}
          fault={shownFault}
          onChange={(event) => change({ folder: event.target.value })}
        />
      )}
      {typed.kind === 'Rclone' && <Remote target={target} typed={typed} fault={shownFault} onChange={change} />}
      {typed.kind !== '' && <Wishes typed={typed} faults={fault?.fields ?? {}} onChange={change} />}
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('copies_save')}
        </Button>
      </div>
    </form>
  );
}

function faultOfPlace(error: unknown): Fault | undefined {
  const errors = error instanceof Refusal ? (error.problem.errors ?? []) : [];
  return errors.find(({ path }) => path === 'place')?.code as Fault | undefined;
}

type Change = { typed: Typed; onChange: (some: Partial<Typed>) => void };

function Remote({ target, typed, fault, onChange }: Change & { target: Target; fault: string | undefined }) {
  const { t } = useTranslation('settings');
  const names = [...new Set([...target.remotes, ...(typed.remote === '' ? [] : [typed.remote])])];
  if (names.length === 0)
    return <Notice tone="warn">{t(target.hasRclone ? 'copies_noRemotes' : 'copies_fault_no_rclone')}</Notice>;
  return (
    <>
      <SelectField
        label={t('copies_remote')}
        help={t('copies_remoteHelp')}
        value={typed.remote}
        options={names.map((name) => ({ value: name, label: name }))}
        onChange={(remote) => onChange({ remote })}
      />
      <TextField
        label={t('copies_remotePath')}
        help={t('copies_remotePathHelp')}
        maxLength={900}
        value={typed.path}
        fault={fault}
        onChange={(event) => onChange({ path: event.target.value })}
      />
    </>
  );
}

function Wishes({ typed, faults, onChange }: Change & { faults: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <fieldset>
        <legend>{t('copies_after')}</legend>
        {AFTER.map((name) => (
          <Checkbox
            key={name}
            label={t(`copies_after_${name}`)}
            isChecked={typed.after[name]}
            onChange={(isChecked) => onChange({ after: { ...typed.after, [name]: isChecked } })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('copies_keep')}</legend>
        <p className="field-help">{t('copies_keepHelp')}</p>
        {KEEP.map((unit) => (
          <TextField
            key={unit}
            label={t(`copies_keep_${unit}`)}
            inputMode="numeric"
            pattern="[0-9]{1,3}"
            required
            value={typed.keep[unit]}
            fault={faults[`keep.${unit}`]}
            onChange={(event) => onChange({ keep: { ...typed.keep, [unit]: event.target.value } })}
          />
        ))}
      </fieldset>
    </>
  );
}
