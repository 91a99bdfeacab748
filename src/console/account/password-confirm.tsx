import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { TextField } from '../kit/text-field.tsx';
import { type Fault, useFaults } from '../problems/problems.ts';
import { NoPasskey } from '../session/passkey.ts';
import { useMe } from '../session/session.ts';

type Props = {
  /** The words of the button that does it. */
  label: string;
  kind?: 'primary' | 'danger';
  /** More fields, above the password. */
  children?: ReactNode;
  confirm: (password: string, form: FormData) => Promise<void>;
  onCancel: () => void;
};

/** Asks for the password before a change of how the person signs in. */
export function PasswordConfirm({ label, kind = 'primary', children, confirm, onCancel }: Props) {
  const { t } = useTranslation('account');
  const { t: kit } = useTranslation();
  const { t: session } = useTranslation('session');
  const { email } = useMe();
  const faults = useFaults();
  const [fault, setFault] = useState<Fault>();
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    setBusy(true);
    setFault(undefined);
    try {
      await confirm(values.get('currentPassword') as string, values);
    } catch (error) {
      setFault(error instanceof NoPasskey ? { sentence: session('noPasskey'), fields: {} } : faults(error));
      setBusy(false);
      form.querySelector<HTMLInputElement>('[type=password]')?.select();
    }
  };
  return (
    <form className="sheet fields" aria-label={label} onSubmit={(event) => void submit(event)}>
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {children}
      <TextField
        label={t('currentPassword')}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        autoFocus={children === undefined}
        required
        fault={fault?.fields['currentPassword']}
      />
      <div className="screen-actions">
        <Button type="submit" kind={kind} isBusy={isBusy}>
          {label}
        </Button>
        <Button onClick={onCancel}>{kit('cancel')}</Button>
      </div>
    </form>
  );
}
