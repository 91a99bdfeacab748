import type { Exportable } from '../../../cli/kit/export.ts';
import { dateColumns, moneyColumns, plainColumns } from '../../../lib/export-columns.ts';
import { encode } from '../../../lib/encode.ts';
import { SessionItem } from './schema.ts';

const [plain, dates, money] = [plainColumns<SessionItem>, dateColumns<SessionItem>, moneyColumns<SessionItem>];

/** The columns of a file of exported offering sessions. */
export const SESSION_EXPORT: Exportable<SessionItem> = {
  what: 'offering session',
  toWire: (session) => encode(SessionItem, session),
  columns: [
    ...plain('id'),
    ...dates('date'),
    ...plain('status', 'sundayAttendanceCount'),
    ...money('controlTotal', 'countedCash', 'countedChecks'),
    { name: 'countedBy', cell: ({ countedBy }) => countedBy.join('; ') },
    ...plain('notes'),
    ...money('totalAmount'),
    ...plain('givingCount', 'submittedAt', 'reconciledAt', 'bankReference'),
    ...dates('depositedOn'),
    ...plain('createdAt', 'modifiedAt'),
  ],
};
