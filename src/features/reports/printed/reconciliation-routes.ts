import * as z from 'zod';
import { inSnapshot } from '../../../app.ts';
import { Download, route } from '../../../http/route.ts';
import { describeAt } from './reconciliation.ts';
import { ReconciliationPath } from '../../bank/reconciliations/schema.ts';
import { MEDIA_TYPES } from '../formats/file.ts';
import { makeInThread, toTable } from '../formats/layout.ts';
import { layout, ReportTable } from '../formats/table-schema.ts';

export const reconciliationTableRoutes = [
  route({
    method: 'GET',
    path: '/api/accounts/:id/reconciliations/:rid/table',
    summary: 'Lay out a reconciliation for people',
    description: 'With a `format`, the response is a file.',
    tag: 'Bank',
    permission: 'reports.read',
    params: ReconciliationPath,
    query: z.strictObject(layout),
    answer: ReportTable,
    produces: Object.values(MEDIA_TYPES),
    errors: ['sum_too_large'],
    handle: async (app, { params, query: { format, locale } }) => {
      const { report, endDate } = await inSnapshot(app, (app) => describeAt(app, params, locale));
      if (format === 'json') return toTable(report);
      return new Download(await makeInThread(report, format), {
        contentType: MEDIA_TYPES[format],
        fileName: `reconciliation ${endDate}.${format}`,
      });
    },
  }),
];
