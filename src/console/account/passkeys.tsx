import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { instantText } from '../kit/dates.ts';
import { textOf } from '../kit/form.ts';
import { TextField } from '../kit/text-field.tsx';
import { canUsePasskeys } from '../session/passkey.ts';
import { announce } from '../shell/status.ts';
import { deviceNameOf } from './device-name.ts';
import { PasskeyName } from './passkey-name.tsx';
import { PasswordConfirm } from './password-confirm.tsx';
import { addPasskey, type Passkey, removePasskey } from './second-factor-queries.ts';
import '../kit/table.css';

type Props = { passkeys: readonly Passkey[]; onChanged: (codes: readonly string[] | null) => void };

/** The passkeys of the account, with a form for a new one. */
export function Passkeys({ passkeys, onChanged }: Props) {
  const { t } = useTranslation('account');
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="account-part" aria-label={t('passkeys')}>
      <h3>{t('passkeys')}</h3>
      <p>{t('passkeysHelp')}</p>
      {passkeys.length > 0 && <PasskeyTable passkeys={passkeys} onRemoved={() => onChanged(null)} />}
      {!canUsePasskeys() && <p>{t('noPasskeysHere')}</p>}
      {isAdding && (
        <PasswordConfirm
          label={t('makePasskey')}
          confirm={async (password, form) => {
            const codes = await addPasskey(password, textOf(form, 'name'));
            announce(t('passkeyAdded'));
            setAdding(false);
            onChanged(codes);
          }}
          onCancel={() => setAdding(false)}
        >
          {({ name }) => (
            <TextField
              label={t('passkeyName')}
              help={t('passkeyNameHelp')}
              name="name"
              maxLength={60}
              defaultValue={deviceNameOf(navigator.userAgent) ?? ''}
              autoComplete="off"
              autoFocus
              required
              fault={name}
            />
          )}
        </PasswordConfirm>
      )}
      {canUsePasskeys() && !isAdding && (
        <div className="screen-actions">
          <Button onClick={() => setAdding(true)}>{t('addPasskey')}</Button>
        </div>
      )}
    </section>
  );
}

function PasskeyTable({ passkeys, onRemoved }: { passkeys: readonly Passkey[]; onRemoved: () => void }) {
  const { t } = useTranslation('account');
  return (
    <div className="table-frame">
      <table className="table" aria-label={t('passkeys')}>
        <thead>
          <tr>
            <th scope="col">{t('passkeyName')}</th>
            <th scope="col">{t('lastUsed')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={onRemoved} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PasskeyRow({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const { t } = useTranslation('account');
  const [step, setStep] = useState<'rename' | 'remove'>();
  const { id, name, host, lastUsedAt } = passkey;
  const close = () => setStep(undefined);
  return (
    <tr>
      <td>
        {step === 'rename' ? <PasskeyName id={id} name={name} onDone={close} /> : name}
        {host !== location.hostname && <span className="field-help passkey-host">{t('onlyAt', { host })}</span>}
        {step === 'remove' && (
          <PasswordConfirm
            label={t('removePasskey', { name })}
            kind="danger"
            confirm={async (password) => {
              await removePasskey(id, password);
              announce(t('passkeyRemoved', { name }));
              onRemoved();
            }}
            onCancel={close}
          />
        )}
      </td>
      <td>{lastUsedAt === null ? t('neverUsed') : instantText(lastUsedAt, currentLanguage())}</td>
      <td className="date">
        {step === undefined && (
          <div className="screen-actions">
            <Button onClick={() => setStep('rename')}>{t('rename')}</Button>
            <Button onClick={() => setStep('remove')}>{t('remove')}</Button>
          </div>
        )}
      </td>
    </tr>
  );
}
