import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Column } from '../kit/data-table.tsx';
import { GiverName } from './giver-name.tsx';
import type { Contribution } from './contributions.ts';

/** Returns the column with the givers of a year, which leads to their gifts. */
export function useGiverColumn(year: number): Column<Contribution> {
  const { t } = useTranslation('giving');
  return {
    key: 'giver',
    title: t('giver'),
    cell: (one) => (
      <Link href={`/giving/givers/${one.memberId}?year=${year}`}>
        <GiverName giver={one} />
      </Link>
    ),
  };
}
