import type { Command } from 'commander';
import type { App } from '../../../app.ts';
import { action, type Options, task } from '../../../cli/kit/action.ts';
import { exportOptions, writeExport } from '../../../cli/kit/export.ts';
import { decisionOptions, decisionsOf } from '../../imports/decisions-cli.ts';
import { importFile, importOptions } from '../../imports/file-cli.ts';
import { exportMembers } from './export.ts';
import { importMembers } from '../import/service.ts';
import { PEOPLE } from '../import/columns.ts';
import { MEMBER_EXPORT, printImport } from './print.ts';
import { MemberImport } from './schema.ts';

/** Adds `vestry import members`. */
export function importMembersCommand(family: Command): void {
  decisionOptions(importOptions(family.command('members <file>')))
    .description('add the people of a CSV file or a workbook (.xlsx), all or none')
    .option('--allow-duplicates', 'also add people who exist already, and import a file even if it was imported before')
    .action(
      action({
        founds: ({ dryRun }) => dryRun !== true,
        answer: MemberImport,
        run: (app, [file], options) => importPeople(app, file, options),
        print: printImport,
      }),
    );
}

/** Imports the people of a file with the options of the command line. */
export function importPeople(app: App, file: string | undefined, options: Options): Promise<MemberImport> {
  const createSimilar = options.createSimilar === true || options.allowDuplicates === true;
  const own = { createSimilar, decisions: decisionsOf(options) };
  return importFile(app, file, options, {
    target: PEOPLE,
    work: (table, flags) => importMembers(app, table, { ...flags, ...own }),
  });
}

/** Adds `vestry export members`. */
export function exportMembersCommand(family: Command): void {
  exportOptions(family.command('members'))
    .description('write every member to a file that can be imported again')
    .action(
      task({
        run: (app, _args, options) =>
          exportMembers(app, (pages, total) => writeExport({ pages, total }, options, MEMBER_EXPORT)),
      }),
    );
}
