import { route } from '../../../http/route.ts';
import { BackupTarget, BackupTargetUpdate, CopyResult } from './schema.ts';
import { sendInProcess } from './schedule.ts';
import { getBackupTarget, goOn, putBackupTarget, sendNow, testBackupTarget } from './service.ts';

const PATH = '/api/backup-target';
const common = { tag: 'Backups', permission: 'users.manage', peopleOnly: true } as const;

export const backupTargetRoutes = [
  route({
    ...common,
    method: 'GET',
    path: PATH,
    summary: 'Read where copies are sent, and how old they are',
    description: 'Encrypted copies of the books off this computer. No secret of rclone is shown.',
    answer: BackupTarget,
    handle: (app) => getBackupTarget(app),
  }),
  route({
    ...common,
    method: 'PUT',
    path: PATH,
    summary: 'Choose where copies are sent',
    description:
      'A file is written there and read back first. A place that cannot be used is refused, with the reason at `place`. A folder must exist. Without `kind` and `place`, no copies are sent any more; those that lie there stay.',
    body: BackupTargetUpdate,
    answer: BackupTarget,
    opensTransaction: true,
    handle: (app, { body }) => putBackupTarget(app, body),
  }),
  route({
    ...common,
    method: 'POST',
    path: `${PATH}/test`,
    summary: 'Write a file where copies are sent, and read it back',
    description: 'What went wrong is in the response, whose status is 200 also then.',
    answer: CopyResult,
    status: 200,
    errors: ['not_configured'],
    handle: (app) => testBackupTarget(app),
  }),
  route({
    ...common,
    method: 'POST',
    path: `${PATH}/send`,
    summary: 'Send a copy of everything now',
    description:
      'The response comes when the copy was read back. What went wrong is in the response, whose status is 200 also then.',
    answer: CopyResult,
    status: 200,
    errors: ['not_configured', 'conflict'],
    handle: (app) => sendNow(app, (app) => sendInProcess(app, 'All')),
  }),
  route({
    ...common,
    method: 'POST',
    path: `${PATH}/go`,
    summary: 'Let this computer send its copies instead of another one',
    description:
      'After a restore, nothing is sent until a person says so here, because the earlier computer may still run. That one then notices, and stops.',
    answer: BackupTarget,
    status: 200,
    opensTransaction: true,
    errors: ['not_configured'],
    handle: (app) => goOn(app),
  }),
];
