/** Shared helpers of the tests of bank statements: files of a bank, and requests to one account. */
import { randomUUID } from 'node:crypto';
import { addApproved, type Books, done, giving, type Json, type Staff } from './books.ts';
import type { Answer } from '../support/daemon.ts';

/** A line of a made-up file: `id` is the id that the bank gives it. */
export type Line = { id?: string; date: string; amount: number; text: string; memo?: string; check?: string };

/** Returns a treasurer, a finance user and an elder. */
export async function financeTeam(books: Books): Promise<[treasurer: Staff, finance: Staff, elder: Staff]> {
  return [await books.as(['treasurer']), await books.as(['finance']), await books.as(['elder'])];
}

/** Returns an OFX file as many banks make it: SGML without end tags of its fields. */
export function ofx(
  lines: readonly Line[],
  { account = '001234567', currency = 'USD', begin }: { account?: string; currency?: string; begin?: string } = {},
): string {
  const day = (date: string) => `${date.replaceAll('-', '')}120000[-6:CST]`;
  const days = lines.map(({ date }) => date).toSorted();
  const rows = lines.map(({ id, date, amount, text, memo, check }, index) =>
    [
      '<STMTTRN>',
      `<TRNTYPE>${amount < 0 ? 'DEBIT' : 'CREDIT'}`,
      `<DTPOSTED>${day(date)}`,
      `<TRNAMT>${amount.toFixed(2)}`,
      `<FITID>${id ?? `${date}-${index}-${amount}`}`,
      ...(check === undefined ? [] : [`<CHECKNUM>${check}`]),
      `<NAME>${text}`,
      ...(memo === undefined ? [] : [`<MEMO>${memo}`]),
      '</STMTTRN>',
    ].join('\n'),
  );
  return `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>${currency}
<BANKACCTFROM><BANKID>111000025<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>${day(begin ?? days[0] ?? '2026-01-01')}<DTEND>${day(days.at(-1) ?? '2026-01-31')}
${rows.join('\n')}
</BANKTRANLIST><LEDGERBAL><BALAMT>0.00<DTASOF>${day(days.at(-1) ?? '2026-01-31')}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;
}

/** Who imports into which account. */
type Importer = { books: Books; who: Staff; accountId: number; step?: 'import' | 'preview' };

async function send(
  { books, who, accountId, step = 'import' }: Importer,
  body: FormData | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${books.daemon.url}/api/accounts/${accountId}/bank-lines/${step}`, {
    method: 'POST',
    headers: { ...headers, Authorization: `Bearer ${who.token}` },
    body,
  });
  const answer: Answer = { status: response.status, headers: response.headers, body: (await response.json()) as Json };
  return answer;
}

/** Sends a file in a form with these other fields. */
export function sendForm(to: Importer, content: string | Buffer, fields: Record<string, string> = {}): Promise<Answer> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(Buffer.from(content))], 'download'));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return send(to, form);
}

/** Sends a file in a form, and for CSV the mapping. */
export const sendFile = (to: Importer, content: string | Buffer, mapping?: Json): Promise<Answer> =>
  sendForm(to, content, mapping === undefined ? {} : { mapping: JSON.stringify(mapping) });

/** Sends the bytes of a file without a form. */
export const sendRaw = (to: Importer, content: string | Buffer, type = 'application/octet-stream'): Promise<Answer> =>
  send(to, new Uint8Array(Buffer.from(content)), { 'Content-Type': type });

/** An account at a bank with the requests that the tests send, as one person. */
export function bankOf(books: Books, who: Staff, accountId: number) {
  const route = `/api/accounts/${accountId}`;
  const importer: Importer = { books, who, accountId };
  const send = (lines: readonly Line[], options?: Parameters<typeof ofx>[1]) => sendFile(importer, ofx(lines, options));
  return {
    id: accountId,
    route,
    importer,
    send,
    /** Asks what the import of lines would add. */
    preview: (lines: readonly Line[]) => sendFile({ ...importer, step: 'preview' }, ofx(lines)),
    file: (content: string | Buffer, mapping?: Json) => sendFile(importer, content, mapping),
    /** Imports lines, and returns the counts. */
    bring: (lines: readonly Line[]): Promise<Json> => done(send(lines)),
    lines: async (query = ''): Promise<Json[]> =>
      (await done(who.get(`${route}/bank-lines?pageSize=200&sort=id${query}`))).items,
    /** Imports lines, and returns them as they are read. Each made-up line needs another text. */
    added: async (lines: readonly Line[]): Promise<Json[]> => {
      await done(send(lines));
      const { items } = await done(who.get(`${route}/bank-lines?pageSize=200&sort=id`));
      return lines.map(({ text }) => items.find(({ description }: Json) => description === text));
    },
    match: (lines: readonly number[], documents: readonly Json[]) => who.post(`${route}/matches`, { lines, documents }),
    start: (endDate: string, endBalance: number) => who.post(`${route}/reconciliations`, { endDate, endBalance }),
    tick: (id: number, cleared: readonly Json[]) => who.put(`${route}/reconciliations/${id}`, { cleared }),
    step: (id: number, name: 'finish' | 'undo' | 'review') => who.post(`${route}/reconciliations/${id}/${name}`),
    read: (id: number): Promise<Json> => done(who.get(`${route}/reconciliations/${id}`)),
  };
}
export type Bank = ReturnType<typeof bankOf>;

