import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { churchQuery } from '../kit/church.ts';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { dateText } from '../kit/dates.ts';
import { MarkedText } from '../kit/marked-text.tsx';
import { amountText } from '../kit/money.ts';
import { Screen } from '../kit/page.tsx';
import { Pager } from '../kit/pager.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { Day } from './filters.tsx';
import { nameOf } from '../kit/record-name.ts';
import { type LedgerItem, ledgerQuery, type Named, subjectsQuery, yearsQuery } from './queries.ts';
import { BackToReports, ReportActions } from './report.tsx';
import { type Parameters, type Usual, yearOf } from './reports.ts';
import { SourceLink } from './source-link.tsx';
import { useDocumentText } from './use-document-text.ts';
import './reports.css';

const KINDS = ['accountId', 'fundId', 'categoryId', 'incomeCategoryId', 'subCategoryId'] as const;
type Kind = (typeof KINDS)[number];

/** The general ledger of an account, a fund or a category: every document with the balance after it. */
export function Page() {
  const { t } = useTranslation('reports');
  const { data: church } = useQuery(churchQuery);
  const { data: years } = useQuery(yearsQuery);
  const { data: subjects } = useQuery(subjectsQuery);
  const address = useAddress();
  const kind = KINDS.find((one) => address.has(one)) ?? 'accountId';
  const subject = address.get(kind) || String(subjects?.[kind]?.[0]?.id ?? '');
  const usual = church && years && { today: church.today, years };
  const parameters = usual && subject !== '' ? parametersOf(kind, subject, address.get, usual) : undefined;
  return (
    <Screen
      title={t('name_general-ledger')}
      actions={parameters && <ReportActions name="general-ledger" parameters={parameters} />}
    >
      <BackToReports />
      {usual && subjects && parameters && (
        <>
          <Controls {...{ kind, subject, subjects, parameters, usual }} />
          <Ledger parameters={parameters} title={titleOf(subjects[kind] ?? [], subject)} />
        </>
      )}
    </Screen>
  );
}

/** Without dates in the address, the ledger is that of the current fiscal year up to today. */
function parametersOf(kind: Kind, subject: string, get: (name: string) => string, { today, years }: Usual): Parameters {
  const isOpen = get('from') === '' && get('to') !== '';
  const from = get('from') || (isOpen ? '' : (yearOf(today, years)?.from ?? ''));
  return { [kind]: subject, ...(from !== '' && { from }), to: get('to') || today };
}

function titleOf(list: readonly Named[], id: string): string {
  const found = list.find((one) => String(one.id) === id);
  return found ? nameOf(found, currentLanguage()) : '';
}

type ControlProps = {
  kind: Kind;
  subject: string;
  subjects: Readonly<Record<string, readonly Named[]>>;
  parameters: Parameters;
  usual: Usual;
};

function Controls({ kind, subject, subjects, parameters, usual }: ControlProps) {
  const { t } = useTranslation('reports');
  const { set } = useAddress();
  const choose = (next: string, id: string | undefined) =>
    set({ ...Object.fromEntries(KINDS.map((one) => [one, null])), [next]: id ?? '' });
  return (
    <div className="report-filters no-print">
      <SelectField
        label={t('ledgerOf')}
        value={kind}
        options={KINDS.map((value) => ({ value, label: t(`of_${value}`) }))}
        onChange={(next) => choose(next, subjects[next]?.[0]?.id.toString())}
      />
      <SelectField
        label={t(`of_${kind}`)}
        value={subject}
        options={(subjects[kind] ?? []).map((one) => ({
          value: String(one.id),
          label: nameOf(one, currentLanguage()),
        }))}
        onChange={(id) => choose(kind, id)}
      />
      <Day field="from" label={t('from')} parameters={parameters} usual={usual} />
      <Day field="to" label={t('to')} parameters={parameters} usual={usual} />
    </div>
  );
}

function Ledger({ parameters, title }: { parameters: Parameters; title: string }) {
  const { t } = useTranslation('reports');
  const address = useAddress();
  const columns = useColumns();
  return (
    <Answer query={useQuery(ledgerQuery(parameters, address.page))}>
      {({ items, page, totalPages }) => (
        <section className="screen-part">
          <h2>{title}</h2>
          <p className="report-line">{t('ledgerNote')}</p>
          {items.length === 0 ? (
            <p className="empty">{t('nothing')}</p>
          ) : (
            <DataTable
              label={title}
              columns={columns}
              rows={items}
              keyOf={({ type, id, debit, balance }) => [type, id, debit, balance].join('/')}
            />
          )}
          <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
        </section>
      )}
    </Answer>
  );
}

/** Returns what a payment was for. The descriptions of other documents say this themselves. */
const purposeOf = ({ type, purpose }: LedgerItem) => (type === 'Payment' ? purpose : null);

function useColumns(): Column<LedgerItem>[] {
  const { t } = useTranslation('reports');
  const textOf = useDocumentText();
  const amount = (value: number) => (value === 0 ? '' : amountText(value));
  return [
    { key: 'date', title: t('date'), kind: 'date', cell: ({ date }) => dateText(date, currentLanguage()) },
    {
      key: 'document',
      title: t('document'),
      cell: ({ type, id }) => <SourceLink source={{ type, id }}>{`${t(`document_${type}`)} ${id}`}</SourceLink>,
    },
    { key: 'payee', title: t('payee'), cell: ({ payee }) => <MarkedText text={payee ?? ''} /> },
    {
      key: 'description',
      title: t('description'),
      isWideOnly: true,
      cell: (item) => <MarkedText text={[textOf(item), purposeOf(item)].filter(Boolean).join(' · ')} />,
    },
    { key: 'debit', title: t('debit'), kind: 'number', cell: ({ debit }) => amount(debit) },
    { key: 'credit', title: t('credit'), kind: 'number', cell: ({ credit }) => amount(credit) },
    { key: 'balance', title: t('balance'), kind: 'number', cell: ({ balance }) => amountText(balance) },
  ];
}
