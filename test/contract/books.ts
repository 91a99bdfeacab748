/** Shared helpers of the contract tests: they start a service, sign in people of every role and fill the books. */
import { type Answer, type Daemon, type DaemonOptions, request, signIn, startDaemon } from '../support/daemon.ts';
import { ofFile, startShared } from '../support/worker-service.ts';

export const ZONE = 'America/Chicago';

/** Part of a JSON response body. */
export type Json = Answer['body'];

type Headers = Record<string, string>;

/** The API, called as one signed-in person. */
export type Api = {
  get: (route: string, headers?: Headers) => Promise<Answer>;
  post: (route: string, body?: unknown, headers?: Headers) => Promise<Answer>;
  put: (route: string, body: unknown, headers?: Headers) => Promise<Answer>;
  del: (route: string, headers?: Headers) => Promise<Answer>;
};

export type Staff = Api & { userId: number; email: string; token: string };

export type Books = {
  daemon: Daemon;
  /** The development super_admin. */
  admin: Staff;
  /** Creates a user with these roles and signs in as that user. */
  as: (roles: readonly string[], more?: { memberId?: number }) => Promise<Staff>;
  category: (name: string) => number;
  fund: (name: string) => number;
  subCategory: (name: string) => number;
  ministry: (name: string) => number;
};

function api(url: string, token: string): Api {
  return {
    get: (route, headers = {}) => request(url, 'GET', route, { token, headers }),
    post: (route, body, headers = {}) => request(url, 'POST', route, { token, body, headers }),
    put: (route, body, headers = {}) => request(url, 'PUT', route, { token, body, headers }),
    del: (route, headers = {}) => request(url, 'DELETE', route, { token, headers }),
  };
}

async function signedIn(url: string, email?: string, password?: string): Promise<Staff> {
  const token = await signIn(url, email, password);
  const one = api(url, token);
  const { body } = await one.get('/api/auth/me');
  return { ...one, userId: body.id, email: body.email, token };
}

type Named = { id: number; name: string };

function byName(items: readonly Named[]): (name: string) => number {
  return (name) => {
    const found = items.find((item) => item.name === name);
    if (found === undefined) throw new Error(`The catalogs have no ${name}.`);
    return found.id;
  };
}

/** Returns the books for the tests of one file. Their properties are set when the `beforeAll` hooks have run. */
export const booksOfFile = (): Books => ofFile(openBooks, (books) => books.daemon.stop());

/**
 * Starts a service and signs in its administrator. If `options` names a data directory, the service runs in its own
 * process.
 */
export async function openBooks(options: DaemonOptions = {}): Promise<Books> {
  const start = options.dataDir === undefined ? startShared : startDaemon;
  const daemon = await start({ ...options, env: { TZ: ZONE, ...options.env } });
  const admin = await signedIn(daemon.url);
  const categories = await admin.get('/api/giving-categories');
  const funds = await admin.get('/api/funds');
  const groups = await admin.get('/api/expense-categories');
  const ministries = await admin.get('/api/ministries');
  let made = 0;
  return {
    daemon,
    admin,
    as: async (roles, more = {}) => {
      const email = `person${(made += 1)}@example.org`;
      const { body } = await admin.post('/api/users', { email, displayName: `Person ${made}`, roles, ...more });
      return signedIn(daemon.url, email, body.temporaryPassword);
    },
    category: byName(categories.body.items),
    fund: byName(funds.body.items),
    subCategory: byName(groups.body.items.flatMap((group: { subCategories: Named[] }) => group.subCategories)),
    ministry: byName(ministries.body.items),
  };
}

/** Returns the status and the code of a refusal, such as `409 session_locked`. */
export const refusal = ({ status, body }: Answer): string => `${status} ${body.code}`;

/** Returns the paths of all fields that a refusal names. */
export function badPaths({ body }: Answer): string[] {
  const errors = (body.errors ?? []) as { path: string }[];
  return [...new Set(errors.map(({ path }) => path))].toSorted();
}

/**
 * Returns the resource in the response. Throws if the status is not 2xx. Use it for steps that a test needs but does
 * not itself check.
 */
export async function done(answer: Promise<Answer>) {
  const { status, body } = await answer;
  if (status < 200 || status > 299)
    throw new Error(`The request failed with status ${status}: ${JSON.stringify(body)}`);
  return body;
}

export const etag = ({ headers }: Answer): string => headers.get('etag') ?? 'none';

/** Returns the date that is `days` days after the church’s current date. */
export function inDays(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(at);
}

type Fields = Record<string, unknown>;

export const giving = (books: Books, fields: Fields): Fields => ({
  categoryId: books.category('General Offering'),
  amount: 10,
  method: 'Cash',
  ...fields,
});

export const addGiving = (books: Books, fields: Fields) =>
  done(books.admin.post('/api/givings', giving(books, fields)));

/** Adds a member and returns the response without its warnings, for example about another member with the same name. */
export async function addMember(books: Books, fields: Fields): Promise<Json> {
  const body = { firstName: 'Ann', lastName: 'Lee', ...fields };
  const { warnings: _warnings, ...member } = await done(books.admin.post('/api/members', body));
  return member;
}

export const addSession = (books: Books, fields: Fields) =>
  done(books.admin.post('/api/offering-sessions', { givings: [], ...fields }));

export const expense = (books: Books, fields: Fields): Fields => ({
  subCategoryId: books.subCategory('Office Supplies'),
  ministryId: books.ministry('Worship'),
  amount: 10,
  description: 'Something needed',
  ...fields,
});

export const addExpense = (books: Books, fields: Fields) =>
  done(books.admin.post('/api/expenses', expense(books, fields)));

/** Performs a step of the expense’s workflow as the super_admin. */
export const move = (books: Books, id: number, step: 'submit' | 'approve' | 'pay', body?: unknown) =>
  done(books.admin.post(`/api/expenses/${id}/${step}`, body));

/** Enters, submits and approves an expense, so that it counts in the reports. */
export async function addApproved(books: Books, fields: Fields, approval?: Fields) {
  const { id } = await addExpense(books, fields);
  await move(books, id, 'submit');
  return move(books, id, 'approve', approval);
}

export const statementOf = (books: Books, month: string) => done(books.admin.get(`/api/monthly-statements/${month}`));

export const finalize = (books: Books, month: string, query = '') =>
  books.admin.post(`/api/monthly-statements/${month}/finalize${query}`);

/** Closes a month, even if it still has open items. */
export const close = (books: Books, month: string) => done(finalize(books, month, '?force=true'));
