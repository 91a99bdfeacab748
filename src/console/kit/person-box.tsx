import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentLanguage } from '../i18n/i18n.ts';
import { ChoiceBox } from './choice-box.tsx';
import { choiceText, nameText } from './names.ts';
import { foundPeopleQuery, namedPersonQuery } from './people.ts';

type Props = {
  label: string;
  /** The chosen person, or null if nobody is chosen. */
  personId: number | null;
  /** Called with the id of the person who was chosen, and with null when the text was emptied. */
  onChange: (personId: number | null) => void;
  fault?: string | undefined;
};

/**
 * A text box to choose a person by some letters of a name or by the envelope number. The service searches, so the
 * account needs the permission `members.read`.
 */
export function PersonBox({ label, personId, onChange, fault }: Props) {
  const [search, setSearch] = useState('');
  const { data: found, isFetching } = useQuery(foundPeopleQuery(search));
  const { data: person } = useQuery(namedPersonQuery(personId));
  const language = currentLanguage();
  // Somebody who died comes last, because letters and money rarely go to them.
  const last = ({ status }: { status: string }) => Number(status === 'Deceased');
  const options = (found ?? [])
    .toSorted((a, b) => last(a) - last(b))
    .map((one) => ({
      id: String(one.id),
      label: choiceText({ ...one, isDeceased: one.status === 'Deceased' }, language),
      hint: one.offeringNumber ?? undefined,
      value: one.id,
    }));
  return (
    <ChoiceBox
      label={label}
      chosen={personId === null || !person ? '' : nameText(person, language)}
      optionsFor={(typed) => (typed?.trim() ? options : [])}
      onType={(text) => setSearch(text.trim())}
      isSearching={isFetching}
      onChoose={onChange}
      onClear={() => onChange(null)}
      fault={fault}
    />
  );
}
