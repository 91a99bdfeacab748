/** Adds examples to the help of commands, and fits the help to the width of the terminal. */
import type { Command } from 'commander';
import { terminalWidth } from './print.ts';
import { NO_BREAK, widthOf, wrap } from './layout.ts';

/**
 * The examples, by command. If the help of a command has a longer explanation, that explanation contains its examples.
 */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  account: ['account list'],
  'account list': ['account list'],
  'account update': ['account update 3 --name "Cash box" --number ""'],
  giving: [
    'giving list --from 2026-03-01',
    'giving add --giver "Mei Lin" --category Tithe --amount 100 --method Check',
  ],
  'giving list': ['giving list --giver "Mei Lin" --from 2026-01-01'],
  'giving show': ['giving show 310'],
  'giving update': ['giving update 310 --category Missions'],
  bank: ['bank import Checking statement.qfx', 'bank lines Checking --status Open'],
  'bank lines': ['bank lines Checking --status Open'],
  'bank import list': ['bank import list Checking'],
  'bank import undo': ['bank import undo Checking 4'],
  'bank rule': ['bank rule list Checking', 'bank rule apply Checking --dry-run'],
  'bank rule list': ['bank rule list Checking'],
  'bank rule delete': ['bank rule delete Checking 4'],
  'bank rule undo': ['bank rule undo Checking 4'],
  'bank unmatch': ['bank unmatch Checking 12'],
  'bank ignore': ['bank ignore Checking 31'],
  'bank open': ['bank open Checking 31'],
  'bank discard': ['bank discard Checking'],
  'bank undo': ['bank undo Checking'],
  'bank review': ['bank review Checking --as elder@example.org'],
  deposit: ['deposit list', 'deposit add --date 2026-03-30 --account 2 --cash 41 --checks 41'],
  'deposit list': ['deposit list --from 2026-03-01'],
  'deposit delete': ['deposit delete 12'],
  'journal-entry': ['journal-entry list', 'journal-entry add --file depreciation.json'],
  'journal-entry list': ['journal-entry list --status PendingApproval'],
  'journal-entry show': ['journal-entry show 4'],
  'journal-entry delete': ['journal-entry delete 4'],
  budget: ['budget show --year 2026', 'budget copy --year 2027 --from actuals'],
  'budget show': ['budget show --year 2026 --months'],
  'budget versions': ['budget versions --year 2026'],
  opening: ['opening show', 'opening set --file opening.json'],
  'opening show': ['opening show'],
  'prior-figures': ['prior-figures show 2025', 'prior-figures set 2025 --file 2025.csv --net-assets 62000'],
  'prior-figures show': ['prior-figures show 2025'],
  year: ['year list', 'year close 2025'],
  'year list': ['year list'],
  'year show': ['year show 2025'],
  'year reopen': ['year reopen 2025 --reason "A late invoice"'],
  payment: ['payment list', 'payment void 12 --date 2026-03-31 --reason "Lost in the mail"'],
  'payment list': ['payment list --expense 45'],
  'expense category': ['expense category list', 'expense category update 6 --form1099 MISC1'],
  'expense category list': ['expense category list'],
  'expense category delete': ['expense category delete 41'],
  'expense category group': ['expense category group add --name "Preschool"'],
  'expense category group update': ['expense category group update 12 --inactive'],
  'expense category group delete': ['expense category group delete 12'],
  income: ['income list', 'income add --date 2026-03-31 --amount 12.40 --category 1 --account 2'],
  'income list': ['income list --category 1 --from 2026-01-01'],
  'income category': ['income category list', 'income category add --name "Cemetery plots"'],
  'income category list': ['income category list'],
  'income category update': ['income category update 2 --name "Rent"', 'income category update 2 --inactive'],
  'income category delete': ['income category delete 7'],
  transfer: ['transfer list', 'transfer approve 12 --as elder@example.org'],
  'transfer list': ['transfer list --status PendingApproval'],
  'transfer delete': ['transfer delete 12'],
  serve: ['serve', 'serve --port 8080 --cors-origins https://app.example.org'],
  start: ['start'],
  stop: ['stop', 'stop --timeout 30 --force'],
  restart: ['restart', 'restart --log-level debug'],
  status: ['status', 'status --json'],
  logs: ['logs -f', 'logs --lines 500'],
  'service install': ['service install', 'service install --name mission --data-dir ~/mission'],
  'service uninstall': ['service uninstall'],
  'service print': ['service print --format systemd'],
  https: ['https', 'https share', 'https off'],
  'https status': ['https status'],
  'https share': ['https share', 'https share --minutes 30'],
  'https off': ['https off'],
  'https renew': ['https renew --name localhost --name 192.168.1.20'],
  'profile show': ['profile show'],
  'user list': ['user list'],
  'user show': ['user show ann@example.org'],
  'user set-roles': ['user set-roles ann@example.org --role treasurer --role auditor'],
  'user reset-password': ['user reset-password ann@example.org'],
  'user reset-second-factor': ['user reset-second-factor ann@example.org'],
  'user deactivate': ['user deactivate ann@example.org'],
  'user activate': ['user activate ann@example.org'],
  key: ['key create --as ann@example.org --name Website --permission meals.read', 'key list', 'key end 3'],
  'key list': ['key list', 'key list --user ann@example.org --all'],
  'key end': ['key end 3'],
  'member list': ['member list --search 陳'],
  'member show': ['member show 17'],
  'member update': ['member update 17 --email ann@example.org'],
  'member delete': ['member delete 17'],
  'member restore': ['member restore 17'],
  'member merge': ['member merge 17 --into 4'],
  'member purge': ['member purge 17'],
  'session list': ['session list'],
  'session show': ['session show 2026-03-01'],
  expense: ['expense list --status Approved', 'expense submit 12 15 --as ann@example.org'],
  'expense list': ['expense list --status Approved'],
  'expense show': ['expense show 12'],
  'expense reverse': ['expense reverse 12 --date 2026-03-31 --reason "Returned the chairs"'],
  'vendor list': ['vendor list --search sparrow'],
  'vendor show': ['vendor show 9'],
  'vendor merge': ['vendor merge 12 --into 9'],
  'vendor delete': ['vendor delete 12'],
  webhook: ['webhook list', 'webhook add --url https://hooks.example.org/vestry --event member.created'],
  'webhook list': ['webhook list'],
  'webhook show': ['webhook show 2'],
  'webhook update': ['webhook update 2 --event expense.paid', 'webhook update 2 --details no'],
  'webhook test': ['webhook test 2'],
  'webhook deliveries': ['webhook deliveries 2 --state Failed'],
  'webhook repeat': ['webhook repeat 2 81'],
  'webhook rotate-secret': ['webhook rotate-secret 2'],
  'webhook activate': ['webhook activate 2'],
  'webhook deactivate': ['webhook deactivate 2'],
  'webhook remove': ['webhook remove 2'],
  'approval-rules': ['approval-rules show', 'approval-rules set --second-approval-above 500'],
  'approval-rules show': ['approval-rules show'],
  'fund list': ['fund list'],
  'fund update': ['fund update 3 --purpose "The new hall"', 'fund update 3 --inactive'],
  'ministry list': ['ministry list'],
  'ministry update': ['ministry update 3 --name "Children and Families"', 'ministry update 3 --inactive'],
  'statement list': ['statement list'],
  'statement checklist': ['statement checklist 2026-03', 'statement checklist 2026-03 --lang zh-TW'],
  'statement update': ['statement update 2026-03 --opening-balance 1250.00'],
  'statement reopen': ['statement reopen 2026-03 --reason "A bill came late"'],
  report: ['report giving --year 2026', 'report form990 --year 2026', 'report 1099 --year 2026'],
  'mail show': ['mail show'],
  'mail test': ['mail test ann@example.org'],
  'notify resume': ['notify resume 7f3c'],
  'notify stop': ['notify stop 7f3c'],
  'notify batches': ['notify batches --unfinished'],
  'notify history': ['notify history --result failed'],
  'audit list': ['audit list --entity-type Member'],
  'audit verify': ['audit verify'],
  'import members': ['import members people.csv --dry-run'],
  'import list': ['import list'],
  'import undo': ['import undo 2'],
  'export members': ['export members --output members.xlsx'],
  'export givings': ['export givings --from 2026-01-01 --output givings.csv'],
  'export offering-sessions': ['export offering-sessions --from 2026-01-01 --output sessions.csv'],
  'export meal-attendance': ['export meal-attendance --from 2026-01-01 --output meals.csv'],
  'export audit': ['export audit --from 2026-01-01 --output audit.csv'],
  'config list': ['config list'],
  'config get': ['config get baseUrl'],
  'backup list': ['backup list'],
  'backup verify': ['backup verify vestry-20261118-090000.tar.gz'],
  'backup restore': ['backup restore vestry-20261118-090000.tar.gz', 'backup restore --target=rclone:drive:vestry'],
  'backup target': ['backup target set /media/disk/vestry', 'backup target show'],
  'backup target show': ['backup target show'],
  'backup target test': ['backup target test'],
  'backup target send': ['backup target send'],
  'backup target go': ['backup target go'],
  'backup target off': ['backup target off'],
  doctor: ['doctor', 'doctor --fix'],
  openapi: ['openapi > openapi.json'],
  completion: ['completion bash > ~/.vestry-completion'],
};

