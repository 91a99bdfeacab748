/** All requests of the room "Reports" to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { type Language, localeOf } from '../i18n/i18n.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';
import type { Parameters } from './reports.ts';

export type FiscalYear = Schemas['FiscalYearItem'];
export type IncomeStatement = Schemas['IncomeStatement'];
export type FundBalances = Schemas['FundBalances'];
export type BudgetReport = Schemas['BudgetReport'];
export type ReportTable = Schemas['ReportTable'];
export type LedgerItem = Schemas['LedgerItem'];
export type MonthEvents = Schemas['MonthEvents'];
export type MonthEvent = Schemas['MonthEvent'];
export type FileFormat = 'pdf' | 'xlsx' | 'csv';

/** The fiscal years since the books began, the latest first. */
export const yearsQuery = queryOptions({
  queryKey: ['reports', 'years'],
  queryFn: async () => (await answerOf(client.GET('/api/fiscal-years'))).items,
});

/** The income and expenses of a fiscal year, month by month. */
export const monthsQuery = (year: number) =>
  queryOptions({
    queryKey: ['reports', 'months', year],
    queryFn: () =>
      answerOf(client.GET('/api/reports/income-statement', { params: { query: { year, columns: 'month' } } })),
  });

/** The balance of each fund at the beginning and at the end of a fiscal year. */
export const fundsOfYearQuery = (year: number) =>
  queryOptions({
    queryKey: ['reports', 'funds', year],
    queryFn: () => answerOf(client.GET('/api/reports/fund-balances', { params: { query: { year } } })),
  });

/** The budget of a fiscal year and the actual amounts up to the last month that is over. */
export const budgetQuery = (year: number) =>
  queryOptions({
    queryKey: ['reports', 'budget', year],
    queryFn: () => answerOf(client.GET('/api/reports/budget', { params: { query: { year } } })),
  });

/** A report as the service lays it out in a language. */
export const tableQuery = (name: string, parameters: Parameters, language: Language) =>
  queryOptions({
    queryKey: ['reports', 'table', name, parameters, language],
    queryFn: async () => (await laidOut(name, { ...parameters, locale: localeOf(language) })) as ReportTable,
  });

/** Returns a report as a file in a language. */
export async function reportFile(
  name: string,
  parameters: Parameters,
  layout: { format: FileFormat; language: Language },
): Promise<Blob> {
  const { format, language } = layout;
  return (await laidOut(name, { ...parameters, format, locale: localeOf(language) })) as unknown as Blob;
}

/** Asks for a report by its name. All reports have the same form, so one of them stands for all in the types. */
function laidOut(name: string, query: Parameters) {
  const path = name === 'form990' ? '/api/form990/functional-expenses/table' : `/api/reports/${name}/table`;
  return answerOf(client.GET(path as '/api/reports/income-statement/table', { params: { query } }));
}

/** What happened in a month that others should know of. */
export const eventsQuery = (month: string) =>
  queryOptions({
    queryKey: ['reports', 'events', month],
    queryFn: () => answerOf(client.GET('/api/events', { params: { query: { month } } })),
  });

/** Returns what happened in a month as a PDF. */
export async function eventsFile(month: string, language: Language): Promise<Blob> {
  const params = { path: { month }, query: { locale: localeOf(language) } };
  return answerOf(client.GET('/api/events/{month}.pdf', { params }));
}

/** Says that the person has looked at what happened in a month. */
export async function lookAt(month: string): Promise<MonthEvents> {
  const events = await answerOf(client.POST('/api/events/{month}/looked', { params: { path: { month } } }));
  queryClient.setQueryData(eventsQuery(month).queryKey, events);
  void queryClient.invalidateQueries({ queryKey: ['month-end'] });
  return events;
}

/** A page of the general ledger of an account, a fund or a category. */
export const ledgerQuery = (parameters: Parameters, page: number) =>
  queryOptions({
    queryKey: ['reports', 'ledger', parameters, page],
    queryFn: () =>
      answerOf(client.GET('/api/reports/general-ledger', { params: { query: { ...parameters, page, pageSize: 50 } } })),
  });

/** What can have a name in two languages. */
export type Named = { id: number; name: string; nameZh: string | null };

/** The accounts, funds and categories, whose general ledgers can be shown. */
export const subjectsQuery = queryOptions({
  queryKey: ['reports', 'subjects'],
  queryFn: async (): Promise<Record<string, readonly Named[]>> => {
    const all = { params: { query: { includeDisabled: true } } } as const;
    const [accounts, funds, categories, income, groups] = await Promise.all([
      answerOf(client.GET('/api/accounts')),
      answerOf(client.GET('/api/funds')),
      answerOf(client.GET('/api/giving-categories', all)),
      answerOf(client.GET('/api/income-categories')),
      answerOf(client.GET('/api/expense-categories')),
    ]);
    return {
      accountId: accounts.items,
      fundId: funds.items,
      categoryId: categories.items,
      incomeCategoryId: income.items,
      subCategoryId: groups.items.flatMap(({ subCategories }) => subCategories),
    };
  },
});

