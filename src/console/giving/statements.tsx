import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Answer } from '../kit/answer.tsx';
import { type Church, churchQuery } from '../kit/church.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { amountText } from '../kit/money.ts';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { PagedRows } from '../kit/paged-rows.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { listText } from '../kit/list-text.ts';
import {
  type Contribution,
  contributionsQuery,
  keyOfPaper,
  type Paper,
  papersOf,
  type StatementState,
  type Wanted,
} from './contributions.ts';
import { useGiverColumn } from './giver-column.tsx';
import { Parts } from './parts.tsx';
import { PrintStatements } from './print-statements.tsx';
import { Delivery, StatementStatus } from './statement.tsx';
import { YearField, yearIn } from './year.tsx';
import { YearsWork } from './years-work.tsx';
import './giving.css';

const STATES = ['NotIssued', 'Changed', 'Issued', 'Pending'] as const satisfies readonly StatementState[];

/** The contribution statements of a year: what is still to do, and the statement of each giver. */
export function Page() {
  const { t } = useTranslation('giving');
  const church = useQuery(churchQuery);
  return (
    <Screen title={t('statements')}>
      <Parts />
      <Answer query={church}>{(known) => <Statements church={known} />}</Answer>
    </Screen>
  );
}

function Statements({ church: { today } }: { church: Church }) {
  const { t } = useTranslation('giving');
  const address = useAddress();
  const year = yearIn(address.get('year'), Number(today.slice(0, 4)) - 1);
  const state = STATES.find((one) => one === address.get('state'));
  const by = address.get('by');
  const wanted: Wanted = { ...(state && { state }), ...(by !== '' && { hasEmail: by === 'email' }) };
  const givers = useQuery(contributionsQuery(year, address.page, wanted));
  return (
    <>
      <div className="filters no-print">
        <YearField year={year} today={today} onYear={(next) => address.set({ year: next })} />
        <SelectField
          label={t('state')}
          value={state ?? ''}
          options={[{ value: '', label: t('all') }, ...STATES.map((value) => ({ value, label: t(`state${value}`) }))]}
          onChange={(next) => address.set({ state: next })}
        />
        <SelectField
          label={t('way')}
          value={by}
          options={[
            { value: '', label: t('all') },
            { value: 'email', label: t('byEmail') },
            { value: 'paper', label: t('onPaper') },
          ]}
          onChange={(next) => address.set({ by: next })}
        />
      </div>
      <YearsWork year={year} />
      <Answer query={givers}>
        {({ voidStatements = [], ...list }) => (
          <>
            {voidStatements.length > 0 && (
              <Notice tone="warn">
                {t('void')}{' '}
                {listText(voidStatements.map((one) => `${one.statementNumber} ${one.companyName ?? one.memberName}`))}
              </Notice>
            )}
            <PagedRows
              list={list}
              empty={state || by !== '' ? t('noStatements') : t('noGivers', { year })}
              note={t(list.items.some(hasCompanies) ? 'giverCount' : 'statementCount', { count: list.totalCount })}
            >
              <PrintStatements
                key={[year, state, by].join()}
                {...{ year, wanted }}
                label={t('printShown', { count: list.totalCount })}
              />
              <List givers={list.items} year={year} />
            </PagedRows>
          </>
        )}
      </Answer>
    </>
  );
}

/** True if a giver has more statements than their own, so that the list has more lines than givers. */
const hasCompanies = ({ companies }: Contribution) => companies.length > 0;

function List({ givers, year }: { givers: readonly Contribution[]; year: number }) {
  const { t } = useTranslation('giving');
  const giver = useGiverColumn(year);
  const columns: Column<Paper>[] = [
    giver,
    { key: 'statement', title: t('statement'), cell: ({ sums }) => <StatementStatus sums={sums} /> },
    { key: 'way', title: t('way'), isWideOnly: true, cell: ({ giver }) => <Delivery contribution={giver} /> },
    { key: 'total', title: t('total'), kind: 'number', cell: ({ sums }) => amountText(sums.total) },
  ];
  return <DataTable label={t('statements')} columns={columns} rows={papersOf(givers)} keyOf={keyOfPaper} />;
}
