import type { Command } from 'commander';
import { task } from '../../cli/action.ts';
import { spanOf, spanOptions, writeExport } from '../../cli/export.ts';
import { exportGivings } from './export.ts';
import { GIVING_EXPORT } from './print.ts';

/** Adds `vestry export givings`. */
export function exportGivingsCommand(family: Command): void {
  spanOptions(family.command('givings'))
    .description('write every giving with its giver; what is written can be imported again')
    .action(
      task({
        run: (app, _args, options) =>
          exportGivings(app, spanOf(options), (pages, total) => writeExport({ pages, total }, options, GIVING_EXPORT)),
      }),
    );
}
