import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useFirstFault } from '../../kit/first-fault.ts';
import { useSaving } from '../../kit/use-saving.ts';
import { FaultNotice } from '../../problems/fault-notice.tsx';
import { VendorBox } from '../hand-in/vendor-box.tsx';
import { AddVendorDialog } from './add-dialog.tsx';
import { linkVendor } from './queries.ts';

type Props = { name: string; today: string; onClose: () => void };

type Chosen = { vendor: string; vendorId: number | null };

/** The dialog that gives the expenses with a typed name to a vendor of the list, or to a new one. */
export function LinkDialog({ name, today, onClose }: Props) {
  const { t } = useTranslation('expenses');
  const { t: common } = useTranslation();
  const [chosen, setChosen] = useState<Chosen>({ vendor: name, vendorId: null });
  const [isAdding, setAdding] = useState(false);
  const [missing, setMissing] = useState(0);
  const { fault, isBusy, save } = useSaving<number>(onClose);
  useFirstFault(missing);
  const link = (id: number, vendor: string) =>
    void save(
      () => linkVendor(id, name),
      (count) => (count === 0 ? t('linkedNone', { name }) : t('linked', { count, vendor })),
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.vendorId === null) setMissing((count) => count + 1);
    else link(chosen.vendorId, chosen.vendor);
  };
  if (isAdding) {
    const add = (vendor: { id: number; name: string }) => {
      // If the expenses cannot be linked, the new vendor is chosen and the dialog says why.
      setChosen({ vendor: vendor.name, vendorId: vendor.id });
      setAdding(false);
      link(vendor.id, vendor.name);
    };
    return <AddVendorDialog name={name} today={today} onDone={add} onClose={() => setAdding(false)} />;
  }
  return (
    <Dialog title={t('linkTitle', { name })} onClose={onClose}>
      <form onSubmit={submit}>
        {fault && <FaultNotice fault={fault} />}
        <p>{t('linkHelp')}</p>
        <VendorBox
          label={t('vendor')}
          name={chosen.vendor}
          onChange={(next) => {
            setChosen(next);
            setMissing(0);
          }}
          fault={missing > 0 ? t('linkChoose') : fault?.fields['name']}
        />
        <div className="screen-actions">
          <Button onClick={() => setAdding(true)}>{t('addVendor')}</Button>
        </div>
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('link')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
