import * as z from 'zod';
import { dateColumns, type Exportable, moneyColumns, plainColumns } from '../../cli/export.ts';
import { type ExportedGiving, Giving } from './schema.ts';

const [plain, dates, money] = [plainColumns<ExportedGiving>, dateColumns<ExportedGiving>, moneyColumns<ExportedGiving>];

/** The columns of a givings file; importing knows them by these names. */
export const GIVING_EXPORT: Exportable<ExportedGiving> = {
  what: 'givings',
  toWire: (giving) => z.encode(Giving, giving),
  columns: [
    ...plain('id'),
    ...dates('date'),
    ...money('amount'),
    ...plain('categoryId', 'categoryName', 'method'),
    ...plain('memberId', 'memberName', 'memberEmail', 'memberExternalId', 'offeringNumber'),
    { name: 'isAnonymous', cell: ({ isAnonymous }) => String(isAnonymous) },
    ...plain('checkNumber', 'zelleReference', 'payPalReference', 'note', 'sessionId'),
    ...dates('sessionDate', 'giftDate'),
    ...money('benefitAmount'),
    ...plain('nonCashDescription', 'reversalOf', 'createdAt', 'modifiedAt', 'createdBy', 'modifiedBy'),
  ],
};
