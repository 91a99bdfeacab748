import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { monthOf, monthRange, parseMonth } from '../../lib/date.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { churchQuery } from '../kit/church.ts';
import { instantText, monthText } from '../kit/dates.ts';
import { FigureTable } from '../kit/figure-table.tsx';
import { MarkedText } from '../kit/marked-text.tsx';
import { MonthPicker } from '../kit/month-picker.tsx';
import { Notice } from '../kit/notice.tsx';
import { Screen } from '../kit/page.tsx';
import { linkTo } from '../reports/source-link.tsx';
import { useCan } from '../session/session.ts';
import { NotFound } from '../shell/not-found.tsx';
import { MonthActions } from './actions.tsx';
import { ChecklistPart } from './checklist.tsx';
import { monthChoices } from './months.ts';
import { Notes } from './notes.tsx';
import { Position } from './position.tsx';
import { savedQuery, type Statement, statementQuery, tableQuery } from './queries.ts';
import './month-end.css';

/** The statement of a month, with what is to settle before the month is finalized. */
export function Page({ month }: { month: string }) {
  return parseMonth(month) ? <Month month={month} /> : <NotFound />;
}

function Month({ month }: { month: string }) {
  const { t } = useTranslation('month-end');
  const language = currentLanguage();
  const statement = useQuery(statementQuery(month));
  return (
    <Screen
      title={t('titleOf', { month: monthText(month, language) })}
      actions={statement.data && <MonthActions month={month} {...statement.data} />}
    >
      <Months month={month} />
      <Answer query={statement}>
        {({ statement }) => (
          <>
            <State statement={statement} />
            <Overview month={month} statement={statement} />
          </>
        )}
      </Answer>
      <section className="screen-part">
        <h2>{t('statement')}</h2>
        <StatementTable month={month} />
        {statement.data && <Notes month={month} known={statement.data} />}
      </section>
    </Screen>
  );
}

function Months({ month }: { month: string }) {
  const { t } = useTranslation('month-end');
  const [, navigate] = useLocation();
  const { data: church } = useQuery(churchQuery);
  const { data: saved = [] } = useQuery(savedQuery);
  if (!church) return null;
  return (
    <MonthPicker
      label={t('month')}
      value={month}
      months={monthChoices(saved, church.today, month)}
      onChange={(next) => navigate(`/month-end/${next}`)}
    />
  );
}

/** Who finalized the month, and when. A month that a command finalized names nobody. */
function State({ statement: { status, finalizedAt, finalizedByName: name } }: { statement: Statement }) {
  const { t } = useTranslation('month-end');
  if (status === 'Draft' || finalizedAt === null) return null;
  const time = instantText(finalizedAt, currentLanguage());
  return (
    <Notice tone="plain">
      <p>
        <MarkedText text={name === null ? t('finalizedAt', { time }) : t('finalizedBy', { name, time })} />
      </p>
    </Notice>
  );
}

/** The checklist and what there is to spend. Whoever closes the month sees the checklist first. */
function Overview({ month, statement }: { month: string; statement: Statement }) {
  const mayFinalize = useCan('statements.manage');
  const position = <Position key="position" statement={statement} />;
  const checklist = statement.status === 'Draft' && <ChecklistPart key="checklist" month={month} />;
  return <div className="month-overview">{mayFinalize ? [checklist, position] : [position, checklist]}</div>;
}

function StatementTable({ month }: { month: string }) {
  const { t } = useTranslation('month-end');
  const of = monthOf(`${month}-01`);
  return (
    <Answer query={useQuery(tableQuery(month, currentLanguage()))}>
      {({ about, columns, rows, notes }) => (
        <>
          {about.map((line) => (
            <p key={line} className="month-about">
              {line}
            </p>
          ))}
          <FigureTable label={t('statement')} columns={columns} rows={rows} linked={linkTo(monthRange(of))} />
          {notes.map((note) => (
            <p key={note} className="month-note">
              {note}
            </p>
          ))}
        </>
      )}
    </Answer>
  );
}
