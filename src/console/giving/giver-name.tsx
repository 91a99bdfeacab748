import { useTranslation } from 'react-i18next';
import { PersonName } from '../kit/person-name.tsx';
import type { Contribution } from './contributions.ts';

/** The name of a giver. For a couple with one statement, says so. */
export function GiverName({ giver }: { giver: Pick<Contribution, 'memberName' | 'chineseName' | 'memberIds'> }) {
  const { t } = useTranslation('giving');
  const { memberName, chineseName, memberIds } = giver;
  return (
    <>
      <PersonName names={{ firstName: memberName, lastName: null, chineseName }} />
      {memberIds.length > 1 && ` ${t('andSpouse')}`}
    </>
  );
}