/** Adds an account of this kind, and returns it with its requests. */
export async function newBank(books: Books, who: Staff, kind = 'Checking'): Promise<Bank> {
  const { id } = await done(who.post('/api/accounts', { name: `Bank ${randomUUID()}`, kind }));
  return bankOf(books, who, id);
}

/** Returns a document as a match names it. */
export const named = ({ type, id }: Json): Json => ({ type, id });

const INTEREST = 1;
const UNDEPOSITED = 1;

/** Enters documents that the bank statement of an account can show, on 3 February 2026 unless a test says otherwise. */
export function documentsOf(books: Books, who: Staff, { id: accountId }: Pick<Bank, 'id'>) {
  const date = '2026-02-03';
  const of = (type: string) => async (answer: Promise<Answer>) => ({ type, ...(await done(answer)) });
  const enterIncome = (amount: number, fields: Json) =>
    who.post('/api/other-income', { date, amount, incomeCategoryId: INTEREST, accountId, ...fields });
  return {
    income: (amount: number, fields: Json = {}): Promise<Json> => of('OtherIncome')(enterIncome(amount, fields)),
    /** Deposits one amount of money, which did not come from a giver. */
    deposit: async (amount: number, fields: Json = {}): Promise<Json> => {
      const { id: otherIncomeId } = await done(
        enterIncome(amount, { accountId: UNDEPOSITED, date: fields.date ?? date }),
      );
      return of('Deposit')(who.post('/api/deposits', { date, accountId, items: [{ otherIncomeId }], ...fields }));
    },
    /** Enters a gift that arrives in this account. */
    gift: async (amount: number, fields: Json = {}): Promise<Json> => {
      const methods = await done(who.get('/api/accounts/by-method'));
      await done(who.put('/api/accounts/by-method', { ...methods, in: { ...methods.in, Zelle: accountId } }));
      const gift = of('Giving')(who.post('/api/givings', giving(books, { date, amount, method: 'Zelle', ...fields })));
      await gift;
      await done(who.put('/api/accounts/by-method', methods));
      return gift;
    },
    /** Pays an approved expense with a check. */
    check: async (amount: number, fields: Json = {}): Promise<Json> => {
      const { id: expenseId } = await addApproved(books, { expenseDate: date, amount, vendor: 'City Power' });
      const items = [{ expenseId }];
      return of('Payment')(who.post('/api/payments', { date, accountId, method: 'Check', items, ...fields }));
    },
    transfer: (amount: number, fields: Json): Promise<Json> =>
      of('Transfer')(who.post('/api/transfers', { date, amount, memo: 'Change', ...fields })),
    /** Enters an adjusting entry that another person approves. */
    entry: async (amount: number, approver: Staff): Promise<Json> => {
      const lines = [
        { accountId, debit: amount },
        { incomeCategoryId: INTEREST, credit: amount },
      ];
      const { id } = await done(who.post('/api/journal-entries', { date, memo: 'Found in the drawer', lines }));
      return of('JournalEntry')(approver.post(`/api/journal-entries/${id}/approve`));
    },
  };
}
export type Documents = ReturnType<typeof documentsOf>;

/** Adds an account, and returns it with its requests and a way to enter its documents. */
export async function newWork(books: Books, who: Staff, kind?: string): Promise<Bank & { enter: Documents }> {
  const bank = await newBank(books, who, kind);
  return { ...bank, enter: documentsOf(books, who, bank) };
}
export type Work = Awaited<ReturnType<typeof newWork>>;

/** Returns the statuses of responses to requests that were sent together, the lowest first. */
export const statusesOf = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

/** Rules of an account, and the requests about them, as one person. */
export function rulesOf(books: Books, who: Staff, { route }: Pick<Bank, 'route'>) {
  const expense = { subCategoryId: books.subCategory('Telephone'), ministryId: books.ministry('Worship') };
  const add = (contains: string, action: Json, fields: Json = {}) =>
    who.post(`${route}/bank-rules`, { contains, direction: 'Out', action, ...fields });
  return {
    add,
    expense: (contains: string, action: Json = {}, fields: Json = {}): Promise<Json> =>
      done(add(contains, { type: 'Expense', ...expense, ...action }, fields)),
    income: (contains: string, action: Json = {}): Promise<Json> =>
      done(add(contains, { type: 'OtherIncome', incomeCategoryId: INTEREST, ...action }, { direction: 'In' })),
    /** Adds a rule of another kind. */
    of: (type: string, contains: string, direction = 'Out', action: Json = {}): Promise<Json> =>
      done(add(contains, { type, ...action }, { direction })),
    list: async (): Promise<Json[]> => (await done(who.get(`${route}/bank-rules`))).items,
    apply: (body: Json = {}): Promise<Json> => done(who.post(`${route}/bank-rules/apply`, body)),
    undo: ({ id }: Json, body: Json = {}): Promise<Json> => done(who.post(`${route}/bank-rules/${id}/undo`, body)),
  };
}
