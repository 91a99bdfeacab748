/** The routes that lay out a report for people, as a table or as a file. */
import type * as z from 'zod';
import type { App } from '../../../app.ts';
import type { ErrorCode } from '../../../errors.ts';
import { Download, type Route, route } from '../../../http/route.ts';
import type { Locale } from '../../../lib/wire.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { WholeLedgerQuery } from '../books/ledger-schema.ts';
import { BudgetReportQuery } from '../budget/schema.ts';
import { describeForm1099 } from '../form1099/description.ts';
import { Form1099Query } from '../form1099/schema.ts';
import { form1099 } from '../form1099/service.ts';
import { describeForm990 } from '../form990/description.ts';
import { Form990Query } from '../form990/schema.ts';
import { functionalExpenses } from '../form990/service.ts';
import { type FileFormat, MEDIA_TYPES } from '../formats/file.ts';
import type { Report } from '../formats/report.ts';
import { layout, ReportTable } from '../formats/table-schema.ts';
import { makeInThread, toTable } from '../formats/layout.ts';
import { BOOKS, type BookReport, describeBook } from './books.ts';
import { describeBudgetOf } from './budget-limits.ts';
import { describeLedger } from './ledger.ts';

/** A report that is laid out for people. */
type Laid<Q extends z.ZodObject> = {
  path: string;
  /** The beginning of the name of its files. */
  name: string;
  query: Q;
  describe: (app: App, query: z.output<Q>, locale: Locale | undefined) => Promise<Report>;
  /** Makes the workbook, if it has more than the report. */
  workbook?: (app: App, query: z.output<Q>) => Promise<Buffer>;
  errors?: readonly ErrorCode[];
};

function tableRoute<Q extends z.ZodObject>({ path, name, query, describe, workbook, errors = [] }: Laid<Q>): Route {
  return route({
    method: 'GET',
    path: `${path}/table`,
    summary: `Lay out the report for people: ${name}`,
    description: `The figures are those of \`${path}\`, with the same parameters. With a \`format\`, the response is a file.`,
    tag: path.includes('form990') ? 'Form 990' : 'Reports',
    permission: 'reports.read',
    query: query.safeExtend(layout),
    answer: ReportTable,
    produces: Object.values(MEDIA_TYPES),
    errors: ['sum_too_large', ...errors],
    handle: async (app, { query: given }) => {
      const { format, locale } = given as { format: FileFormat | 'json'; locale?: Locale };
      const asked = given as unknown as z.output<Q>;
      if (format === 'json') return toTable(await describe(app, asked, locale));
      const content =
        format === 'xlsx' && workbook
          ? await workbook(app, asked)
          : await makeInThread(await describe(app, asked, locale), format);
      return new Download(content, {
        contentType: MEDIA_TYPES[format],
        fileName: fileName(name, given as Given, format),
      });
    },
  });
}

type Given = Readonly<Record<string, string | number | undefined>>;

/** Returns the name of a file: the report and its period, such as `balance-sheet 2026-03-31.pdf`. */
function fileName(name: string, given: Given, format: FileFormat): string {
  const period = ['year', 'through', 'at', 'from', 'to'].map((one) => given[one]).filter((one) => one !== undefined);
  return `${[name, ...period].join(' ')}.${format}`;
}

const ERRORS: Readonly<Partial<Record<string, readonly ErrorCode[]>>> = { 'payment-register': ['unknown_reference'] };

export const form990TableRoutes: readonly Route[] = [
  tableRoute({
    path: '/api/form990/functional-expenses',
    name: 'form990-part-ix',
    query: Form990Query,
    describe: async (app, query) => describeForm990(await functionalExpenses(app, query), await getLetterhead(app)),
    workbook: async (app, query) => (await import('../form990/workbook.ts')).reportWorkbook(app, query),
  }),
];

export const reportTableRoutes: readonly Route[] = [
  ...Object.entries(BOOKS).map(([name, one]) => {
    const book = one as unknown as BookReport<z.ZodObject, z.ZodType>;
    return tableRoute({
      path: `/api/reports/${name}`,
      name,
      query: book.query,
      describe: (app, query, locale) => describeBook(book, app, query, locale),
      errors: ERRORS[name] ?? [],
    });
  }),
  tableRoute({
    path: '/api/reports/general-ledger',
    name: 'general-ledger',
    query: WholeLedgerQuery,
    describe: describeLedger,
    errors: ['unknown_reference'],
  }),
  tableRoute({
    path: '/api/reports/budget',
    name: 'budget',
    query: BudgetReportQuery,
    describe: describeBudgetOf,
    errors: ['unknown_reference'],
  }),
  tableRoute({
    path: '/api/reports/1099',
    name: '1099',
    query: Form1099Query,
    describe: async (app, { year }, asked) => {
      const letterhead = await getLetterhead(app);
      const locale = asked ?? letterhead.locale;
      return describeForm1099(await form1099(app, year), letterhead, { locale, isPage: true });
    },
    errors: ['not_in_this_country', 'no_threshold'],
  }),
];
