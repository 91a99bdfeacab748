import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Answer } from '../kit/answer.tsx';
import { type Church, churchQuery, useHasIrs } from '../kit/church.ts';
import { amountText } from '../kit/money.ts';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { type Contribution, contributionQuery, keyOfPaper, type Paper, papersOf } from './contributions.ts';
import { filtersOf } from './gift-filters.ts';
import { GiftTable } from './gift-table.tsx';
import { useGivingWords } from './gift-words.ts';
import { giftsQuery } from './queries.ts';
import { Delivery, StatementMoves, StatementStatus } from './statement.tsx';
import { YearField, yearIn } from './year.tsx';
import './giving.css';

/** What one person gave: the sums of a year, the statement, and every gift. */
export function Page({ id }: { id: string }) {
  const church = useQuery(churchQuery);
  return <Answer query={church}>{(known) => <Giver memberId={Number(id)} church={known} />}</Answer>;
}

function Giver({ memberId, church }: { memberId: number; church: Church }) {
  const { t } = useTranslation('giving');
  const address = useAddress();
  const words = useGivingWords();
  const year = yearIn(address.get('year'), Number(church.today.slice(0, 4)));
  const filters = { ...filtersOf(address.get, address.page), memberId, from: `${year}-01-01`, to: `${year}-12-31` };
  const gifts = useQuery(giftsQuery(filters));
  // Without gifts there is no statement, and the service would answer 404.
  const hasGifts = (gifts.data?.totalCount ?? 0) > 0 || address.has('category');
  const contribution = useQuery({ ...contributionQuery(year, memberId), enabled: hasGifts });
  const [newest] = gifts.data?.items ?? [];
  const memberName = newest?.memberName ?? contribution.data?.memberName ?? null;
  const name = words.giverOf({ memberId, memberName, isAnonymous: false });
  return (
    <Screen title={t('givingOf', { name })}>
      <div className="filters no-print">
        <YearField year={year} today={church.today} onYear={(next) => address.set({ year: next })} />
        <SelectField
          label={t('category')}
          value={address.get('category')}
          options={[
            { value: '', label: t('all') },
            ...words.categories.map((one) => ({ value: String(one.id), label: words.categoryName(one) })),
          ]}
          onChange={(category) => address.set({ category })}
        />
      </div>
      {hasGifts && (
        <Answer query={contribution}>
          {(known) => known && <Sums contribution={known} memberId={memberId} year={year} today={church.today} />}
        </Answer>
      )}
      <Answer query={gifts}>
        {({ items, page, totalPages, totalCount }) => (
          <>
            {items.length === 0 ? (
              <p className="empty">{address.has('category') ? t('nothingFound') : t('gaveNothing', { year })}</p>
            ) : (
              <>
                <p className="list-note">{t('giftCount', { count: totalCount, number: totalCount })}</p>
                <GiftTable
                  label={t('gifts')}
                  gifts={items}
                  words={words}
                  isOfOneGiver
                  sort={address.get('sort') || '-date'}
                  onSort={(sort) => address.set({ sort })}
                />
              </>
            )}
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
      <p className="no-print">
        <Link href={`/giving/givers?year=${year}`}>{t('givers')}</Link>
      </p>
    </Screen>
  );
}

type SumsProps = { contribution: Contribution; memberId: number; year: number; today: string };

/** The sums of a giver's statements of a year, and what can be done with these statements. */
function Sums({ contribution, memberId, year, today }: SumsProps) {
  const { t } = useTranslation('giving');
  const others = contribution.memberIds.filter((id) => id !== memberId);
  return (
    <>
      {papersOf([contribution]).map((paper) => (
        <PaperSums key={keyOfPaper(paper)} paper={paper} year={year} />
      ))}
      {others.length > 0 && (
        <p>
          {t('jointStatement')}{' '}
          {others.map((id) => (
            <Link key={id} href={`/giving/givers/${id}?year=${year}`}>
              {t('giftsOfSpouse')}
            </Link>
          ))}
        </p>
      )}
      <StatementMoves contribution={contribution} year={year} isOver={today > `${year}-12-31`} />
    </>
  );
}

function PaperSums({ paper: { giver, sums, companyName }, year }: { paper: Paper; year: number }) {
  const { t } = useTranslation('giving');
  const { t: offerings } = useTranslation('offerings');
  const { total, deductible, notDeductible, benefit, giftsInKind } = sums;
  const hasIrs = useHasIrs();
  const [ira, ofEstate] = 'ira' in sums ? [sums.ira, sums.ofEstate] : [0, 0];
  const facts = [
    [t('total'), amountText(total)],
    [t('deductible'), hasIrs ? amountText(deductible) : ''],
    [t('notDeductible'), notDeductible === 0 || !hasIrs ? '' : amountText(notDeductible)],
    [t('lessBenefit'), benefit === 0 ? '' : amountText(benefit)],
    [offerings('sourceIRA'), ira === 0 ? '' : amountText(ira)],
    [t('ofEstate'), ofEstate === 0 ? '' : amountText(ofEstate)],
    [t('giftsInKind'), giftsInKind === 0 ? '' : String(giftsInKind)],
  ];
  const title =
    companyName === null ? t('statementOf', { year }) : t('statementOfCompany', { year, company: companyName });
  return (
    <section className="sheet statement-sheet" aria-label={title}>
      {companyName !== null && (
        <>
          <h2>{companyName}</h2>
          <p className="field-help">{t('companysOwn')}</p>
        </>
      )}
      <dl className="card-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        <div>
          <dt>{t('statement')}</dt>
          <dd>
            <StatementStatus sums={sums} />
          </dd>
        </div>
        <div>
          <dt>{t('way')}</dt>
          <dd>
            <Delivery contribution={giver} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
