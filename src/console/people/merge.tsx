import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Confirm } from '../kit/confirm.tsx';
import { nameText } from '../kit/names.ts';
import { Notice } from '../kit/notice.tsx';
import { namedPersonQuery } from '../kit/people.ts';
import { PersonBox } from '../kit/person-box.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { Refusal } from '../session/api.ts';
import { copiedBy, labelOf } from './fields.ts';
import { mergePerson, type Person, type VersionedPerson } from './queries.ts';

type Props = { found: VersionedPerson; onClose: () => void; onDone: (into: number) => void };

/** The dialog that merges a person's record into another one. It says what will happen. */
export function MergeDialog({ found, onClose, onDone }: Props) {
  const { t } = useTranslation('people');
  const { person } = found;
  const [into, setInto] = useState<number | null>(null);
  // Pressing again then merges records that seem to belong to two people.
  const [isSure, setSure] = useState(false);
  const { data: survivor } = useQuery(namedPersonQuery(into));
  const { fault, isBusy, save } = useSaving<number>(onDone);
  const name = nameText(person, currentLanguage());
  const other = survivor ? nameText(survivor, currentLanguage()) : '';
  const merge = () => {
    if (into === null) return;
    const act = async () => {
      try {
        await mergePerson(found, { into, confirm: isSure });
      } catch (error) {
        setSure(error instanceof Refusal && error.problem.code === 'different_people');
        throw error;
      }
      return into;
    };
    void save(act, t('merged', { from: name, into: other }));
  };
  return (
    <Confirm
      title={t('mergeTitle', { name })}
      action={t(isSure ? 'mergeAnyway' : 'merge')}
      isBusy={isBusy}
      fault={fault && `${fault.sentence} ${isSure ? t('mergeSure') : ''}`.trim()}
      onConfirm={merge}
      onClose={onClose}
    >
      <PersonBox
        label={t('mergeInto')}
        personId={into}
        onChange={(id) => {
          setInto(id);
          setSure(false);
        }}
        fault={fault?.fields['into']}
      />
      {into === person.id ? (
        <Notice tone="warn">{t('mergeSelf')}</Notice>
      ) : survivor ? (
        <WhatHappens double={person} survivor={survivor} isSure={isSure} />
      ) : (
        <p>{t('mergeChoose')}</p>
      )}
    </Confirm>
  );
}

function WhatHappens({ double, survivor, isSure }: { double: Person; survivor: Person; isSure: boolean }) {
  const { t } = useTranslation('people');
  const from = nameText(double, currentLanguage());
  const into = nameText(survivor, currentLanguage());
  const copied = copiedBy(survivor, double, isSure).map((name) => labelOf(name));
  return (
    <ul>
      <li>{t('mergeMoves', { from, into })}</li>
      <li>
        {copied.length > 0
          ? t('mergeCopies', { from, fields: new Intl.ListFormat(currentLanguage()).format(copied) })
          : t('mergeCopiesNothing', { into })}
      </li>
      <li>{t('mergeGone', { from })}</li>
    </ul>
  );
}
