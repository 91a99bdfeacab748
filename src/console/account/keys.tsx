import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../lib/date.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { Choices } from '../kit/choices.tsx';
import { churchQuery } from '../kit/church.ts';
import { textOf } from '../kit/form.ts';
import { KeyTable } from '../kit/key-table.tsx';
import { keysQuery, type MadeKey, makeKey } from '../kit/keys.ts';
import { SelectField } from '../kit/select-field.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useFocusBack, useFocusOnLoss } from '../kit/use-focus-back.ts';
import { type Permission, useMe } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { PasswordConfirm } from './password-confirm.tsx';

const DAYS = ['30', '90', '366'] as const;

/** The keys with which programs act for this person, with a form for a new one. */
export function Keys() {
  const { t } = useTranslation('account');
  const { t: kit } = useTranslation();
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const query = useQuery(keysQuery());
  const heading = useFocusOnLoss<HTMLHeadingElement>(query.data?.length ?? 0);
  const place = useFocusBack<HTMLElement>(isMaking ? 'key' : undefined);
  const isStillThere = query.data?.some(({ id }) => id === made?.id) ?? false;
  return (
    <section className="screen-part" id="program-keys" aria-label={kit('programKeys')} ref={place}>
      <h2 ref={heading} tabIndex={-1}>
        {kit('programKeys')}
      </h2>
      <p className="account-help">{t('keysHelp')}</p>
      {made && isStillThere && (
        <ShownOnce label={t('keyOf', made)} text={made.token}>
          <p>{t('keyOnce')}</p>
        </ShownOnce>
      )}
      {isMaking && (
        <NewKey
          onMade={(key) => {
            setMade(key);
            setMaking(false);
            announce(t('keyMade', key));
          }}
          onCancel={() => setMaking(false)}
        />
      )}
      <Answer query={query}>{(keys) => (keys.length > 0 ? <KeyTable keys={keys} /> : <></>)}</Answer>
      {!isMaking && (
        <div className="screen-actions">
          <Button data-opens="key" onClick={() => setMaking(true)}>
            {t('newKey')}
          </Button>
        </div>
      )}
    </section>
  );
}

type NewProps = { onMade: (key: MadeKey) => void; onCancel: () => void };

function NewKey({ onMade, onCancel }: NewProps) {
  const { t } = useTranslation('account');
  const { t: settings } = useTranslation('settings');
  const { permissions } = useMe();
  const { data: church } = useQuery(churchQuery);
  const [chosen, setChosen] = useState<readonly Permission[]>([]);
  const [mayWrite, setMayWrite] = useState(false);
  const [days, setDays] = useState<string>('90');
  const may = (permission: Permission) => settings(`may_${permission.replace('.', '_')}` as 'may_users_manage');
  return (
    <PasswordConfirm
      label={t('makeKey')}
      confirm={async (currentPassword, form) => {
        const access: 'ReadOnly' | 'ReadWrite' = mayWrite ? 'ReadWrite' : 'ReadOnly';
        const expiresOn = church && addDays(church.today, Number(days));
        const fields = {
          name: textOf(form, 'name'),
          permissions: [...chosen],
          access,
        };
        onMade(await makeKey({ ...fields, currentPassword, ...(expiresOn && { expiresOn }) }));
      }}
      onCancel={onCancel}
      fields={(faults) => (
        <>
          <TextField
            label={t('keyFor')}
            name="name"
            maxLength={60}
            autoComplete="off"
            autoFocus
            required
            fault={faults['name']}
          />
          <SelectField
            label={t('keyDays')}
            value={days}
            options={DAYS.map((value) => ({ value, label: t(`keyDays_${value}`) }))}
            onChange={setDays}
          />
          <Checkbox label={t('keyWrites')} help={t('keyWritesHelp')} isChecked={mayWrite} onChange={setMayWrite} />
          <Choices
            label={t('keyMay')}
            options={permissions.map((value) => ({ value, label: may(value) }))}
            value={chosen}
            onChange={setChosen}
            fault={faults['permissions'] && t('tickOne')}
            className="fields-note"
          />
        </>
      )}
    />
  );
}
