/** The records that the run knows to exist, learned from responses. */
import { collectionOf, type Known, type Made } from './requests.ts';
import type { Answer } from './send.ts';

const MOST_KEPT = 300;
const DAY_MS = 86_400_000;
/** A sign-in is dropped some minutes before its access token expires. */
const USED_MS = 10 * 60_000;
/** Matches the accounts that the run itself needs. They are not stored, so no request changes them. */
const STAFF = /@(?:staff\.example|vestry\.local)$/;

type Account = { email: string; password: string };
type SignIn = { token: string; account: Account; at: number; readonly password: string };

export type Store = Omit<Known, 'token'> & {
  /** Learns from a response which records exist or no longer exist. */
  learn: (made: Made, answer: Answer) => void;
};

type Kept = Map<string, unknown[]>;

/** Creates a store with these initial values, by collection. */
export function newStore(first: Record<string, unknown[]>): Store {
  const kept: Kept = new Map(Object.entries(first));
  const accounts = new Map<number, Account>();
  return {
    pick: (collection, pick) => {
      const all = kept.get(collection) ?? [];
      return all[pick % all.length];
    },
    // For 0, the date is yesterday. Today may be in the future in a time zone that the church chooses.
    daysAgo: (days) => new Date(Date.now() - (days + 1) * DAY_MS).toISOString().slice(0, 10),
    learn: (made, answer) => {
      if (answer.status === 401 || answer.status === 404) forget(kept, made);
      if (answer.status >= 300 || made.request.method === 'HEAD') return;
      if (/(?:merge|purge)$/.test(made.draft.operation.path)) forget(kept, made);
      // A cookie can be used only once.
      if (/(?:refresh|logout)$/.test(made.draft.operation.path)) forget(kept, made);
      learnThings(kept, made, answer);
      learnPeople(kept, accounts, made, answer);
    },
  };
}

function keep(kept: Kept, collection: string, ...things: unknown[]): void {
  const all = kept.get(collection) ?? [];
  for (const thing of things) if (!all.includes(thing)) all.push(thing);
  kept.set(collection, all.slice(-MOST_KEPT));
}

function drop(kept: Kept, collection: string, isGone: (thing: unknown) => boolean): void {
  kept.set(
    collection,
    (kept.get(collection) ?? []).filter((one) => !isGone(one)),
  );
}

/**
 * Forgets the record, invitation, cookie and sign-in that a request used. Forgets the record only if the sender was a
 * super_admin, because a record may be hidden from other senders.
 */
function forget(kept: Kept, { request, role, draft }: Made): void {
  const id = Number(/\/(\d+)(?:\/|$)/.exec(request.target.split('?')[0] ?? '')?.[1]);
  const { authorization, cookie } = request.headers ?? {};
  if (role === 'super_admin') dropThing(kept, collectionOf(draft.operation.path), id);
  if (draft.operation.path.includes('invitation'))
    drop(kept, 'invitations', (one) => request.target.includes(String(one)) || isSent(request.body, one));
  if (cookie !== undefined) drop(kept, 'cookies', (one) => one === cookie);
  for (const collection of ['sign-ins', 'sign-in-ids'])
    drop(kept, collection, (one) => authorization === `Bearer ${(one as { token: string }).token}`);
}

const isSent = (body: Buffer | undefined, text: unknown) => body?.includes(String(text)) === true;

function dropThing(kept: Kept, collection: string, id: number): void {
  drop(kept, collection, (thing) => thing === id);
}

type Thing = { id: number; isActive?: boolean; email?: string };

/** Returns the name of the collection that a path lists or adds to. */
function listedBy(pattern: string): string {
  if (pattern.includes('{id}')) return collectionOf(pattern);
  if (pattern === '/api/notifications/groups') return 'messaging-groups';
  return pattern === '/api/expense-categories' ? 'groups' : (pattern.split('/').at(-1) ?? '');
}

