import { notFound } from '../../../errors.ts';
import { parseMonth } from '../../../lib/date.ts';
import { encode } from '../../../lib/encode.ts';
import type { Details } from '../../audit/announcements.ts';
import { Statement } from './schema.ts';
import { getStatement } from './service.ts';

/** How a program that follows closed months reads the statement of one. */
export const statementDetails: Details = {
  subjectType: 'MonthlyStatement',
  permission: 'reports.read',
  read: async (app, id) => {
    const month = parseMonth(id);
    if (!month) throw notFound('month');
    return encode(Statement, await getStatement(app, month));
  },
};
