import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { useMe } from '../session/session.ts';

type Props = {
  /** The words of the button that does it. */
  label: string;
  kind?: 'primary' | 'danger';
  /** More fields, above the password. They get the sentences of refused fields, by path, and the first gets the focus. */
  fields?: (faults: Readonly<Record<string, string>>) => ReactNode;
  /** What to say above the fields. */
  children?: ReactNode;
  confirm: (password: string, form: FormData) => Promise<void>;
  onCancel: () => void;
};

/** Asks for the password before a change of how the person signs in. */
export function PasswordConfirm({ label, kind = 'primary', fields, children, confirm, onCancel }: Props) {
  const { t } = useTranslation('account');
  const { t: kit } = useTranslation();
  const { email } = useMe();
  const { fault, isBusy, save } = useSaving(() => {});
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void save(() => confirm(form.get('currentPassword') as string, form));
  };
  return (
    <form className="sheet fields" aria-label={label} onSubmit={submit}>
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {children}
      {fields?.(fault?.fields ?? {})}
      <TextField
        label={t('currentPassword')}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        autoFocus={fields === undefined}
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

/** Says what it means to remove the only second factor. */
export function LastFactor() {
  const { t } = useTranslation('account');
  return <Notice tone="warn">{t('lastFactor')}</Notice>;
}
