import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ComboBox } from '../../kit/combo-box.tsx';
import { isComposing } from '../../kit/composing.ts';
import { type Option, useCombo } from '../../kit/combo.ts';
import { vendorNamesQuery } from '../queries.ts';

type Props = {
  label: string;
  name: string;
  onChange: (vendor: { vendor: string; vendorId: number | null }) => void;
  fault?: string | undefined;
  /** A vendor that cannot be chosen. */
  without?: number;
};

/** A text box for the vendor. It suggests vendors of the list, but any other name may be typed, too. */
export function VendorBox({ label, name, onChange, fault, without }: Props) {
  const id = useId();
  const [isTyping, setTyping] = useState(false);
  const search = name.trim();
  const { data = [] } = useQuery({ ...vendorNamesQuery(search), enabled: isTyping && search !== '' });
  const options: Option<number>[] =
    isTyping && search !== ''
      ? data
          .filter((vendor) => vendor.id !== without)
          .map((vendor) => ({ id: String(vendor.id), label: vendor.name, value: vendor.id }))
      : [];
  const combo = useCombo(options);
  const take = (option: Option<number> | undefined) => {
    setTyping(false);
    combo.close();
    if (option) onChange({ vendor: option.label, vendorId: option.value });
  };
  return (
    <ComboBox
      id={id}
      label={label}
      text={name}
      options={options}
      combo={combo}
      fault={fault}
      onText={(vendor) => {
        setTyping(true);
        onChange({ vendor, vendorId: null });
      }}
      onTake={take}
      onBlur={() => setTyping(false)}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        const { key } = event;
        if (key === 'ArrowDown' || key === 'ArrowUp') {
          event.preventDefault();
          combo.move(key === 'ArrowDown' ? 1 : -1);
        } else if (key === 'Enter' && combo.isOpen) {
          event.preventDefault();
          take(combo.current());
        } else if (key === 'Escape') take(undefined);
      }}
    />
  );
}
