import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { textOf } from '../kit/form.ts';
import { Notice } from '../kit/notice.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { PasswordConfirm } from './password-confirm.tsx';
import { QrCode } from './qr-code.tsx';
import { type AppSecret, beginApp, confirmApp } from './second-factor-queries.ts';

type Props = { onDone: (codes: readonly string[] | null) => void; onCancel: () => void };

/** Sets up an authenticator app: the password, then the QR code and the first code of the app. */
export function AppSetup({ onDone, onCancel }: Props) {
  const { t } = useTranslation('account');
  const [secret, setSecret] = useState<AppSecret>();
  if (secret) return <FirstCode secret={secret} onDone={onDone} onCancel={onCancel} />;
  return (
    <PasswordConfirm
      label={t('showQrCode')}
      confirm={async (password) => setSecret(await beginApp(password))}
      onCancel={onCancel}
    />
  );
}

function FirstCode({ secret: { secret, url }, onDone, onCancel }: Props & { secret: AppSecret }) {
  const { t } = useTranslation('account');
  const { t: kit } = useTranslation();
  const { fault, isBusy, save } = useSaving(onDone);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = textOf(new FormData(event.currentTarget), 'code');
    void save(() => confirmApp(code), t('appReady'));
  };
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <form className="sheet app-setup" aria-label={t('setUpApp')} onSubmit={submit}>
      <ol>
        <li>
          <p>{t('scan')}</p>
          <QrCode text={url} label={t('qrCode')} />
          <p>
            {t('typeSecret')} <code className="app-secret">{groups.join(' ')}</code>
          </p>
          <p>
            <a href={url}>{t('openApp')}</a>
          </p>
        </li>
        <li>
          {fault && fault.fields['code'] === undefined && <Notice tone="bad">{fault.sentence}</Notice>}
          <TextField
            label={t('firstCode')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
            fault={fault?.fields['code']}
          />
        </li>
      </ol>
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {t('finishApp')}
        </Button>
        <Button onClick={onCancel}>{kit('cancel')}</Button>
      </div>
    </form>
  );
}
