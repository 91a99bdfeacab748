import type { Command } from 'commander';
import { task } from '../../../cli/kit/action.ts';
import { spanOf, spanOptions, writeExport } from '../../../cli/kit/export.ts';
import { exportMeals } from './export.ts';
import { MEAL_EXPORT } from './print.ts';

/** Adds `vestry export meal-attendance`. */
export function exportMealsCommand(family: Command): void {
  spanOptions(family.command('meal-attendance'))
    .description('write how many people ate on each date')
    .action(
      task({
        run: (app, _args, options) =>
          exportMeals(app, spanOf(options), (pages, total) => writeExport({ pages, total }, options, MEAL_EXPORT)),
      }),
    );
}
