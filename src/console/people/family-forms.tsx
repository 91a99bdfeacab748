import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { nameText } from '../kit/names.ts';
import { StaleNotice, useNowText } from '../kit/stale.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useRevision } from '../kit/use-revision.ts';
import { useSaving } from '../kit/use-saving.ts';
import { queryClient } from '../session/query-client.ts';
import { ADDRESS_FIELDS, addressFrom, addressGiver, isSameAddress, typedAddress } from './address.ts';
import { labelOf } from './fields.ts';
import type { FamilyRole } from './family.ts';
import { FormDialog, RoleField } from './family-dialog.tsx';
import {
  addFamily,
  type Family,
  familyQuery,
  moveToFamily,
  type Person,
  saveFamily,
  type VersionedFamily,
} from './queries.ts';

type Props = { onClose: () => void } & (
  | { before: VersionedFamily; person?: undefined }
  | {
      before?: undefined;
      /** The first member of a new family. */
      person: Person;
    }
);

const typedOf = (family: Pick<Family, 'name' | 'phone' | 'jointStatement' | 'address'>) => ({
  name: family.name,
  phone: family.phone ?? '',
  jointStatement: family.jointStatement,
  ...typedAddress(family.address),
});

/** The dialog that makes a family for a person, or changes the facts of a family. */
export function FamilyForm({ before, person, onClose }: Props) {
  const { t } = useTranslation('people');
  const { t: common } = useTranslation();
  const [role, setRole] = useState<FamilyRole>('Head');
  const usual = { name: person?.lastName ?? '', phone: null, jointStatement: false, address: null };
  const { typed, basis, isStale, set, nowOf, reload } = useRevision(
    before,
    (seen) => typedOf(seen?.family ?? usual),
    () => queryClient.fetchQuery({ ...familyQuery(before?.family.id ?? 0), staleTime: 0 }),
  );
  const { fault, isBusy, save } = useSaving<unknown>(onClose, before && reload);
  const now = useNowText();
  const submit = () => {
    const { name, phone, jointStatement } = typed;
    const body = { name: name.trim(), phone: phone.trim() || null, jointStatement, address: addressFrom(typed) };
    const act = async () => {
      if (basis) return saveFamily(basis, body);
      const { id } = await addFamily(body);
      return moveToFamily(person?.id ?? 0, id, role);
    };
    void save(act, t('familySaved', { name: body.name }));
  };
  const giver = person ?? addressGiver(basis?.family.members ?? []);
  const offered = giver?.address ?? null;
  const typedNow = addressFrom(typed);
  const isOffered = offered !== null && !(typedNow && isSameAddress(typedNow, offered));
  const takeAddress = () => {
    const taken = typedAddress(offered);
    for (const [, part] of ADDRESS_FIELDS) set(part, taken[part]);
    document.getElementById('family-address')?.focus();
  };
  const title = t(before ? 'editFamily' : 'newFamily');
  return (
    <FormDialog title={title} action={common('save')} {...{ fault, isBusy, onClose }} onSubmit={submit}>
      <StaleNotice isStale={isStale} />
      <TextField
        label={t('familyName')}
        required
        autoFocus
        maxLength={200}
        value={typed.name}
        help={now(nowOf('name'))}
        fault={fault?.fields['name']}
        onChange={(event) => set('name', event.target.value)}
      />
      {!before && <RoleField role={role} onChange={setRole} />}
      <TextField
        label={labelOf('phone')}
        type="tel"
        maxLength={50}
        value={typed.phone}
        help={now(nowOf('phone'))}
        fault={fault?.fields['phone']}
        onChange={(event) => set('phone', event.target.value)}
      />
      <fieldset className="family-address" id="family-address" tabIndex={-1}>
        <legend>{t('familyAddress')}</legend>
        <p className="field-help">{t('familyAddressHelp')}</p>
        {isOffered && giver && (
          <p>
            <Button onClick={takeAddress}>{t('useAddressOf', { name: nameText(giver, currentLanguage()) })}</Button>
          </p>
        )}
        {ADDRESS_FIELDS.map(([field, part]) => (
          <TextField
            key={part}
            label={labelOf(field)}
            autoComplete="off"
            value={typed[part]}
            help={now(nowOf(part))}
            fault={fault?.fields[`address.${part}`]}
            onChange={(event) => set(part, event.target.value)}
          />
        ))}
      </fieldset>
      <Checkbox
        label={t('jointStatement')}
        help={t('jointHelp')}
        isChecked={typed.jointStatement}
        onChange={(isChecked) => set('jointStatement', isChecked)}
      />
    </FormDialog>
  );
}
