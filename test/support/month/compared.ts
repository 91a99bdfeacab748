/** Reads the books of both churches of a month, with commands and over HTTP, and leaves out what may differ. */
import { type Books, done, type Json } from '../../contract/books.ts';
import type { Terminal } from './at-terminal.ts';
import { LAST_DAY, MONTH, OPENING } from './plan.ts';

const PERIOD = { from: OPENING.date, to: LAST_DAY };
const [YEAR = '', NUMBER] = MONTH.split('-');

type Report = { command: string; route: string };

const report = (name: string, query: Record<string, string>): Report => ({
  command: `report ${name} ${Object.entries(query)
    .map(([key, value]) => `--${key} ${value}`)
    .join(' ')}`,
  route: `/api/reports/${name}?${new URLSearchParams(query).toString()}`,
});

/** The reports that must be equal. */
const REPORTS: Readonly<Record<string, Report>> = {
  'trial balance': report('trial-balance', { at: LAST_DAY }),
  'income statement': report('income-statement', { ...PERIOD, columns: 'restriction' }),
  'income statement on the paid basis': report('income-statement', { ...PERIOD, basis: 'paid' }),
  'balance sheet': report('balance-sheet', { at: LAST_DAY }),
  'fund balances': report('fund-balances', PERIOD),
  'payment register': report('payment-register', PERIOD),
  'Form 990': { command: `report form990 --year ${YEAR}`, route: `/api/form990/functional-expenses?year=${YEAR}` },
  'statement of the month': {
    command: `statement show ${MONTH}`,
    route: `/api/monthly-statements/${YEAR}/${Number(NUMBER)}`,
  },
  checklist: {
    command: `statement checklist ${MONTH}`,
    route: `/api/monthly-statements/${YEAR}/${Number(NUMBER)}/checklist`,
  },
};

/** Reads the books of a church: every report by its name, and ledgers and reconciliations by account and fund. */
export type Compared = Record<string, unknown>;

type Reader = { read: (report: Report) => Promise<Json>; reconciliation: (account: Json) => Promise<Json> };

async function readBooks({ read, reconciliation }: Reader): Promise<Compared> {
  const found: Compared = {};
  for (const [name, one] of Object.entries(REPORTS)) found[name] = comparable(await read(one));
  const accounts = await read({ command: 'account list', route: '/api/accounts' });
  const funds = await read({ command: 'fund list', route: '/api/funds' });
  found['accounts'] = comparable(accounts);
  for (const [subject, list] of Object.entries({ account: accounts.items, fund: funds.items }) as [string, Json[]][]) {
    for (const { id, name } of list) found[`general ledger of ${name}`] = comparable(await read(ledgerOf(subject, id)));
  }
  for (const account of accounts.items.filter(({ kind }: Json) => ['Checking', 'Savings'].includes(kind))) {
    found[`reconciliation of ${account.name}`] = comparable(await reconciliation(account));
  }
  return found;
}

function ledgerOf(subject: string, id: number): Report {
  const { from, to } = PERIOD;
  return {
    command: `report general-ledger --${subject} ${id} --from ${from} --to ${to} --page-size 200`,
    route: `/api/reports/general-ledger?${subject}Id=${id}&from=${from}&to=${to}&pageSize=200`,
  };
}

/** Reads the books with commands. */
export function booksByCommand({ run }: Terminal): Promise<Compared> {
  const read = async (line: string) => JSON.parse(await run(`${line} --json`));
  return readBooks({
    read: ({ command }) => read(command),
    reconciliation: ({ name }) => read(`report reconciliation ${name} --at ${LAST_DAY}`),
  });
}

/** Reads the books over HTTP. */
export function booksOverHttp({ admin }: Books): Promise<Compared> {
  return readBooks({
    read: ({ route }) => done(admin.get(route)),
    reconciliation: async ({ id }) => {
      const { items } = await done(admin.get(`/api/accounts/${id}/reconciliations`));
      return done(admin.get(`/api/accounts/${id}/reconciliations/${items[0].id}`));
    },
  });
}

/** The fields that differ between two churches with the same books: ids, instants, and who did something. */
const OWN = /^(id|\w+Id|\w+At|\w+By(Name)?)$/;

/** Returns a response without the fields that may differ. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !OWN.test(name));
  return Object.fromEntries(fields.map(([name, field]) => [name, comparable(field)]));
}
