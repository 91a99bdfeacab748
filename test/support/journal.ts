/** Accounting programs that can read an exported journal. Debian has packages of them, which may not be installed. */
import { spawnSync } from 'node:child_process';
import { IS_NIGHTLY } from './nightly.ts';

/** Runs a program to its end and returns its output. hledger needs a UTF-8 locale to read Chinese. */
function run(program: string, args: readonly string[], input: string): string {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const { status, stdout, stderr } = spawnSync(program, args, { env, input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0;

/**
 * A query: its first and last day, a regular expression for its accounts, and a tag to group by in place of the
 * account.
 */
export type Question = { from?: string; to?: string; accounts?: string; tag?: string };

/** A program that adds up a journal and returns the non-zero balances in minor units, by account or tag. */
export type Accountant = {
  program: string;
  isThere: boolean;
  /** Reads the journal in the program's strictest mode. If the journal is refused, throws the program's message. */
  check: (journal: string) => void;
  balances: (journal: string, question: Question) => Record<string, number>;
};

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const days = ({ from, to }: Question) => [...(from ? ['-b', from] : []), ...(to ? ['-e', dayAfter(to)] : [])];

const cents = (text: string) => Math.round(Number(text.replace(/[^-\d.]/g, '')) * 100);

function toBalances(rows: readonly (readonly [string, string])[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, amount] of rows) sums[name] = (sums[name] ?? 0) + cents(amount);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

const HLEDGER: Accountant = {
  program: 'hledger',
  isThere: isThere('hledger'),
  check: (journal) => void run('hledger', ['-f', '-', 'check', '--strict', 'ordereddates'], journal),
  balances: (journal, question) => {
    const { accounts = '', tag } = question;
    const args = [...days(question), ...(accounts ? [`acct:${accounts}`] : []), ...(tag ? ['--pivot', tag] : [])];
    const csv = run('hledger', ['-f', '-', 'balance', '--flat', '-N', '-O', 'csv', ...args], journal);
    const lines = csv.trimEnd().split('\n').slice(1);
    return toBalances(
      lines.map((line) => {
        const [, name = '', amount = ''] = /^"((?:[^"]|"")*)","((?:[^"]|"")*)"$/.exec(line) ?? [];
        return [name.replaceAll('""', '"'), amount];
      }),
    );
  },
};

const LEDGER: Accountant = {
  program: 'ledger',
  isThere: isThere('ledger'),
  check: (journal) => void run('ledger', ['-f', '-', '--pedantic', 'accounts'], journal),
  balances: (journal, question) => {
    const { accounts, tag } = question;
    const name = tag ? `%(tag("${tag}"))` : '%(account)';
    const format = `${name}\t%(quantity(amount))\n`;
    // Without the slashes, ledger would read parentheses as a part of its own syntax.
    const args = [...days(question), ...(accounts ? [`/${accounts}/`] : []), '--format', format];
    const lines = run('ledger', ['-f', '-', 'register', ...args], journal)
      .split('\n')
      .slice(0, -1);
    return toBalances(lines.map((line) => line.split('\t') as [string, string]));
  },
};

const BOTH = [HLEDGER, LEDGER];

/** The programs that the tests use: one of those that are installed, or both in `npm run nightly`. */
export const ACCOUNTANTS = IS_NIGHTLY ? BOTH : [BOTH.find(({ isThere }) => isThere) ?? HLEDGER];