function learnThings(kept: Kept, { draft, request }: Made, { json }: Answer): void {
  const { method, path: pattern, name } = draft.operation;
  const collection = listedBy(pattern);
  if (method === 'DELETE') {
    const id = Number(/\/(\d+)$/.exec(request.target.split('?')[0] ?? '')?.[1]);
    dropThing(kept, collection, id);
    if (collection === 'members') keep(kept, 'deleted-members', id);
    return;
  }
  if (name === 'GET /api/form990/lines') {
    const lines = (json.items as { code: string }[]).map(({ code }) => code);
    keep(kept, 'lines', ...lines);
    keep(kept, 'line-codes', ...lines.filter((code) => /^\d+[a-z]?$/.test(code) && !/^24.|^25/.test(code)));
  }
  if (name === 'POST /api/notifications/binding-codes') keep(kept, 'binding-codes', json.code);
  if (json?.batchId) keep(kept, 'batches', json.batchId);
  if (name === 'GET /api/contributions/{year}')
    keep(kept, 'givers', ...(json.items as { memberId: number }[]).map(({ memberId }) => memberId));
  if (name === 'GET /api/expenses/{id}/receipts') {
    const id = Number(/(\d+)\/receipts/.exec(request.target)?.[1]);
    keep(kept, 'kept-receipts', ...(json.items as Thing[]).map((one) => ({ id, receiptId: one.id })));
  }
  if (/\/(?:auth|audit-logs|history|contributions|receipts)/.test(pattern)) return;
  const items = (json?.items ?? [json]) as (Thing & { subCategories?: Thing[] })[];
  for (const one of items) {
    if (typeof one?.id !== 'number' || STAFF.test(one.email ?? '')) continue;
    const isUsable = collection === 'users' || collection === 'messaging-groups' || one.isActive !== false;
    if (isUsable) keep(kept, collection, one.id);
    else dropThing(kept, collection, one.id);
    if (one.subCategories) keep(kept, 'subcategories', ...one.subCategories.map(({ id }) => id));
  }
}

function learnPeople(kept: Kept, accounts: Map<number, Account>, made: Made, { json, cookies }: Answer): void {
  const { name } = made.draft.operation;
  const token = made.request.headers?.['authorization']?.slice('Bearer '.length);
  const signIns = (kept.get('sign-ins') ?? []) as SignIn[];
  const url = json?.invitation?.url ?? json?.url;
  if (typeof url === 'string') keep(kept, 'invitations', new URL(url).searchParams.get('token'));
  if (name === 'POST /api/users') {
    const account = { email: String(json.user.email), password: String(json.temporaryPassword) };
    accounts.set(json.user.id, account);
    keep(kept, 'accounts', account);
    keep(kept, 'users', json.user.id);
  }
  const id = Number(/\/users\/(\d+)/.exec(made.request.target ?? '')?.[1]);
  const account = accounts.get(json?.accessToken === undefined ? id : json.user.id);
  if (account && json?.temporaryPassword && name.endsWith('/reset-password')) account.password = json.temporaryPassword;
  if (account && name === 'PUT /api/users/{id}') account.email = json.email;
  const newPassword = (made.sent as { newPassword?: string } | undefined)?.newPassword;
  if (account && newPassword !== undefined) account.password = newPassword;
  if (account && json?.accessToken !== undefined) {
    const signIn = { token: String(json.accessToken), account, at: Date.now() };
    keep(kept, 'sign-ins', Object.defineProperty(signIn, 'password', { get: () => account.password }));
    const cookie = /^app_rt=[^;]+/.exec(cookies[0] ?? '')?.[0];
    if (cookie !== undefined) keep(kept, 'cookies', cookie);
  }
  if (name === 'POST /api/auth/change-password') {
    const own = signIns.find((one) => one.token === token);
    if (own && newPassword !== undefined) own.account.password = newPassword;
  }
  if (name === 'GET /api/auth/sessions' && signIns.some((one) => one.token === token))
    keep(kept, 'sign-in-ids', ...(json.items as Thing[]).map(({ id }) => ({ id, token })));
  drop(kept, 'sign-ins', (one) => Date.now() - (one as SignIn).at > USED_MS);
}
