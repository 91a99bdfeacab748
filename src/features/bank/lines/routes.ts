import { buffer } from 'node:stream/consumers';
import { type IncomingFile, route } from '../../../http/route.ts';
import { LARGEST_STATEMENT } from '../files/read.ts';
import { FileMapping, IgnoredColumns } from '../files/schema.ts';
import { importLines, previewLines, type SentFile } from './import.ts';
import { ignoreSent, mappingSent } from './mapping.ts';
import { AccountLinesPath, BankLine, BankLinePath, ImportedLines, PreviewedLines } from './schema.ts';
import { getLine, ignoreLine } from './service.ts';
import { shownTo } from './shown.ts';

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
  handle: async (app, { params }) => shownTo(app.actor, await getLine(app, params)),
});

/** Reads the file of a request, with the columns that were sent with it. */
async function sentIn(file: () => Promise<IncomingFile>): Promise<SentFile> {
  const { name, bytes, fields, gone } = await file();
  return {
    bytes: await buffer(bytes),
    name,
    mapping: mappingSent(fields?.get('mapping')),
    ignore: ignoreSent(fields?.get('ignore')),
    signal: gone,
  };
}

const TYPES = ['application/x-ofx', 'application/vnd.intu.qfx', 'text/csv', 'application/octet-stream'];

const STATEMENT = {
  types: TYPES,
  limit: LARGEST_STATEMENT,
  fields: {
    mapping: FileMapping.describe(
      'As JSON: which column of a CSV file means what, or `{"reversed": true}` for OFX and QFX.',
    ),
    ignore: IgnoredColumns,
  },
} as const;

export const bankLineRoutes = [
  route({
    method: 'POST',
    path: '/api/accounts/:id/bank-lines/import',
    summary: 'Import the lines of a file of a bank: OFX, QFX or CSV',
    description:
      'A line that an earlier file had is skipped, so files may overlap. A line that the bank has changed since is changed, and pending lines are left out. For CSV, the field `mapping` of the form says which column is what, and for OFX and QFX whether the signs are turned; the account keeps it for the next file. If a line has a fault, the response is 422 `file_refused`, and nothing is imported. If the columns of a CSV file are not known, that response has a `guess`: the `columns`, the first rows as `sample`, the `mapping` as far as the file shows it, and what is `missing` in it. Columns that nothing reads and that may matter, such as a fee or a status, are refused, too, and named as `unread`, until `mapping` reads them or `ignore` leaves them out.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: AccountLinesPath,
    takes: STATEMENT,
    answer: ImportedLines,
    opensTransaction: true,
    errors: ['file_refused', 'sum_too_large'],
    handle: async (app, { params }, { file }) => importLines(app, params.id, await sentIn(file)),
  }),
  route({
    method: 'POST',
    path: '/api/accounts/:id/bank-lines/preview',
    summary: 'Read what the import of a file of a bank would add',
    description: 'Takes the same file as the import, refuses it for the same reasons, and writes nothing.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: AccountLinesPath,
    takes: STATEMENT,
    answer: PreviewedLines,
    errors: ['file_refused', 'sum_too_large'],
    handle: async (app, { params }, { file }) => {
      const sent = await sentIn(file);
      await app.reauthorize?.(app);
      return previewLines(app, params.id, sent);
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
