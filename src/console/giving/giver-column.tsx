import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Column } from '../kit/data-table.tsx';
import { GiverName } from './giver-name.tsx';
import type { Paper } from './contributions.ts';

/** Returns the column with the givers of a year and their companies, which leads to their gifts. */
export function useGiverColumn(year: number): Column<Paper> {
  const { t } = useTranslation('giving');
  return {
    key: 'giver',
    title: t('giver'),
    cell: ({ giver, companyName }) => (
      <Link href={`/giving/givers/${giver.memberId}?year=${year}`}>
        {companyName !== null && `${companyName}, ${t('broughtBy')} `}
        <GiverName giver={giver} />
      </Link>
    ),
  };
}
