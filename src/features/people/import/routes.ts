import { buffer } from 'node:stream/consumers';
import { route } from '../../../http/route.ts';
import { ImportRecords, ImportUndo } from '../../imports/schema.ts';
import { listImports } from '../../imports/service.ts';
import { undoImportOf } from '../../imports/undo.ts';
import { checkMemberImport, importCorrected, LARGEST_PEOPLE_FILE, readMemberSheet } from './corrected.ts';
import { getMemberImport } from './undo.ts';
import {
  MemberImportCheck,
  MemberImportPath,
  MemberImportRecord,
  MemberImportResult,
  MemberSheet,
  NewMemberImport,
} from './schema.ts';

const ALL = '/api/member-imports';
const TYPES = [
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/octet-stream',
];

const readImport = route({
  method: 'GET',
  path: `${ALL}/:id`,
  summary: 'Read an import of people',
  tag: 'Members',
  permission: 'members.write',
  params: MemberImportPath,
  answer: MemberImportRecord,
  versioned: true,
  handle: (app, { params }) => getMemberImport(app, params.id),
});

export const memberImportRoutes = [
  route({
    method: 'GET',
    path: ALL,
    summary: 'List the imports of people, the latest first',
    tag: 'Members',
    permission: 'members.write',
    answer: ImportRecords,
    handle: (app) => listImports(app, 'members'),
  }),
  readImport,
  route({
    method: 'POST',
    path: `${ALL}/file`,
    summary: 'Read a file of people: CSV or a workbook (.xlsx)',
    description:
      'Returns the rows, and what the columns seem to mean. Nothing is stored. A file with more than 2,000 rows, more than 100 columns or a cell of more than 4,000 characters is refused. If the file cannot be read, the response is 422 `file_refused` with the `reason`, such as `old_excel` or `unknown_encoding`.',
    tag: 'Members',
    permission: 'members.write',
    takes: { types: TYPES, limit: LARGEST_PEOPLE_FILE },
    answer: MemberSheet,
    errors: ['file_refused'],
    handle: async (app, _input, { file }) => {
      const { name, bytes, gone } = await file();
      const content = await buffer(bytes);
      await app.reauthorize?.(app);
      return readMemberSheet(app, name ?? 'The file', content, gone);
    },
  }),
  route({
    method: 'POST',
    path: `${ALL}/check`,
    summary: 'Check the rows of a file of people before they are imported',
    description:
      'Returns the cells to correct, the people who are there already, and the rows that resemble somebody. Writes nothing.',
    tag: 'Members',
    permission: 'members.write',
    body: NewMemberImport,
    answer: MemberImportCheck,
    handle: (app, { body }) => checkMemberImport(app, body),
  }),
  route({
    method: 'POST',
    path: ALL,
    summary: 'Import people from the corrected rows of a file, all or none',
    description:
      'A person who is there already is not added again. If a row has a fault, or resembles somebody and has neither `memberId` nor `isNew`, the response is 422 `file_refused`, and nothing is imported. The same holds for a file that was imported before, unless `mayRepeat` is true or all its people are there already. Only a user with `users.manage` can import `userId`.',
    tag: 'Members',
    permission: 'members.write',
    body: NewMemberImport,
    answer: MemberImportResult,
    keyed: 'claim',
    errors: ['file_refused'],
    handle: (app, { body }) => importCorrected(app, body),
  }),
  route({
    method: 'POST',
    path: `${ALL}/:id/undo`,
    summary: 'Undo an import of people, all or none',
    description:
      'Deletes the members that the import added, and its families that are empty then. If another record such as a giving names one of the members, the response is 409 `conflict`.',
    tag: 'Members',
    permission: 'members.write',
    params: MemberImportPath,
    answer: ImportUndo,
    guardedBy: readImport,
    errors: ['conflict', 'invalid_transition'],
    handle: (app, { params }) => undoImportOf(app, params.id, 'members'),
  }),
];
