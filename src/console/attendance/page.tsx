import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { churchQuery } from '../kit/church.ts';
import { DateField } from '../kit/date-field.tsx';
import { dateText, lastSunday } from '../kit/dates.ts';
import { Loading } from '../kit/loading.tsx';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { TextField } from '../kit/text-field.tsx';
import { type Fault, useFaults } from '../problems/problems.ts';
import { useCan } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { mealsQuery, saveMeal } from './queries.ts';
import '../kit/table.css';

/** How many ate, by date; whoever may count enters it over the list. */
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
      {mayCount && church && <CountForm today={church.today} />}
      {error && <Notice tone="bad">{faults(error).sentence}</Notice>}
      {!data && !error && <Loading />}
      {data?.items.length === 0 && <p className="empty">{t('empty')}</p>}
      {data && data.items.length > 0 && <Meals items={data.items} />}
      {data && (
        <Pager page={data.page} pages={data.totalPages} onPage={(next) => navigate(`/attendance?page=${next}`)} />
      )}
    </Screen>
  );
}

const GROUPS = ['adults', 'youth', 'children'] as const;
type Group = (typeof GROUPS)[number];
const FIELDS = { adults: 'adultCount', youth: 'youthCount', children: 'childCount' } as const;

function CountForm({ today }: { today: string }) {
  const { t } = useTranslation('attendance');
  const { t: common } = useTranslation();
  const faults = useFaults();
  const [date, setDate] = useState<string | null>(lastSunday(today));
  const [typed, setTyped] = useState<Record<Group, string>>({ adults: '', youth: '', children: '' });
  const [fault, setFault] = useState<Fault>();
  const numberOf = (group: Group) => typed[group].normalize('NFKC').trim();
  const isBad = (group: Group) => !/^\d{1,6}$/.test(numberOf(group));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const bad = GROUPS.filter(isBad);
    if (date === null || bad.length > 0) {
      const fields = Object.fromEntries(bad.map((group) => [FIELDS[group], common('wholeNumberBad')]));
      setFault({ sentence: date === null ? common('dateBad') : common('wholeNumberBad'), fields });
      return;
    }
    try {
      await saveMeal(date, {
        adultCount: Number(numberOf('adults')),
        youthCount: Number(numberOf('youth')),
        childCount: Number(numberOf('children')),
      });
      setFault(undefined);
      setTyped({ adults: '', youth: '', children: '' });
      announce(t('saved', { date: dateText(date, currentLanguage()) }));
    } catch (error) {
      setFault(faults(error));
    }
  };
  return (
    <form className="sheet fields" aria-label={t('newCount')} onSubmit={(event) => void submit(event)}>
      {fault && <Notice tone="bad">{fault.sentence}</Notice>}
      <DateField label={t('date')} value={date} today={today} onChange={setDate} isRequired />
      {GROUPS.map((group) => (
        <TextField
          key={group}
          label={t(group)}
          inputMode="numeric"
          autoComplete="off"
          value={typed[group]}
          fault={fault?.fields[FIELDS[group]]}
          onChange={(event) => setTyped((all) => ({ ...all, [group]: event.target.value }))}
        />
      ))}
      <div className="screen-actions">
        <Button type="submit" kind="primary">
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

type Meal = { date: string; adultCount: number; youthCount: number; childCount: number };

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
