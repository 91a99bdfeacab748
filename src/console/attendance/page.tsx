import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { churchQuery } from '../kit/church.ts';
import { dateText } from '../kit/dates.ts';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { useFaults } from '../problems/problems.ts';
import { useCan } from '../session/session.ts';
import { CountForm } from './count-form.tsx';
import { GROUPS, type Meal } from './counts.ts';
import { MealChart } from './meal-chart.tsx';
import { mealsQuery } from './queries.ts';
import '../kit/table.css';

/** The list of the meal counts by date. Above the list is a form for people with permission to enter counts. */
export function Page() {
  const { t } = useTranslation('attendance');
  const faults = useFaults();
  const mayCount = useCan('meals.write');
  const [, navigate] = useLocation();
  const page = Number(new URLSearchParams(useSearch()).get('page') ?? 1);
  const { data: church } = useQuery(churchQuery);
  const { data, error } = useQuery(mealsQuery(page));
  return (
    <Screen title={t('title')}>
      <section className="screen-part">
        <h2>{t('mealTitle')}</h2>
        <p>{t('mealHelp')}</p>
      </section>
      {mayCount && church && <CountForm today={church.today} />}
      {error && <Notice tone="bad">{faults(error).sentence}</Notice>}
      {!data && !error && <Loading />}
      {data?.items.length === 0 && <p className="empty">{t('empty')}</p>}
      {data && data.items.length > 0 && <Meals items={data.items} />}
      {data && <MealChart meals={data.items} />}
      {data && (
        <Pager page={data.page} pages={data.totalPages} onPage={(next) => navigate(`/attendance?page=${next}`)} />
      )}
    </Screen>
  );
}

function Meals({ items }: { items: readonly Meal[] }) {
  const { t } = useTranslation('attendance');
  return (
    <div className="table-frame">
      <table className="table" aria-label={t('meals')}>
        <thead>
          <tr>
            <th scope="col">{t('date')}</th>
            {GROUPS.map((group) => (
              <th key={group} scope="col" className="number">
                {t(group)}
              </th>
            ))}
            <th scope="col" className="number">
              {t('total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ date, adultCount, youthCount, childCount }) => (
            <tr key={date}>
              <td className="date">{dateText(date, currentLanguage(), 'withWeekday')}</td>
              <td className="number">{adultCount}</td>
              <td className="number">{youthCount}</td>
              <td className="number">{childCount}</td>
              <td className="number">{adultCount + youthCount + childCount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
