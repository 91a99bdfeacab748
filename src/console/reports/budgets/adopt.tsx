import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { FaultNotice } from '../../problems/fault-notice.tsx';
import { TextField } from '../../kit/text-field.tsx';
import type { Fault } from '../../problems/problems.ts';

type Props = {
  isAmendment: boolean;
  today: string;
  fault: Fault | undefined;
  isBusy: boolean;
  onAdopt: (change: { adoptedOn: string; reason: string | null }) => void;
  onClose: () => void;
};

/** The dialog that adopts a draft, or an amendment with its reason. It says what will happen. */
export function AdoptDialog({ isAmendment, today, fault, isBusy, onAdopt, onClose }: Props) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const [date, setDate] = useState<string | null>(today);
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (date !== null) onAdopt({ adoptedOn: date, reason: reason.trim() || null });
  };
  const title = t(isAmendment ? 'amendBudget' : 'adoptBudget');
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="budget-line-form" onSubmit={submit}>
        {fault && <FaultNotice fault={fault} />}
        <p>{t(isAmendment ? 'amendHelp' : 'adoptHelp')}</p>
        <DateField
          label={t('adoptedOn')}
          value={date}
          today={today}
          isPast
          isRequired
          autoFocus={!isAmendment}
          fault={fault?.fields['adoptedOn']}
          onChange={setDate}
        />
        <TextField
          label={common('reason')}
          required={isAmendment}
          autoFocus={isAmendment}
          maxLength={500}
          value={reason}
          fault={fault?.fields['reason']}
          onChange={(event) => setReason(event.target.value)}
        />
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {title}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
