import type { Command } from 'commander';
import * as z from 'zod';
import type { App } from '../../app.ts';
import { dataDirOf } from '../../config.ts';
import { seed } from '../../features/upkeep/catalogs.ts';
import { DemoSummary } from '../../features/upkeep/demo/schema.ts';
import { counted } from '../../lib/text.ts';
import { action, type LocalTime, type Options } from '../kit/action.ts';
import { chosenDemo, demoFlags, makeDemo, printDemo } from './demo.ts';
import { typing } from '../kit/command-line.ts';

const Seeded = z.object({ added: z.int(), demo: DemoSummary.optional() });
type Seeded = z.output<typeof Seeded>;

/**
 * Adds the flags and the action of `vestry seed`, which adds the catalog entries that were never added before. Entries
 * that the church changed or deleted stay as they are.
 */
export function seedCommand(command: Command): void {
  demoFlags(command)
    .description('apply the catalogs that come with Vestry; entries that you renamed or disabled stay as they are')
    .addHelpText('after', '\nExample:\n  $ vestry seed --demo --data-dir demo   a church to try Vestry with')
    .action(
      action({
        founds: true,
        seeds: false,
        answer: Seeded,
        run: (app, _args, options) => run(app, options),
        print,
      }),
    );
}

async function run(app: App, options: Options): Promise<Seeded> {
  const wanted = chosenDemo(options);
  const added = await seed(app);
  return wanted ? { added, demo: await makeDemo(app, options, wanted) } : { added };
}

function print({ added, demo }: Seeded, _at: LocalTime, { dataDir }: Options): string {
  if (demo) return printDemo(demo, typing(dataDirOf(typeof dataDir === 'string' ? { dataDir } : {})));
  return added === 0 ? 'The catalogs are complete.' : `${counted(added, 'catalog entry', 'catalog entries')} added.`;
}
