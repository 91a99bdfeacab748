import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog.tsx';
import { VendorForm } from './form.tsx';
import type { Vendor } from './queries.ts';

type Props = { name: string; today: string; onDone: (vendor: Vendor) => void; onClose: () => void };

/** The dialog that adds a vendor where one is needed. The name is filled in. */
export function AddVendorDialog({ name, today, onDone, onClose }: Props) {
  const { t } = useTranslation('expenses');
  return (
    <Dialog title={t('newVendor')} onClose={onClose}>
      <VendorForm name={name} today={today} onDone={({ vendor }) => onDone(vendor)} onCancel={onClose} />
    </Dialog>
  );
}
