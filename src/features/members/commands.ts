import type { Command } from 'commander';
import type { App } from '../../app.ts';
import { action, type Options, task } from '../../cli/action.ts';
import { exportOptions, writeExport } from '../../cli/export.ts';
import { importOptions, readImport } from '../../cli/import.ts';
import { progressBar } from '../../cli/progress.ts';
import { exportMembers } from './export.ts';
import { importMembers } from './import.ts';
import { MEMBER_FIELDS, NAME_FIELDS } from './import-fields.ts';
import { MEMBER_EXPORT, printImport } from './print.ts';
import { MemberImport } from './schema.ts';

/** Adds `vestry import members`. */
export function importMembersCommand(family: Command): void {
  importOptions(family.command('members <file>'))
    .description('add the people of a CSV file or a workbook (.xlsx), all or none')
    .option('--allow-duplicates', 'add also those who are there already, and a file that was imported before')
    .action(
      action({
        founds: ({ dryRun }) => dryRun !== true,
        answer: MemberImport,
        run: (app, [file], options) => run(app, file, options),
        print: printImport,
      }),
    );
}

async function run(app: App, file = '', options: Options): Promise<MemberImport> {
  const target = { fields: MEMBER_FIELDS, needs: NAME_FIELDS, what: 'the name' };
  const { table, source, ...about } = await readImport(app, file, options, target);
  const bar = progressBar(options, 'Importing');
  const flags = { dryRun: options.dryRun === true, allowDuplicates: options.allowDuplicates === true, source };
  try {
    return { ...(await importMembers(app, table, { ...flags, progress: bar.update })), ...about };
  } finally {
    bar.end();
  }
}

/** Adds `vestry export members`. */
export function exportMembersCommand(family: Command): void {
  exportOptions(family.command('members'))
    .description('write every member; what is written can be imported again')
    .action(
      task({
        run: (app, _args, options) =>
          exportMembers(app, (pages, total) => writeExport({ pages, total }, options, MEMBER_EXPORT)),
      }),
    );
}
