import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { churchQuery } from '../kit/church.ts';
import { dateText, instantText, lastSunday } from '../kit/dates.ts';
import { later } from '../kit/later.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { minorOf, moneyText } from '../kit/money.ts';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { useCan, useMe } from '../session/session.ts';
import { mayEnter } from '../shell/rooms.ts';
import { SecondFactorAdvice } from './advice.tsx';
import { MonthTask } from './month.tsx';
import {
  approvalsCountQuery,
  draftsQuery,
  newestQuery,
  rejectedQuery,
  submittedQuery,
  toPayCountQuery,
} from './queries.ts';
import { Task } from './task.tsx';
import { ToReview } from './to-review.tsx';
import { ToSettle } from './to-settle.tsx';
import './home.css';

const ForManagers = later(() => import('../settings/for-managers.tsx'), 'ForManagers');

/** The home screen: the tasks of the signed-in account. */
export function Page() {
  const { t } = useTranslation('home');
  const me = useMe();
  const mayEnterGifts = useCan('giving.write');
  const mayReconcile = useCan('giving.manage');
  const mayCountMeals = useCan('meals.write');
  const maySeePeople = mayEnter(me, 'people');
  const mayHandIn = useCan('expenses.submit');
  const mayApprove = useCan('expenses.approve');
  const mayReadBank = mayEnter(me, 'bank');
  const mayPay = useCan('finance.manage');
  const maySeeMonths = mayEnter(me, 'monthEnd');
  const hasNothing = !mayEnterGifts && !mayCountMeals && !maySeePeople && !mayHandIn && !maySeeMonths;
  // A super_admin is the only one who may do all the steps.
  const mayManage = useCan('users.manage');
  return (
    <Screen title={t('welcome', { name: me.displayName })}>
      {me.mustChangePassword && (
        <Notice tone="warn">
          {t('mustChange')} <Link href="/account">{t('choosePassword')}</Link>
        </Notice>
      )}
      {me.secondFactor === 'Advised' && <SecondFactorAdvice />}
      {mayManage && (
        <Suspense>
          <ForManagers />
        </Suspense>
      )}
      <div className="home">
        {mayEnterGifts && <Sunday />}
        {mayReconcile && <ToReconcile />}
        {mayApprove && <ToApprove />}
        {mayReadBank && <ToReview />}
        {mayReadBank && <ToSettle />}
        {mayPay && <ToPay />}
        {maySeeMonths && <MonthTask />}
        {mayHandIn && <Receipts />}
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

/**
 * Links to the open offerings, and to the offering of the latest Sunday if it is submitted. If the latest Sunday has no
 * offering and none is open, a link to begin it.
 */
function Sunday() {
  const { t } = useTranslation('home');
  const mayReconcile = useCan('giving.manage');
  const { data: church } = useQuery(churchQuery);
  const { data: drafts } = useQuery(draftsQuery);
  const { data: newest } = useQuery(newestQuery);
  if (!church || !drafts || newest === undefined) return null;
  const language = currentLanguage();
  const isCounted = newest !== null && newest.date >= lastSunday(church.today);
  if (drafts.length === 0 && !isCounted) {
    return (
      <Task>
        <p>{t('noOffering', { date: dateText(lastSunday(church.today), language, 'withWeekday') })}</p>
        <Link href="/offerings?new" className="button button-primary">
          {t('begin')}
        </Link>
      </Task>
    );
  }
  const open = drafts.map(({ id, date, givingCount, totalAmount }) => (
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
  if (!isCounted || newest.submittedAt === null || mayReconcile) return open;
  const submitted = {
    date: dateText(newest.date, language, 'withWeekday'),
    name: newest.submittedByName ?? t('somebody'),
    when: instantText(newest.submittedAt, language),
  };
  return [
    ...open,
    <Task key="submitted">
      <p>
        <MarkedText text={t('offeringSubmitted', submitted)} />
      </p>
      <Link href={`/offerings/${newest.id}`} className="button">
        {t('showOffering')}
      </Link>
    </Task>,
  ];
}

/** The link to hand in a receipt, and the person's own expenses that were rejected. */
function Receipts() {
  const { t } = useTranslation('home');
  const { data: rejected = [] } = useQuery(rejectedQuery);
  return (
    <>
      {rejected.map(({ id, description, amount, rejectedReason }) => (
        <Task key={id}>
          <p>
            <MarkedText
              text={t('rejected', { description, amount: moneyText(minorOf(amount)), reason: rejectedReason ?? '' })}
            />
          </p>
          <Link href={`/expenses/${id}`} className="button button-primary">
            {t('correct')}
          </Link>
        </Task>
      ))}
      <Task>
        <p>{t('receiptHelp')}</p>
        <Link href="/expenses/new" className="button">
          {t('handIn')}
        </Link>
      </Task>
    </>
  );
}

/** How much waits for the decision of the person, with a link to it. */
function ToApprove() {
  const { t } = useTranslation('home');
  const count = useQuery(approvalsCountQuery).data;
  if (!count) return null;
  return (
    <Task>
      <p>{t('toApprove', { count })}</p>
      <Link href="/approvals" className="button button-primary">
        {t('showApprovals')}
      </Link>
    </Task>
  );
}

/** The number of approved expenses that wait for payment, with a link to them. */
function ToPay() {
  const { t } = useTranslation('home');
  const { data: count = 0 } = useQuery(toPayCountQuery);
  if (count === 0) return null;
  return (
    <Task>
      <p>{t('toPay', { count })}</p>
      <Link href="/expenses/to-pay" className="button">
        {t('showToPay')}
      </Link>
    </Task>
  );
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
