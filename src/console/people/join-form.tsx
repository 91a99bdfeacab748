import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Checkbox } from '../kit/checkbox.tsx';
import { ChoiceBox } from '../kit/choice-box.tsx';
import { nameText } from '../kit/names.ts';
import { useSaving } from '../kit/use-saving.ts';
import { addressText } from '../kit/address-text.ts';
import { offerFor } from './address.ts';
import type { FamilyRole } from './family.ts';
import { FormDialog, RoleField } from './family-dialog.tsx';
import { type FoundFamily, familiesQuery, familyQuery, joinFamily, type Person } from './queries.ts';

/** The dialog in which a person joins a family that exists. It offers the address of the family or of its head. */
export function JoinForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation('people');
  const language = currentLanguage();
  const [search, setSearch] = useState('');
  const [family, setFamily] = useState<FoundFamily>();
  const [role, setRole] = useState<FamilyRole>('Other');
  const [takesAddress, setTakesAddress] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const { data: found = [], isFetching } = useQuery(familiesQuery(search));
  const { data: chosen } = useQuery({ ...familyQuery(family?.id ?? 0), enabled: family !== undefined });
  const { fault, isBusy, save } = useSaving<unknown>(onClose);
  const offer = family && chosen && offerFor(person.address, chosen.family);
  const choose = (next: FoundFamily | undefined) => {
    setFamily(next);
    setTakesAddress(false);
    setMissing(false);
  };
  const join = () => {
    setMissing(family === undefined);
    if (family === undefined) return;
    const done = t('familyJoined', { name: nameText(person, language), family: family.name });
    const takes = takesAddress && offer ? { offer, into: chosen } : undefined;
    void save(() => joinFamily(person.id, { family: family.id, role, takes }), done);
  };
  const membersOf = ({ people }: FoundFamily) => people.map((one) => nameText(one, language)).join(t('nameSeparator'));
  return (
    <FormDialog title={t('joinFamily')} action={t('join')} {...{ fault, isBusy, onClose }} onSubmit={join}>
      <ChoiceBox
        label={t('family')}
        chosen={family?.name ?? ''}
        optionsFor={(typed) =>
          typed?.trim()
            ? found.map((one) => ({ id: String(one.id), label: one.name, hint: membersOf(one), value: one }))
            : []
        }
        onType={(text) => setSearch(text.trim())}
        isSearching={isFetching}
        onChoose={choose}
        onClear={() => choose(undefined)}
        fault={fault?.fields['familyUnitId'] ?? (isMissing ? t('chooseFamily') : undefined)}
      />
      {family && <p className="field-help">{t('familyHas', { people: membersOf(family) || t('nobody') })}</p>}
      <RoleField role={role} onChange={setRole} />
      {offer && (
        <Checkbox
          label={offer.from ? t('useAddressOf', { name: nameText(offer.from, language) }) : t('useFamilyAddress')}
          help={t(offer.from ? 'useAddressHelp' : 'useFamilyAddressHelp', { address: addressText(offer.address) })}
          isChecked={takesAddress}
          onChange={setTakesAddress}
        />
      )}
    </FormDialog>
  );
}