export const fundsQuery = queryOptions({
  queryKey: ['reports', 'names', 'funds'],
  queryFn: async (): Promise<readonly Named[]> => (await answerOf(client.GET('/api/funds'))).items,
});

/** The categories of giving, also those that are no longer used, and the groups of expenses. */
export const partNamesQuery = queryOptions({
  queryKey: ['reports', 'names', 'parts'],
  queryFn: async (): Promise<{ categories: readonly Named[]; groups: readonly Named[] }> => {
    const [categories, groups] = await Promise.all([
      answerOf(client.GET('/api/giving-categories', { params: { query: { includeDisabled: true } } })),
      answerOf(client.GET('/api/expense-categories')),
    ]);
    return { categories: categories.items, groups: groups.items };
  },
});

export const ministriesQuery = queryOptions({
  queryKey: ['reports', 'ministries'],
  queryFn: async (): Promise<readonly Named[]> => (await answerOf(client.GET('/api/ministries'))).items,
});

export type YearDetails = Schemas['FiscalYear'];
/** A fiscal year with the ETag of its current version. */
export type VersionedYear = { details: YearDetails; etag: string };

export const fiscalYearQuery = (year: string) =>
  queryOptions({
    queryKey: ['reports', 'year', year],
    queryFn: async (): Promise<VersionedYear> => {
      const call = client.GET('/api/fiscal-years/{year}', { params: { path: { year: Number(year) } } });
      const details = await answerOf(call);
      return { details, etag: (await call).response.headers.get('ETag') ?? '' };
    },
  });

/** Closes a fiscal year, if it has not changed since it was read. Its reports are stored. */
export function closeYear({ details: { year }, etag }: VersionedYear): Promise<YearDetails> {
  const params = { path: { year }, header: { 'If-Match': etag } };
  return reread(answerOf(client.POST('/api/fiscal-years/{year}/close', { params })));
}

/** Reopens a closed fiscal year. The reason stays in the audit log. */
export function reopenYear({ details: { year }, etag }: VersionedYear, reason: string): Promise<YearDetails> {
  const params = { path: { year }, header: { 'If-Match': etag } };
  return reread(answerOf(client.POST('/api/fiscal-years/{year}/reopen', { params, body: { reason } })));
}

/** Waits for a change, and reads all reports again, even if the service refused the change. */
async function reread<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['reports'] });
    void queryClient.invalidateQueries({ queryKey: ['month-end'] });
  }
}

/** What was recorded as filed on Form 1099 for the payments of a year. */
export const filingsQuery = (year: number) =>
  queryOptions({
    queryKey: ['reports', 'filings', year],
    queryFn: async () =>
      (await answerOf(client.GET('/api/reports/1099/filings', { params: { query: { year } } }))).items,
  });

/** Records that forms were filed. */
export async function recordFilings(body: Schemas['NewForm1099Filing']): Promise<void> {
  await answerOf(client.POST('/api/reports/1099/filings', { body }));
  for (const queryKey of [['payments'], ['reports']]) void queryClient.invalidateQueries({ queryKey });
}

/** A document of the books, as the service has it. */
export type Documents = {
  Giving: Schemas['Giving'];
  Deposit: Schemas['Deposit'];
  Payment: Schemas['Payment'];
  OtherIncome: Schemas['OtherIncome'];
  Transfer: Schemas['Transfer'];
  JournalEntry: Schemas['JournalEntry'];
};

const READ: { [Type in keyof Documents]: (params: { path: { id: number } }) => Promise<Documents[Type]> } = {
  Giving: (params) => answerOf(client.GET('/api/givings/{id}', { params })),
  Deposit: (params) => answerOf(client.GET('/api/deposits/{id}', { params })),
  Payment: (params) => answerOf(client.GET('/api/payments/{id}', { params })),
  OtherIncome: (params) => answerOf(client.GET('/api/other-income/{id}', { params })),
  Transfer: (params) => answerOf(client.GET('/api/transfers/{id}', { params })),
  JournalEntry: (params) => answerOf(client.GET('/api/journal-entries/{id}', { params })),
};

export const documentQuery = <Type extends keyof Documents>(type: Type, id: string) =>
  queryOptions({
    queryKey: ['reports', 'document', type, id],
    queryFn: (): Promise<Documents[Type]> => READ[type]({ path: { id: Number(id) } }),
  });
