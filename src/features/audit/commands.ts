import type { Command } from 'commander';
import { action, type LocalTime, task } from '../../cli/action.ts';
import { spanOf, spanOptions, writeExport } from '../../cli/export.ts';
import { pageLine, table } from '../../cli/print.ts';
import { AppError } from '../../errors.ts';
import { decode } from '../../validate.ts';
import { exportEntries } from './export.ts';
import { AUDIT_EXPORT } from './print.ts';
import { AuditPage, AuditQuery, AuditVerification } from './schema.ts';
import { listAuditLogs } from './service.ts';
import { verifyAudit } from './verification.ts';

/** Adds `vestry audit ...`. */
export function auditCommands(audit: Command): void {
  audit
    .command('list')
    .description('list who did what, the newest first')
    .option('--action <action>', 'only this action, such as MemberUpdated')
    .option('--entity-type <type>', 'only this kind of resource, such as Member')
    .option('--entity-id <id>', 'only this resource')
    .option('--from <date>', 'the first day, as YYYY-MM-DD')
    .option('--to <date>', 'the last day')
    .option('--page <page>', 'which page (1)')
    .option('--page-size <count>', 'how many on a page (25)')
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
    .description('prove that no entry of the audit log was changed, removed or cut off')
    .action(
      action({
        answer: AuditVerification,
        run: async (app) => {
          const result = await verifyAudit(app);
          if (result.isIntact) return result;
          const message = `The audit log was tampered with at entry ${result.firstBadId}: ${result.problem}. Compare it with a backup.`;
          throw new AppError('conflict', message, { extra: result });
        },
        print: ({ entries, lastHash }) =>
          `The audit log is intact: ${entries} entries, the last with hash\n${lastHash}`,
      }),
    );
}

/** Adds `vestry export audit`. */
export function exportAuditCommand(family: Command): void {
  spanOptions(family.command('audit'))
    .description('write the audit log; days are those of UTC')
    .action(
      task({
        run: (app, _args, options) =>
          exportEntries(app, spanOf(options), (pages, total) => writeExport({ pages, total }, options, AUDIT_EXPORT)),
      }),
    );
}

function printEntries(list: AuditPage, at: LocalTime): string {
  const columns = [
    { title: 'Id', align: 'right' as const },
    ...['At', 'Who', 'Action', 'Resource', 'Changed'].map((title) => ({ title })),
  ];
  const rows = list.items.map(({ id, at: instant, actorName, action, entityType, entityId, changes }) => [
    String(id),
    at(instant),
    actorName,
    action,
    `${entityType} ${entityId}`,
    Object.keys(changes).join(', '),
  ]);
  return `${table(columns, rows)}\n\n${pageLine(list, 'entry', 'entries')}`;
}
