import { route } from '../../../http/route.ts';
import { AccountLinesPath } from '../lines/schema.ts';
import { BankImport, BankImportPath, BankImports, UndoneBankImport } from './schema.ts';
import { getBankImport, listBankImports } from './service.ts';
import { undoBankImport } from './undo.ts';

const ALL = '/api/accounts/:id/bank-imports';
const ONE = `${ALL}/:importId`;

const readImport = route({
  method: 'GET',
  path: ONE,
  summary: 'Read an import of a file of a bank',
  tag: 'Bank',
  permission: 'reports.read',
  params: BankImportPath,
  answer: BankImport,
  versioned: true,
  handle: (app, { params }) => getBankImport(app, params),
});

/** The routes for imports of bank files. They must come before those of a line, whose id stands at the same place. */
export const bankImportRoutes = [
  route({
    method: 'GET',
    path: ALL,
    summary: 'List the imports of bank files of an account, the latest first',
    tag: 'Bank',
    permission: 'reports.read',
    params: AccountLinesPath,
    answer: BankImports,
    handle: (app, { params }) => listBankImports(app, params.id),
  }),
  readImport,
  route({
    method: 'POST',
    path: `${ONE}/undo`,
    summary: 'Undo the import of a bank file: remove the lines that it added',
    description:
      'Removes open and ignored lines, all or none. If a line is matched, the response is 409 `already_matched`, or `reconciled` if it is in a finished reconciliation, with the numbers as `matched` and `reconciled`. Lines of earlier imports that the file changed stay as they are (`changedLines`). Lines that a later file had, too, are removed; import that file again.',
    tag: 'Bank',
    permission: 'statements.manage',
    params: BankImportPath,
    answer: UndoneBankImport,
    versionOf: readImport,
    resource: (undone) => undone,
    errors: ['already_matched', 'invalid_transition', 'reconciled'],
    handle: (app, { params }) => undoBankImport(app, params),
  }),
];
