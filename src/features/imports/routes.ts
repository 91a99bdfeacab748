import { buffer } from 'node:stream/consumers';
import { Reply, route } from '../../http/route.ts';
import type { Permission } from '../../permissions.ts';
import {
  ImportDetails,
  ImportForm,
  ImportListQuery,
  ImportPath,
  ImportPlan,
  ImportQuery,
  ImportRecords,
  ImportUndo,
  PlannedPath,
} from './schema.ts';
import { getOwnImport, importOver, importSent, LARGEST_SENT, listOwnImports } from './sent-file.ts';
import { takeBackOver } from './undo.ts';

const ONE = '/api/imports/:import';
const TYPES = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
];
/** What the kinds of imports need. Each kind needs one of them. */
const ANY: readonly Permission[] = ['members.write', 'giving.manage', 'finance.manage', 'statements.manage'];

export const importRoutes = [
  route({
    method: 'GET',
    path: '/api/imports',
    summary: 'List the imports, the latest first',
    description: 'Lists only the kinds that the sender may import.',
    tag: 'Imports',
    permission: ANY,
    query: ImportListQuery,
    answer: ImportRecords,
    handle: (app, { query: { kind } }) => listOwnImports(app, kind),
  }),
  route({
    method: 'GET',
    path: ONE,
    summary: 'Read an import',
    description: 'Needs the permission of its kind.',
    tag: 'Imports',
    permission: ANY,
    params: ImportPath,
    answer: ImportDetails,
    errors: ['forbidden'],
    handle: (app, { params }) => getOwnImport(app, params.import),
  }),
  route({
    method: 'POST',
    path: ONE,
    summary: 'Plan the import of a file, or import it',
    description:
      'The path names the kind: `members` needs `members.write`, `givings` `giving.manage`, `expenses` `finance.manage`, `budgets` `statements.manage`, and `payouts` (files of payment services) `giving.manage`. Without `commit`, nothing is stored: the response has the questions to answer in the form, the bad cells, and what would be added. With `commit=true`, all rows are stored or none, and the response is 201; with an open question or a bad row it is 422 `file_refused`. A file with more than 10,000 rows is refused.',
    tag: 'Imports',
    permission: ANY,
    params: PlannedPath,
    query: ImportQuery,
    takes: { types: TYPES, limit: LARGEST_SENT, fields: ImportForm.shape },
    answer: ImportPlan,
    upserts: true,
    opensTransaction: true,
    errors: ['file_refused', 'forbidden', 'sum_too_large', 'unknown_reference'],
    handle: async (app, { params, query: { commit = false } }, { file }) => {
      await importOver(app, params.import);
      const { name, bytes, fields = new Map(), gone } = await file();
      const sent = { name: name ?? 'The file', bytes: await buffer(bytes), fields, gone };
      await app.reauthorize?.(app);
      const plan = await importSent(app, params.import, sent, commit);
      return new Reply(plan, { status: commit ? 201 : 200 });
    },
  }),
  route({
    method: 'DELETE',
    path: ONE,
    summary: 'Take an import back: remove the records that it added, all or none',
    description:
      'Needs the permission of its kind. If a record was locked, reversed, changed, reconciled or closed since, the response is 409 `import_in_use` with `items`, which say why.',
    tag: 'Imports',
    permission: ANY,
    params: ImportPath,
    answer: ImportUndo,
    errors: ['forbidden', 'import_in_use', 'invalid_transition'],
    handle: (app, { params }) => takeBackOver(app, params.import),
  }),
];
