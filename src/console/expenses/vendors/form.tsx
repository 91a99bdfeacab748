import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { useHasIrs } from '../../kit/church.ts';
import { DateField } from '../../kit/date-field.tsx';
import { FaultNotice } from '../../problems/fault-notice.tsx';
import { PersonBox } from '../../kit/person-box.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import { StaleNotice, useNowText } from '../../kit/stale.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { useRevision } from '../../kit/use-revision.ts';
import { useSaving } from '../../kit/use-saving.ts';
import { queryClient } from '../../session/query-client.ts';
import { addVendor, saveVendor, vendorQuery, type VersionedVendor } from './queries.ts';
import { ADDRESS, CLASSIFICATIONS, type TypedVendor, typedVendorOf, vendorBodyOf } from './typed.ts';

type Props = {
  /** The vendor to change. Without it, the form adds a vendor. */
  before?: VersionedVendor;
  today: string;
  /** The name of a new vendor. */
  name?: string;
  onDone: (saved: VersionedVendor) => void;
  /** Without it, there is no button to cancel. */
  onCancel?: () => void;
};

type Text = { [Name in keyof TypedVendor]: TypedVendor[Name] extends string ? Name : never }[keyof TypedVendor];

/**
 * The form to add or change a vendor. The stored tax id is shown masked, and stays unless a new one is typed. Outside the
 * United States, what Form 1099 needs is not asked, and stays.
 */
export function VendorForm({ before, today, name, onDone, onCancel }: Props) {
  const { t } = useTranslation('expenses');
  const { t: common } = useTranslation();
  const [key] = useState(() => crypto.randomUUID());
  const nowText = useNowText();
  const hasIrs = useHasIrs();
  const { typed, basis, isStale, set, nowOf, reload } = useRevision(
    before,
    (seen) => typedVendorOf(seen?.vendor, name),
    () => queryClient.fetchQuery({ ...vendorQuery(before?.vendor.id ?? 0), staleTime: 0 }),
  );
  const { fault, isBusy, save } = useSaving<VersionedVendor>(onDone, before && reload);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = vendorBodyOf(typed);
    void save(() => (basis ? saveVendor(basis.vendor.id, body, basis.etag) : addVendor(body, key)), t('vendorSaved'));
  };
  const box = (name: Text, label: string, more: { path?: string; help?: string; isRequired?: boolean } = {}) => (
    <TextField
      label={label}
      value={typed[name]}
      help={nowText(nowOf(name)) ?? more.help}
      required={more.isRequired}
      autoComplete="off"
      fault={fault?.fields[more.path ?? name]}
      onChange={(event) => set(name, event.target.value)}
    />
  );
  const choice = (name: Text, label: string, options: readonly { value: string; label: string }[]) => (
    <SelectField
      label={label}
      value={typed[name]}
      help={nowText(nowOf(name))}
      options={options}
      fault={fault?.fields[name]}
      onChange={(value) => set(name, value)}
    />
  );
  return (
    <form className="sheet fields" aria-label={t('vendor')} onSubmit={submit}>
      {fault && <FaultNotice fault={fault} />}
      <StaleNotice isStale={isStale} />
      {box('name', t('vendorName'), { isRequired: true })}
      {box('legalName', t('legalName'), { help: t('legalNameHelp') })}
      {box('email', t('email'))}
      <PersonBox
        label={t('vendorPerson')}
        personId={typed.memberId}
        onChange={(memberId) => set('memberId', memberId)}
        fault={fault?.fields['memberId']}
      />
      {ADDRESS.map((part) => (
        <div key={part}>{box(part, t(`address_${part}`), { path: `address.${part}` })}</div>
      ))}
      {hasIrs && (
        <>
          {box('taxId', t('taxId'), { help: t('taxIdHelp') })}
          {choice('tinType', t('tinType'), [
            { value: '', label: '–' },
            { value: 'SSN', label: 'SSN' },
            { value: 'EIN', label: 'EIN' },
          ])}
          {choice(
            'taxClassification',
            t('taxClassification'),
            CLASSIFICATIONS.map((value) => ({ value, label: t(`tax_${value}`) })),
          )}
          <DateField
            label={t('w9On')}
            value={typed.w9On}
            today={today}
            isPast
            onChange={(date) => set('w9On', date)}
            fault={fault?.fields['w9On']}
          />
        </>
      )}
      <SelectField
        label={t('inUse')}
        value={String(typed.isActive)}
        options={['true', 'false'].map((value) => ({ value, label: t(value === 'true' ? 'yes' : 'no') }))}
        onChange={(value) => set('isActive', value === 'true')}
      />
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {common('save')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{common('cancel')}</Button>}
      </div>
    </form>
  );
}
