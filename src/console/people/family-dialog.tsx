/** What the dialogs of a family share. */
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { FaultNotice } from '../problems/fault-notice.tsx';
import type { Fault } from '../problems/problems.ts';
import { FAMILY_ROLES, type FamilyRole } from './family.ts';

type FrameProps = {
  title: string;
  action: string;
  fault: Fault | undefined;
  isBusy: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form, the buttons of the form, and the reason of a refusal. */
export function FormDialog({ title, action, fault, isBusy, onSubmit, onClose, children }: FrameProps) {
  const { t } = useTranslation();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="family-form" onSubmit={submit}>
        {fault && <FaultNotice fault={fault} />}
        {children}
        <footer>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The field for the role of a person in a family. */
export function RoleField({ role, onChange }: { role: FamilyRole; onChange: (role: FamilyRole) => void }) {
  const { t } = useTranslation('people');
  return (
    <SelectField
      label={t('role')}
      value={role}
      options={FAMILY_ROLES.map((one) => ({ value: one, label: t(`role${one}`) }))}
      onChange={(value) => onChange(value as FamilyRole)}
    />
  );
}
