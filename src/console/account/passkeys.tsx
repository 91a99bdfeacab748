import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { instantText } from '../kit/dates.ts';
import { textOf } from '../kit/form.ts';
import { TextField } from '../kit/text-field.tsx';
import { useFocusBack, useFocusOnLoss } from '../kit/use-focus-back.ts';
import { canUsePasskeys } from '../session/passkey.ts';
import { announce } from '../shell/status.ts';
import { deviceNameOf } from './device-name.ts';
import { PasskeyName } from './passkey-name.tsx';
import { LastFactor, PasswordConfirm } from './password-confirm.tsx';
import { addPasskey, type OwnSecondFactor, type Passkey, removePasskey } from './second-factor-queries.ts';
import '../kit/table.css';

type Props = { own: OwnSecondFactor; onChanged: (codes: readonly string[] | null) => void };

/** The passkeys of the account, with a form for a new one. */
export function Passkeys({ own, onChanged }: Props) {
  const { t } = useTranslation('account');
  const [isAdding, setAdding] = useState(false);
  const { passkeys, authenticator } = own;
  const heading = useFocusOnLoss<HTMLHeadingElement>(passkeys.length);
  const place = useFocusBack<HTMLElement>(isAdding ? 'passkey' : undefined);
  return (
    <section className="account-part" aria-label={t('passkeys')} ref={place}>
      <h3 ref={heading} tabIndex={-1}>
        {t('passkeys')}
      </h3>
      <p>{t('passkeysHelp')}</p>
      {passkeys.length > 0 && (
        <PasskeyTable
          passkeys={passkeys}
          isOnlyFactor={passkeys.length === 1 && authenticator === null}
          onRemoved={() => onChanged(null)}
        />
      )}
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
          fields={({ name }) => (
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
        />
      )}
      {canUsePasskeys() && !isAdding && (
        <div className="screen-actions">
          <Button data-opens="passkey" onClick={() => setAdding(true)}>
            {t('addPasskey')}
          </Button>
        </div>
      )}
    </section>
  );
}

type RemovedProps = {
  /** True if the account has no other second factor. */
  isOnlyFactor: boolean;
  onRemoved: () => void;
};

function PasskeyTable({ passkeys, ...rest }: RemovedProps & { passkeys: readonly Passkey[] }) {
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
            <PasskeyRow key={passkey.id} passkey={passkey} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PasskeyRow({ passkey, isOnlyFactor, onRemoved }: RemovedProps & { passkey: Passkey }) {
  const { t } = useTranslation('account');
  const [step, setStep] = useState<'rename' | 'remove'>();
  const { id, name, host, lastUsedAt } = passkey;
  const place = useFocusBack<HTMLTableRowElement>(step);
  const close = () => setStep(undefined);
  return (
    <tr ref={place}>
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
          >
            {isOnlyFactor && <LastFactor />}
          </PasswordConfirm>
        )}
      </td>
      <td>{lastUsedAt === null ? t('neverUsed') : instantText(lastUsedAt, currentLanguage())}</td>
      <td className="date">
        {step === undefined && (
          <div className="screen-actions">
            <Button data-opens="rename" aria-label={t('renameNamed', { name })} onClick={() => setStep('rename')}>
              {t('rename')}
            </Button>
            <Button data-opens="remove" aria-label={t('removePasskey', { name })} onClick={() => setStep('remove')}>
              {t('remove')}
            </Button>
          </div>
        )}
      </td>
    </tr>
  );
}
