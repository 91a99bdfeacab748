import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { TextField } from './text-field.tsx';
import type { Fault } from '../problems/problems.ts';
import { useSaving } from './use-saving.ts';

type Props<Result> = {
  title: string;
  /** What will happen. */
  help: string;
  /** The text of the button that does it. */
  button: string;
  /** What is announced when it is done. */
  done: string | ((result: Result) => string);
  act: (reason: string) => Promise<Result>;
  kind?: 'primary' | 'danger';
  /** Fields above the reason, which may show a fault. */
  fields?: (fault: Fault | undefined) => ReactNode;
  onClose: () => void;
};

/** A dialog that says what will happen and asks for the reason, which stays in the audit log. */
export function ReasonDialog<Result>({
  title,
  help,
  button,
  done,
  act,
  onClose,
  kind = 'primary',
  fields,
}: Props<Result>) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const { fault, isBusy, save } = useSaving<Result>(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(() => act(reason.trim()), done);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        {fault && <FaultNotice fault={fault} />}
        <p>{help}</p>
        {fields && <div className="fields">{fields(fault)}</div>}
        <TextField
          label={t('reason')}
          required
          maxLength={500}
          value={reason}
          fault={fault?.fields['reason']}
          onChange={(event) => setReason(event.target.value)}
        />
        <footer>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind={kind} isBusy={isBusy}>
            {button}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