/** The number of examples for a command that only has subcommands. */
const OF_FAMILY = 3;

/** Adds examples to a command and its subcommands. */
export function addExamples(command: Command, name = command.name()): void {
  for (const below of command.commands) addExamples(below, `${name} ${below.name()}`);
  const others = Object.keys(EXAMPLES).filter((one) => one.startsWith(`${name} `));
  const examples = EXAMPLES[name] ?? others.slice(0, OF_FAMILY).flatMap((one) => EXAMPLES[one]?.slice(0, 1) ?? []);
  if (examples.length === 0) return;
  const lines = examples.map((example) => `  $ vestry ${example}`);
  command.addHelpText('after', ['', examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n'));
}

/** Fits help to this width. Sentences are wrapped, and a long command line continues after a backslash. */
export function fitHelp(text: string, width = terminalWidth()): string {
  if (width === Infinity) return text;
  return text
    .replace(/^\S.*(\n\S.*)+$/gm, (lines) => lines.replaceAll('\n', ' '))
    .split('\n')
    .map((line) => (widthOf(line) <= width ? line : fitLine(line, width)))
    .join('\n');
}

function fitLine(line: string, width: number): string {
  if (!line.startsWith('  $ ')) return wrap(line, width, { hard: false });
  // A line break inside quotes would add the indentation of the next line to the quoted text.
  const words = line.slice(4).replace(/"[^"]*"/g, (quoted) => quoted.replaceAll(' ', NO_BREAK));
  const [first = '', ...more] = wrap(words, width - 8, { hard: false }).split('\n');
  return [`  $ ${first}`, ...more.map((one) => `      ${one}`)].join(' \\\n');
}
