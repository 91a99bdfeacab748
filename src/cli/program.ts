/**
 * The tree of commands. The module of a command is imported only if its name is one of the arguments, because loading
 * all modules would make every command slower.
 */
import { Command } from 'commander';
import { EXIT_WORDS } from '../exit-codes.ts';
import { version } from '../package.ts';

type Family = { name: string; summary: string; load: () => Promise<(family: Command) => void> };

const FAMILIES: readonly Family[] = [
  {
    name: 'init',
    summary: 'set up a church and its first account',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  {
    name: 'serve',
    summary: 'run the service in the foreground',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'start',
    summary: 'run the service in the background',
    load: async () => (await import('./commands/daemon.ts')).startCommand,
  },
  {
    name: 'stop',
    summary: 'stop the service that runs in the background',
    load: async () => (await import('./commands/daemon.ts')).stopCommand,
  },
  {
    name: 'restart',
    summary: 'stop the service and start it again with the same settings',
    load: async () => (await import('./commands/daemon.ts')).restartCommand,
  },
  {
    name: 'status',
    summary: 'show whether the service is running, its address and its health',
    load: async () => (await import('./commands/daemon.ts')).statusCommand,
  },
  {
    name: 'logs',
    summary: 'show the log of the service that runs in the background',
    load: async () => (await import('./commands/logs.ts')).logsCommand,
  },
  {
    name: 'service',
    summary: 'install the service, so that systemd or launchd starts it',
    load: async () => (await import('./commands/service.ts')).serviceCommands,
  },
  {
    name: 'seed',
    summary: 'apply the catalogs, or make a demo church',
    load: async () => (await import('./commands/seed.ts')).seedCommand,
  },
  {
    name: 'profile',
    summary: 'the church: name, address, currency, time zone, fiscal year, AI',
    load: async () => (await import('../features/church/profile/commands.ts')).profileCommands,
  },
  {
    name: 'user',
    summary: 'staff accounts',
    load: async () => (await import('../features/access/users/commands.ts')).userCommands,
  },
  {
    name: 'key',
    summary: 'keys with which programs use the API for a person',
    load: async () => (await import('../features/access/keys/commands.ts')).keyCommands,
  },
  {
    name: 'member',
    summary: "the church's people: add, change, merge, erase",
    load: async () => (await import('../features/people/members/commands.ts')).memberCommands,
  },
  {
    name: 'giving',
    summary: 'gifts: list, show, add, update, reverse',
    load: async () => (await import('../features/giving/givings/commands.ts')).givingCommands,
  },
  {
    name: 'session',
    summary: 'offering sessions: open, count, submit, deposit, list, show',
    load: async () => (await import('../features/giving/offerings/commands.ts')).sessionCommands,
  },
  {
    name: 'expense',
    summary: 'expenses: enter, submit, approve, reject, pay, reverse, list, show, categories',
    load: async () => (await import('../features/spending/expenses/commands.ts')).expenseCommands,
  },
  {
    name: 'vendor',
    summary: 'vendors: list, add, show, update, merge, link, delete',
    load: async () => (await import('../features/spending/vendors/commands.ts')).vendorCommands,
  },
  {
    name: 'approval-rules',
    summary: 'which expenses need two approvers, or a payer who did not approve the expense',
    load: async () => (await import('../features/spending/approval-rules/commands.ts')).approvalRulesCommands,
  },
  {
    name: 'account',
    summary: 'accounts: where the money is, and what the church owes',
    load: async () => {
      const { accountCommands } = await import('../features/ledger/accounts/commands.ts');
      const { valuationCommand } = await import('../features/accounting/valuations/commands.ts');
      return (account) => {
        accountCommands(account);
        valuationCommand(account);
      };
    },
  },
  {
    name: 'bank',
    summary: 'bank statements: import, lines, rules, match, reconcile',
    load: async () => (await import('../features/bank/commands.ts')).bankCommands,
  },
  {
    name: 'deposit',
    summary: 'deposits: list, add, delete',
    load: async () => (await import('../features/giving/deposits/commands.ts')).depositCommands,
  },
  {
    name: 'payment',
    summary: 'payments: list, void',
    load: async () => (await import('../features/spending/payments/commands.ts')).paymentCommands,
  },
  {
    name: 'journal-entry',
    summary: 'adjusting entries: list, show, add, approve, reverse, delete',
    load: async () => (await import('../features/accounting/journal-entries/commands.ts')).journalEntryCommands,
  },
  {
    name: 'fund',
    summary: 'funds: what the money of the church is for',
    load: async () => (await import('../features/ledger/funds/commands.ts')).fundCommands,
  },
  {
    name: 'income',
    summary: 'income other than giving: list, add, categories',
    load: async () => (await import('../features/ledger/other-income/commands.ts')).incomeCommands,
  },
  {
    name: 'transfer',
    summary: 'transfers between accounts or funds: list, add, approve, delete',
    load: async () => (await import('../features/ledger/transfers/commands.ts')).transferCommands,
  },
  {
    name: 'approvals',
    summary: 'what waits for your decision',
    load: async () => (await import('../features/approvals/commands.ts')).approvalsCommand,
  },
  {
    name: 'approve',
    summary: 'approve something that waits for a second person',
    load: async () => (await import('../features/approvals/commands.ts')).approveCommand,
  },
  {
    name: 'reject',
    summary: 'reject something that waits for a second person',
    load: async () => (await import('../features/approvals/commands.ts')).rejectCommand,
  },
  {
    name: 'opening',
    summary: 'the opening of the books: what the church had and owed when they began',
    load: async () => (await import('../features/accounting/opening/commands.ts')).openingCommands,
  },
  {
    name: 'prior-figures',
    summary: 'the figures of fiscal years before the books, with which reports compare',
    load: async () => (await import('../features/accounting/prior-figures/commands.ts')).priorFiguresCommands,
  },
  {
    name: 'budget',
    summary: 'budgets: show, set, copy, adopt, import, export',
    load: async () => (await import('../features/accounting/budgets/commands.ts')).budgetCommands,
  },
  {
    name: 'ministry',
    summary: 'ministries and the functional classes of their expenses',
    load: async () => (await import('../features/church/ministries/commands.ts')).ministryCommands,
  },
  {
    name: 'statement',
    summary: 'monthly statements: show, update, finalize, reopen',
    load: async () => (await import('../features/reports/statements/commands.ts')).statementCommands,
  },
  {
    name: 'events',
    summary: 'what happened in a month: reopened counts, refunds, voids, changed payees and rules',
    load: async () => (await import('../features/reports/events/commands.ts')).eventsCommand,
  },
  {
    name: 'year',
    summary: 'fiscal years: list, show, close, reopen',
    load: async () => (await import('../features/reports/fiscal-years/commands.ts')).yearCommands,
  },
  {
    name: 'report',
    summary: 'reports for the board and the accountant',
    load: async () => (await import('./commands/report.ts')).reportCommands,
  },
  {
    name: 'notify',
    summary: 'e-mail and LINE: write to people, see what was sent, connect members',
    load: async () => (await import('./commands/notify.ts')).notifyCommands,
  },
  {
    name: 'mail',
    summary: 'the mail server: show, set, send a test letter',
    load: async () => (await import('../features/messages/mail/commands.ts')).mailCommands,
  },
  {
    name: 'webhook',
    summary: 'webhooks: list, add, update, test, deliveries, repeat, rotate-secret, activate, deactivate, remove',
    load: async () => (await import('../features/webhooks/commands.ts')).webhookCommands,
  },
  {
    name: 'audit',
    summary: 'list the audit log, or prove that it is unbroken',
    load: async () => (await import('../features/audit/commands.ts')).auditCommands,
  },
  {
    name: 'import',
    summary: 'import people, givings, expenses, lines of the bank or a budget from a file made by another program',
    load: async () => (await import('./commands/import.ts')).importCommands,
  },
  {
    name: 'export',
    summary: 'write people, givings, expenses and the audit log to a file for a spreadsheet or another program',
    load: async () => (await import('./commands/export.ts')).exportCommands,
  },
  {
    name: 'config',
    summary: 'settings: list, get, set',
    load: async () => (await import('./commands/config.ts')).configCommands,
  },
  {
    name: 'https',
    summary: 'HTTPS with a certificate of its own, for phones and other computers: on, status, share, off',
    load: async () => (await import('./commands/https.ts')).httpsCommands,
  },
  {
    name: 'backup',
    summary: 'back up and restore the books and the receipts in one file',
    load: async () => (await import('../features/upkeep/backups/commands.ts')).backupCommands,
  },
  {
    name: 'doctor',
    summary: 'check that everything is in order, and say what to do if it is not',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  {
    name: 'openapi',
    summary: 'print the OpenAPI document',
    load: async () => (await import('./commands/openapi.ts')).openApiCommand,
  },
];

const EXAMPLES = `
Examples:
  $ vestry init                                 set up a church
  $ vestry start                                run the service in the background
  $ vestry user create --email a@b.org --name "Ann Lee" --role treasurer
  $ vestry statement show 2026-03               look at a month
  $ vestry statement finalize 2026-03           close it
  $ vestry report form990 --year 2026 --output part-ix.xlsx
  $ vestry import members people.csv --dry-run  see what an import would do

Settings come from flags, VESTRY_* variables, then config.json in the data directory.
Exit codes: ${Object.entries(EXIT_WORDS)
  .map(([code, words]) => `${code} ${words}`)
  .join(', ')}.`;

/**
 * Builds the program for these arguments. Every command has its name and summary; only the called command also has its
 * options and action.
 */
export async function buildProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('vestry')
    .description('The back office of a small church: giving, expenses, monthly statements, Form 990.')
    .version(version())
    .option('--data-dir <dir>', 'the data directory, with everything that Vestry stores')
    .option('--json', 'print the result as JSON, in the form that the API returns')
    .option('--quiet', 'print no messages')
    .option('--no-color', 'print without colors')
    .addHelpText('after', EXAMPLES)
    .configureHelp({ minWidthToWrap: NARROW })
    .showHelpAfterError('(add --help to see what is possible)')
    .exitOverride();
  // The help module loads the text layout, which other commands do not need.
  const help = args.some((arg) => HELP.has(arg)) ? await import('./kit/help.ts') : undefined;
  if (help) program.configureOutput({ writeOut: (text) => process.stdout.write(help.fitHelp(text)) });
  const completes = args[0] === 'completion' || args[0] === 'complete';
  for (const { name, summary, load } of FAMILIES) {
    const family = program.command(name).summary(summary).description(summary);
    inheritSettings(program, family);
    if (args.includes(name)) (await load())(family);
    for (const command of family.commands) inheritSettings(program, command);
  }
  if (completes) (await import('./commands/completion.ts')).addCompletion(program);
  else program.command('completion').summary(COMPLETION).description(COMPLETION);
  for (const command of program.commands) help?.addExamples(command);
  return program;
}

/**
 * The minimum width, in columns, of the text beside the flags. On a narrower terminal, the text is printed below them.
 */
const NARROW = 20;

const HELP = new Set(['--help', '-h', 'help']);

const COMPLETION = 'print the script with which bash, zsh or fish completes commands';

function inheritSettings(program: Command, command: Command): void {
  command.copyInheritedSettings(program).exitOverride();
}
