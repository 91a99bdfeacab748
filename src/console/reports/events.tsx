import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { parseMonth } from '../../lib/date.ts';
import { eventSentence } from '../../lib/event-words.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { churchQuery } from '../kit/church.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { instantText, monthText, withDates } from '../kit/dates.ts';
import { FileButton } from '../kit/file-button.tsx';
import { MarkedText } from '../kit/marked-text.tsx';
import { amountText } from '../kit/money.ts';
import { MonthPicker } from '../kit/month-picker.tsx';
import { Screen } from '../kit/page.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { monthChoices } from '../month-end/months.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { useMe } from '../session/session.ts';
import { NotFound } from '../shell/not-found.tsx';
import { mayFollow } from './event-links.ts';
import { eventsFile, eventsQuery, lookAt, type MonthEvent, type MonthEvents } from './queries.ts';
import { BackToReports } from './report.tsx';
import './reports.css';

/** What happened in a month that others should know of, and whether somebody has looked at it. */
export function Page({ month }: { month?: string }) {
  const { data: church } = useQuery(churchQuery);
  const shown = month ?? church?.today.slice(0, 7);
  if (month !== undefined && !parseMonth(month)) return <NotFound />;
  return shown === undefined ? null : <Events month={shown} today={church?.today ?? `${shown}-01`} />;
}

function Events({ month, today }: { month: string; today: string }) {
  const { t } = useTranslation('reports');
  const [, navigate] = useLocation();
  const language = currentLanguage();
  return (
    <Screen
      title={t('eventsOf', { month: monthText(month, language) })}
      actions={
        <FileButton label="PDF" name={`${t('name_events')} ${month}.pdf`} load={() => eventsFile(month, language)} />
      }
    >
      <BackToReports />
      <MonthPicker
        label={t('month')}
        value={month}
        months={monthChoices([], today, month)}
        onChange={(next) => navigate(`/reports/events/${next}`)}
      />
      <p className="report-line">{t('eventsHelp')}</p>
      <Answer query={useQuery(eventsQuery(month))}>
        {(events) =>
          events.items.length === 0 ? (
            <p className="empty">{t('noEvents')}</p>
          ) : (
            <>
              <Looked events={events} />
              <List items={events.items} />
            </>
          )
        }
      </Answer>
    </Screen>
  );
}

/** Who has looked, and the button with which somebody says that they have. */
function Looked({ events: { month, looked, isLooked, mayLook, newItems } }: { events: MonthEvents }) {
  const { t } = useTranslation('reports');
  const { fault, isBusy, save } = useSaving<unknown>(() => {});
  const values = { name: looked?.by ?? '', time: looked ? instantText(looked.at, currentLanguage()) : '' };
  const sentence =
    looked === null ? t('notLooked') : t(isLooked ? 'looked' : 'lookedBefore', { ...values, count: newItems });
  return (
    <section className="screen-part">
      <p className="report-line">
        <MarkedText text={sentence} />
      </p>
      {fault && <FaultNotice fault={fault} />}
      {!isLooked && !mayLook && <p className="no-print">{t('ownEvents')}</p>}
      {!isLooked && mayLook && (
        <p className="no-print">
          <Button kind="primary" isBusy={isBusy} onClick={() => void save(() => lookAt(month), t('lookSaved'))}>
            {t('look')}
          </Button>
        </p>
      )}
    </section>
  );
}

function List({ items }: { items: readonly MonthEvent[] }) {
  const { t } = useTranslation('reports');
  const me = useMe();
  const language = currentLanguage();
  const columns: Column<MonthEvent>[] = [
    {
      key: 'what',
      title: t('whatHappened'),
      cell: (event) => {
        const sentence = eventSentence(event, language === 'zh-TW' ? 'zh' : 'en');
        const text = <MarkedText text={withDates(sentence, language)} />;
        return event.link !== null && mayFollow(me, event.link) ? <Link href={event.link}>{text}</Link> : text;
      },
    },
    { key: 'at', title: t('date'), kind: 'date', cell: ({ at }) => instantText(at, language) },
    { key: 'by', title: t('doneBy'), isWideOnly: true, cell: ({ by }) => <MarkedText text={by} /> },
    {
      key: 'amount',
      title: t('amount'),
      kind: 'number',
      cell: ({ amount }) => (amount === null ? '' : amountText(amount)),
    },
  ];
  return (
    <DataTable
      label={t('name_events')}
      columns={columns}
      rows={items}
      keyOf={(event) => [event.at, event.message].join(' ')}
    />
  );
}
