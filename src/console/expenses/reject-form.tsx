import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/text-field.tsx';
import type { Fault } from '../problems/problems.ts';

type Props = {
  busy: boolean;
  fault: Fault | undefined;
  onReject: (reason: string) => void;
  onCancel: () => void;
};

/** Asks why something is rejected. */
export function RejectForm({ busy, fault, onReject, onCancel }: Props) {
  const { t } = useTranslation('expenses');
  const { t: common } = useTranslation();
  const [reason, setReason] = useState('');
  const form = useRef<HTMLFormElement>(null);
  // The focus alone leaves a part of the form off the screen of a phone.
  useEffect(() => {
    // Some browsers return a promise, which is no clean-up.
    form.current?.scrollIntoView({ block: 'center' });
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onReject(reason.trim());
  };
  return (
    <form ref={form} className="screen-part" onSubmit={submit}>
      <TextField
        label={t('reason')}
        help={t('reasonHelp')}
        value={reason}
        required
        autoFocus
        maxLength={500}
        autoComplete="off"
        fault={fault?.fields['reason']}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="screen-actions">
        <Button type="submit" kind="danger" isBusy={busy}>
          {t('reject')}
        </Button>
        <Button onClick={onCancel}>{common('cancel')}</Button>
      </div>
    </form>
  );
}
