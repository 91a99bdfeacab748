import { buffer } from 'node:stream/consumers';
import { route } from '../../../http/route.ts';
import { LARGEST_STATEMENT } from '../files/read.ts';
import { importLines } from './import.ts';
import { mappingSent } from './mapping.ts';
import { AccountLinesPath, BankLine, BankLinePath, ImportedLines } from './schema.ts';
import { getLine, ignoreLine } from './service.ts';

const PATH = '/api/accounts/:id/bank-lines/:lineId';

const readLine = route({
  method: 'GET',
  path: PATH,
  summary: 'Read a line of a bank statement',
  tag: 'Bank',
  permission: 'reports.read',
  params: BankLinePath,
  answer: BankLine,
  versioned: true,
  handle: (app, { params }) => getLine(app, params),
});

const TYPES = ['application/x-ofx', 'application/vnd.intu.qfx', 'text/csv', 'application/octet-stream'];

export const bankLineRoutes = [
  route({
    method: 'POST',
    path: '/api/accounts/:id/bank-lines/import',
    summary: 'Import the lines of a file of a bank: OFX, QFX or CSV',
    description:
      'A line that an earlier file had is skipped, so files may overlap. A line that the bank has changed since is changed, and pending lines are left out. For CSV, the field `mapping` of the form says which column is what; the account keeps it for the next file. If a line has a fault, the response is 422 `file_refused`, and nothing is imported.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: AccountLinesPath,
    takes: {
      types: TYPES,
      limit: LARGEST_STATEMENT,
      fields: { mapping: 'For CSV: JSON of the form `CsvMapping`.' },
    },
    answer: ImportedLines,
    opensTransaction: true,
    errors: ['file_refused', 'sum_too_large'],
    handle: async (app, { params }, { file }) => {
      const { bytes, fields } = await file();
      const content = await buffer(bytes);
      return importLines(app, params.id, { bytes: content, mapping: mappingSent(fields?.get('mapping')) });
    },
  }),
  readLine,
  route({
    method: 'POST',
    path: `${PATH}/ignore`,
    summary: 'Ignore a line of a bank statement, because it needs no document',
    description: 'For example a line from before the books that was not outstanding. The line can be opened again.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: BankLinePath,
    answer: BankLine,
    versionOf: readLine,
    errors: ['already_matched'],
    handle: (app, { params }) => ignoreLine(app, params, true),
  }),
  route({
    method: 'POST',
    path: `${PATH}/open`,
    summary: 'Open an ignored line of a bank statement again',
    tag: 'Bank',
    permission: 'statements.manage',
    params: BankLinePath,
    answer: BankLine,
    versionOf: readLine,
    errors: ['already_matched'],
    handle: (app, { params }) => ignoreLine(app, params, false),
  }),
];
