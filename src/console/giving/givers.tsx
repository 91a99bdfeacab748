import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Answer } from '../kit/answer.tsx';
import { type Church, churchQuery, useHasIrs } from '../kit/church.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { amountText } from '../kit/money.ts';
import { Screen } from '../kit/page.tsx';
import { PagedRows } from '../kit/paged-rows.tsx';
import { PersonBox } from '../kit/person-box.tsx';
import { useAddress } from '../kit/use-address.ts';
import { useCan } from '../session/session.ts';
import { type Contribution, contributionsQuery, keyOfPaper, type Paper, papersOf } from './contributions.ts';
import { useGiverColumn } from './giver-column.tsx';
import { Parts } from './parts.tsx';
import { YearField, yearIn } from './year.tsx';
import './giving.css';

/** The givers of a calendar year and what each of them gave. */
export function Page() {
  const { t } = useTranslation('giving');
  const church = useQuery(churchQuery);
  return (
    <Screen title={t('givers')}>
      <Parts />
      <Answer query={church}>{(known) => <Givers church={known} />}</Answer>
    </Screen>
  );
}

function Givers({ church }: { church: Church }) {
  const { t } = useTranslation('giving');
  const address = useAddress();
  const [, navigate] = useLocation();
  const year = yearIn(address.get('year'), Number(church.today.slice(0, 4)));
  const givers = useQuery(contributionsQuery(year, address.page));
  const mayFindPeople = useCan('members.read');
  return (
    <>
      <div className="filters no-print">
        <YearField year={year} today={church.today} onYear={(next) => address.set({ year: next })} />
        {mayFindPeople && (
          <PersonBox
            label={t('findGiver')}
            personId={null}
            onChange={(id) => id !== null && navigate(`/giving/givers/${id}?year=${year}`)}
          />
        )}
      </div>
      <Answer query={givers}>
        {(list) => (
          <PagedRows list={list} empty={t('noGivers', { year })} note={t('giverCount', { count: list.totalCount })}>
            <List givers={list.items} year={year} />
          </PagedRows>
        )}
      </Answer>
    </>
  );
}

type Words = ReturnType<typeof useTranslation<'giving'>>['t'];

function List({ givers, year }: { givers: readonly Contribution[]; year: number }) {
  const { t } = useTranslation('giving');
  const giver = useGiverColumn(year);
  const columns: Column<Paper>[] = [
    giver,
    { key: 'count', title: t('gifts'), kind: 'number', isWideOnly: true, cell: ({ sums }) => sums.count },
    ...(useHasIrs() ? deductibleColumns(t) : []),
    { key: 'total', title: t('total'), kind: 'number', cell: ({ sums }) => amountText(sums.total) },
  ];
  return <DataTable label={t('givers')} columns={columns} rows={papersOf(givers)} keyOf={keyOfPaper} />;
}

const deductibleColumns = (t: Words): Column<Paper>[] => [
  {
    key: 'notDeductible',
    title: t('notDeductible'),
    kind: 'number',
    isWideOnly: true,
    cell: ({ sums }) => amountText(sums.notDeductible),
  },
  {
    key: 'deductible',
    title: t('deductible'),
    kind: 'number',
    isWideOnly: true,
    cell: ({ sums }) => amountText(sums.deductible),
  },
];
