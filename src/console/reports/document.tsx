import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText } from '../kit/dates.ts';
import { amountText, minorOf, moneyText } from '../kit/money.ts';
import { Screen } from '../kit/page.tsx';
import { useMe } from '../session/session.ts';
import { NotFound } from '../shell/not-found.tsx';
import { hasRoom } from '../shell/rooms.ts';
import { factsOf, isDocument, type Part } from './documents.ts';
import { type Documents, documentQuery } from './queries.ts';
import { BackToReports } from './report.tsx';
import { SourceLink } from './source-link.tsx';
import './reports.css';

/** A document of the books, with links to the documents that it consists of or belongs to. */
export function Page({ type, id }: { type: string; id: string }) {
  return isDocument(type) ? <Document type={type} id={id} /> : <NotFound />;
}

function Document({ type, id }: { type: keyof Documents; id: string }) {
  const { t } = useTranslation('reports');
  return (
    <Screen title={`${t(`document_${type}` as 'document_Giving')} ${id}`}>
      <BackToReports />
      <Answer query={useQuery(documentQuery(type, id))}>
        {(one) => {
          const { date, amount, facts, parts } = factsOf(type, one);
          return (
            <>
              <dl className="sheet report-facts">
                <Fact title={t('date')} value={dateText(date, currentLanguage(), 'withWeekday')} />
                <Fact title={t('amount')} value={moneyText(minorOf(amount))} />
                {facts.map(([word, value]) => (
                  <Fact key={word} title={t(`fact_${word}`)} value={value} />
                ))}
              </dl>
              {parts.length > 0 && <Parts parts={parts} />}
            </>
          );
        }}
      </Answer>
    </Screen>
  );
}

function Fact({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Parts({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('reports');
  const columns: Column<Part>[] = [
    { key: 'name', title: t('document'), cell: (part) => <PartName part={part} /> },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
  ];
  return (
    <DataTable
      label={t('parts')}
      columns={columns}
      rows={parts}
      keyOf={({ source, amount }) => [source?.type, source?.id, amount].join('/')}
    />
  );
}

function PartName({ part: { name, source } }: { part: Part }) {
  const { t } = useTranslation('reports');
  const me = useMe();
  if (!source) return name ?? t('document_Opening');
  const text = [name, `${t(`document_${source.type}` as 'document_Expense')} ${source.id}`].filter(Boolean).join(' · ');
  if (source.type !== 'OfferingSession') return <SourceLink source={source}>{text}</SourceLink>;
  return hasRoom(me, 'offerings') ? <Link href={`/offerings/${source.id}`}>{text}</Link> : text;
}
