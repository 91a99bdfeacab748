import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { churchQuery } from '../kit/church.ts';
import { dateText, lastSunday } from '../kit/dates.ts';
import { minorOf, moneyText } from '../kit/money.ts';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { useCan, useMe } from '../session/session.ts';
import { mayEnter } from '../shell/rooms.ts';
import { draftsQuery, submittedQuery } from './queries.ts';
import './home.css';

/** The home screen: the tasks of the signed-in account. */
export function Page() {
  const { t } = useTranslation('home');
  const me = useMe();
  const mayEnterGifts = useCan('giving.write');
  const mayReconcile = useCan('giving.manage');
  const mayCountMeals = useCan('meals.write');
  const maySeePeople = mayEnter(me, 'people');
  const hasNothing = !mayEnterGifts && !mayCountMeals && !maySeePeople;
  return (
    <Screen title={t('welcome', { name: me.displayName })}>
      {me.mustChangePassword && (
        <Notice tone="warn">
          {t('mustChange')} <Link href="/account">{t('choosePassword')}</Link>
        </Notice>
      )}
      <div className="home">
        {mayEnterGifts && <Sunday />}
        {mayReconcile && <ToReconcile />}
        {mayCountMeals && (
          <Task>
            <p>{t('mealHelp')}</p>
            <Link href="/attendance" className="button">
              {t('countMeal')}
            </Link>
          </Task>
        )}
        {maySeePeople && (
          <Task>
            <p>{t('peopleHelp')}</p>
            <Link href="/people" className="button">
              {t('findPerson')}
            </Link>
          </Task>
        )}
      </div>
      {hasNothing && <p>{t('nothing')}</p>}
    </Screen>
  );
}

function Task({ children }: { children: ReactNode }) {
  return <section className="sheet home-task">{children}</section>;
}

/** Links to the open offerings. If no offering is open, a link to begin the offering of the latest Sunday. */
function Sunday() {
  const { t } = useTranslation('home');
  const { data: church } = useQuery(churchQuery);
  const { data: drafts } = useQuery(draftsQuery);
  if (!church || !drafts) return null;
  const language = currentLanguage();
  if (drafts.length === 0) {
    return (
      <Task>
        <p>{t('noOffering', { date: dateText(lastSunday(church.today), language, 'withWeekday') })}</p>
        <Link href="/offerings?new" className="button button-primary">
          {t('begin')}
        </Link>
      </Task>
    );
  }
  return drafts.map(({ id, date, givingCount, totalAmount }) => (
    <Task key={id}>
      <p>
        {t('openOffering', {
          date: dateText(date, language, 'withWeekday'),
          count: givingCount,
          total: moneyText(minorOf(totalAmount)),
        })}
      </p>
      <Link href={`/offerings/${id}`} className="button button-primary">
        {t('goOn')}
      </Link>
    </Task>
  ));
}

function ToReconcile() {
  const { t } = useTranslation('home');
  const { data: count = 0 } = useQuery(submittedQuery);
  if (count === 0) return null;
  return (
    <Task>
      <p>{t('toReconcile', { count })}</p>
      <Link href="/offerings" className="button">
        {t('showOfferings')}
      </Link>
    </Task>
  );
}
