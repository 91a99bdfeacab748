import type { Command } from 'commander';
import * as z from 'zod';
import { seed } from '../db/seed.ts';
import { action } from './action.ts';

/** `vestry seed`: applies catalog entries that were never applied; what the church changed stays. */
export function seedCommand(command: Command): void {
  command.description('apply the catalogs that ship with Vestry; what you renamed or disabled stays').action(
    action({
      founds: true,
      seeds: false,
      answer: z.object({ added: z.int() }),
      run: async (app) => ({ added: await seed(app) }),
      print: ({ added }) => (added === 0 ? 'The catalogs are complete.' : `${added} catalog entries added.`),
    }),
  );
}
