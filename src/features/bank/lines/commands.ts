import type { Command } from 'commander';
import { action } from '../../../cli/kit/action.ts';
import { actingPerson, personOptions } from '../../access/auth/person-cli.ts';
import { accountIn, idIn } from '../account-cli.ts';
import { BankLine } from './schema.ts';
import { ignoreLine } from './service.ts';

/** Adds the commands for the lines of bank statements, except `vestry bank import`. */
export function lineCommands(bank: Command): void {
  stateCommand(bank, { name: 'ignore', description: 'ignore a line, because it needs no document', isIgnored: true });
  stateCommand(bank, { name: 'open', description: 'open an ignored line again', isIgnored: false });
}

type State = { name: string; description: string; isIgnored: boolean };

function stateCommand(bank: Command, { name, description, isIgnored }: State): void {
  personOptions(bank.command(`${name} <account> <line>`))
    .description(description)
    .action(
      action({
        answer: BankLine,
        run: async (app, [account, line], options) => {
          const acting = await actingPerson(app, options, 'statements.manage');
          return ignoreLine(acting, { id: await accountIn(acting, account), lineId: idIn(line) }, isIgnored);
        },
        print: ({ id, status }) => `Line ${id} is ${status}.`,
      }),
    );
}
