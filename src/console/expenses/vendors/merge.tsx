import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../kit/confirm.tsx';
import { useFirstFault } from '../../kit/first-fault.ts';
import { useSaving } from '../../kit/use-saving.ts';
import { Refusal } from '../../session/api.ts';
import { VendorBox } from '../hand-in/vendor-box.tsx';
import { expensesOfVendorQuery, mergeVendor, type Vendor } from './queries.ts';

type Props = { vendor: Vendor; onClose: () => void; onDone: (into: number) => void };

/** The dialog that merges a vendor into another one. It says what will happen. */
export function MergeDialog({ vendor, onClose, onDone }: Props) {
  const { t } = useTranslation('expenses');
  const [into, setInto] = useState<{ vendor: string; vendorId: number | null }>({ vendor: '', vendorId: null });
  const [isSure, setSure] = useState(false);
  const { data: count = 0 } = useQuery(expensesOfVendorQuery(vendor.id));
  const { fault, isBusy, save } = useSaving<number>(onDone);
  const { vendorId } = into;
  const [isMissing, setMissing] = useState(false);
  const [presses, setPresses] = useState(0);
  useFirstFault(presses);
  const merge = () => {
    if (vendorId === null) {
      setMissing(true);
      setPresses((count) => count + 1);
      return;
    }
    const act = async () => {
      try {
        await mergeVendor(vendor.id, { into: vendorId, confirm: isSure });
      } catch (error) {
        // Pressing again then merges vendors with different tax ids.
        setSure(error instanceof Refusal && error.problem.code === 'different_tax_ids');
        throw error;
      }
      return vendorId;
    };
    void save(act, t('vendorMerged', { name: into.vendor }));
  };
  return (
    <Confirm
      title={t('mergeTitle', { name: vendor.name })}
      action={t(isSure ? 'mergeAnyway' : 'merge')}
      isBusy={isBusy}
      fault={fault?.sentence}
      onConfirm={merge}
      onClose={onClose}
    >
      <VendorBox
        label={t('mergeInto')}
        name={into.vendor}
        onChange={(next) => {
          setInto(next);
          setSure(false);
          setMissing(false);
        }}
        fault={isMissing ? t('mergeChoose') : fault?.fields['into']}
        without={vendor.id}
      />
      {!isMissing && (
        <p>{vendorId === null ? t('mergeChoose') : t('mergeHelp', { count, from: vendor.name, into: into.vendor })}</p>
      )}
    </Confirm>
  );
}
