import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { churchQuery } from '../kit/church.ts';
import { dateText, monthText } from '../kit/dates.ts';
import { minorOf, moneyText } from '../kit/money.ts';
import { runningCheck, sorted } from '../month-end/checks.ts';
import { monthToClose } from '../month-end/months.ts';
import { checklistQuery, savedQuery, statementQuery } from '../month-end/queries.ts';
import { useCan } from '../session/session.ts';
import { Task } from './task.tsx';

/** The month to close: how much is still open, what there is to spend, and a link to the month. */
export function MonthTask() {
  const { data: church } = useQuery(churchQuery);
  const { data: saved } = useQuery(savedQuery);
  return church && saved ? <Month month={monthToClose(saved, church.today)} /> : null;
}

function Month({ month }: { month: string }) {
  const { t } = useTranslation('home');
  const mayFinalize = useCan('statements.manage');
  const { data: checklist } = useQuery({ ...checklistQuery(month), enabled: mayFinalize });
  const { data: versioned } = useQuery(statementQuery(month));
  if (!versioned || (mayFinalize && !checklist)) return null;
  const { position } = versioned.statement;
  const name = monthText(month, currentLanguage());
  const running = checklist && runningCheck(checklist);
  const end = running?.items[0]?.date ?? null;
  const state = (count: number) => {
    if (end !== null) return t('monthRuns', { month: name, date: dateText(end, currentLanguage()) });
    return count === 0 ? t('monthReady', { month: name }) : t('monthOpen', { month: name, count });
  };
  return (
    <Task>
      <div>
        <p>{checklist ? state(sorted(checklist).open.length) : name}</p>
        {position && <p>{t('maySpend', { amount: moneyText(minorOf(position.available)) })}</p>}
      </div>
      <Link href={`/month-end/${month}`} className="button">
        {mayFinalize && !running ? t('finalizeMonth') : t('showMonth')}
      </Link>
    </Task>
  );
}
