import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { action, type LocalTime, task } from '../../cli/kit/action.ts';
import { spanOf, spanOptions, writeExport } from '../../cli/kit/export.ts';
import { type Column, pageLine, table } from '../../cli/kit/print.ts';
import { AppError } from '../../errors.ts';
import { decode } from '../../validate.ts';
import { exportEntries } from './export.ts';
import { AUDIT_EXPORT } from './print.ts';
import { AuditPage, AuditQuery, AuditVerification } from './schema.ts';
import { listAuditLogs } from './service.ts';
import { compareHead } from './noting.ts';
import { proveBooks } from './proof.ts';

/** Adds `vestry audit ...`. */
export function auditCommands(audit: Command): void {
  audit
    .command('list')
    .description('list the entries of the audit log, the newest first')
    .option('--action <action>', 'only this action, such as MemberUpdated')
    .option('--entity-type <type>', 'only this kind of resource, such as Member')
    .option('--entity-id <id>', 'only this resource')
    .option('--from <date>', "the first day in the church's time zone, as YYYY-MM-DD")
    .option('--to <date>', 'the last day')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        answer: AuditPage,
        run: (app, _args, { action, entityType, entityId, from, to, page, pageSize }) =>
          listAuditLogs(app, decode(AuditQuery, { action, entityType, entityId, from, to, page, pageSize })),
        print: printEntries,
      }),
    );
  audit
    .command('verify')
    .description('check that the audit log, the figures of the books and the database were changed only by Vestry')
    .option(
      '--head <count:hash>',
      'also compare a head that you noted earlier; the first digits of its hash are enough',
    )
    .action(
      action({
        answer: AuditVerification,
        run: async (app, _args, { head }) => {
          const result = await verify(app, typeof head === 'string' ? head : undefined);
          if (result.isIntact) return result;
          const message = `${result.faults.join(' ')} Find out who made this change with another program. Then put back the values that the audit log records, or restore a backup made before the change: vestry backup list`;
          throw new AppError('conflict', message, { extra: result });
        },
        print: printVerification,
      }),
    );
}

/** Adds `vestry export audit`. */
export function exportAuditCommand(family: Command): void {
  spanOptions(family.command('audit'))
    .description("write the audit log to a file; the days are those of the church's time zone")
    .action(
      task({
        run: (app, _args, options) =>
          exportEntries(app, spanOf(options), (pages, total) => writeExport({ pages, total }, options, AUDIT_EXPORT)),
      }),
    );
}

function printEntries(list: AuditPage, at: LocalTime): string {
  const columns: Column<AuditPage['items'][number]>[] = [
    { title: 'Id', align: 'right', cell: ({ id }) => id },
    { title: 'At', cell: (entry) => at(entry.at) },
    { title: 'Who', cell: ({ actorName }) => actorName },
    { title: 'Action', cell: ({ action }) => action },
    { title: 'Resource', cell: ({ entityType, entityId }) => `${entityType} ${entityId}` },
    { title: 'Changed', cell: ({ changes }) => Object.keys(changes).join(', ') },
  ];
  return `${table(columns, list.items)}\n\n${pageLine(list, 'entry', 'entries')}`;
}

async function verify(app: App, head: string | undefined): Promise<AuditVerification> {
  const noted = head === undefined ? null : await compareHead(app, head);
  const proof = await proveBooks(app);
  if (!noted) return { ...proof, noted: null };
  if (noted.isThere) return { ...proof, noted: noted.message };
  return { ...proof, isIntact: false, faults: [...proof.faults, noted.message], noted: noted.message };
}

function printVerification({ entries, head, authentication, warnings, notCompared, noted }: AuditVerification): string {
  const seal = authentication === 'authenticated' ? 'authenticated with the key in secrets.json' : authentication;
  return [
    `The audit log is intact, and the books agree with it: ${entries} entries. Its head (${seal}):`,
    head,
    ...(noted === null ? [] : [noted]),
    ...warnings,
    '',
    'Not checked here: the pages of the file, and the files of the receipts. To check these: vestry doctor',
    'Not compared with the audit log:',
    ...notCompared.map((one) => `  ${one}`),
  ].join('\n');
}
