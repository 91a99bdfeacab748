import { useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { nameText } from '../kit/names.ts';
import { namedPersonQuery } from '../kit/people.ts';
import { readersIn } from '../kit/write-to.ts';
import { familyQuery } from './queries.ts';

type Props = {
  memberIds: readonly number[];
  onAdd: (memberIds: readonly number[]) => void;
  onRemove: (memberId: number) => void;
};

/** The people who were chosen one by one, each with a button to remove them and one to add the rest of the family. */
export function Chosen({ memberIds, onAdd, onRemove }: Props) {
  const { t } = useTranslation('messages');
  const people = useQueries({ queries: memberIds.map((id) => namedPersonQuery(id)) });
  const families = useQueries({
    queries: [...new Set(people.map(({ data }) => data?.familyUnitId ?? null))].map(familyQuery),
  });
  if (memberIds.length === 0) return null;
  return (
    <ul className="message-chosen" aria-label={t('chosen')}>
      {memberIds.map((id, at) => {
        const person = people[at]?.data;
        const name = person ? nameText(person, currentLanguage()) : `#${id}`;
        const family = families.find(({ data }) => data?.some((one) => one.id === id))?.data ?? [];
        const others = readersIn(family).filter((one) => !memberIds.includes(one.id));
        return (
          <li key={id}>
            {name}
            {others.length > 0 && (
              <Button
                kind="quiet"
                aria-label={t('addFamilyOf', { name })}
                onClick={() => onAdd(others.map((one) => one.id))}
              >
                {t('addFamily', { count: others.length })}
              </Button>
            )}
            <Button kind="quiet" aria-label={t('remove', { name })} onClick={() => onRemove(id)}>
              ×
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
