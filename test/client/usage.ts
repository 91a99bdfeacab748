/**
 * Calls of the client that must compile, and calls that the compiler must refuse. This code is never run. `npm run
 * check` compiles it, and a test compiles it against only the files of the packed package.
 */
import { createVestryClient, type Outcome, type paths, type Problem, type Schemas, type User } from 'vestry/client';

const vestry = createVestryClient({ baseUrl: 'http://localhost:8990', onSignedOut: () => {} });
const sunday = { categoryId: 1, amount: 12.5, date: '2026-01-04' };
const body = { ...sunday, method: 'Cash' } as const;

export async function whatCompiles(): Promise<Problem | undefined> {
  const signedIn: Outcome<User> = await vestry.signIn({ email: 'ann@example.org', password: 'secret' });
  if (signedIn.error) return signedIn.error;
  const name: string = signedIn.data.displayName;

  const { data: members, error } = await vestry.GET('/api/members', { params: { query: { search: name, page: 2 } } });
  if (error) return error;
  const [first]: Schemas['Member'][] = members.items;

  const header = { 'Idempotency-Key': 'sunday-1' };
  const giving = await vestry.POST('/api/givings', { params: { header }, body: { ...sunday, method: 'Check' } });
  const amount: number | undefined = giving.data?.amount;
  const path = { id: first?.id ?? 1 };
  const etag: string | null = giving.response.headers.get('ETag');
  const gone = await vestry.DELETE('/api/givings/{id}', { params: { path, header: { 'If-Match': etag ?? '' } } });
  const nothing: undefined = gone.data;

  const read = await vestry.GET('/api/members/{id}', { params: { path } });
  if (read.error) return read.error;
  const lastName: string = read.data.lastName;
  const since = { 'If-None-Match': read.response.headers.get('ETag') ?? '' };
  const again = await vestry.GET('/api/members/{id}', { params: { path, header: since } });
  if (again.error) return again.error;
  const unchanged: boolean = again.data === undefined || again.data.lastName === lastName;
  const { id, createdAt, modifiedAt, createdBy, modifiedBy, ...member } = read.data;
  await vestry.PUT('/api/members/{id}', {
    params: { path },
    body: { ...member, phone: unchanged ? null : '555-0100' },
  });

  const file = new Blob([`${amount} ${nothing} ${[id, createdAt, modifiedAt, createdBy, modifiedBy].join()}`]);
  await vestry.PUT('/api/expenses/{id}/receipt', { params: { path }, body: { file } });
  const receipt = await vestry.GET('/api/expenses/{id}/receipt', { params: { path } });
  const bytes: Blob | undefined = receipt.data;
  await vestry.GET('/api/ministries', bytes === undefined ? {} : { signal: AbortSignal.timeout(1000) });
  await vestry.signOut();
  return undefined;
}

export async function whatDoesNotCompile(): Promise<void> {
  // @ts-expect-error The address does not exist.
  await vestry.GET('/api/memberz');
  // @ts-expect-error The address does not have this method.
  await vestry.DELETE('/api/givings');
  // @ts-expect-error The id of the member is missing.
  await vestry.GET('/api/members/{id}');
  // @ts-expect-error An id must be a number.
  await vestry.GET('/api/members/{id}', { params: { path: { id: 'seven' } } });
  // @ts-expect-error The parameter does not exist.
  await vestry.GET('/api/members', { params: { query: { search: 'Li', pageSise: 3 } } });
  // @ts-expect-error The body is missing.
  await vestry.POST('/api/givings');
  // @ts-expect-error The payment method does not exist.
  await vestry.POST('/api/givings', { body: { ...sunday, method: 'Cheque' } });
  // @ts-expect-error The amount is missing.
  await vestry.POST('/api/givings', { body: { categoryId: 1, date: '2026-01-04', method: 'Cash' } });
  // @ts-expect-error A client cannot send totals.
  await vestry.POST('/api/givings', { body: { ...body, total: 5 } });
  // @ts-expect-error The header does not exist.
  await vestry.POST('/api/givings', { params: { header: { 'Idempotence-Key': 'sunday-1' } }, body });

  const { data, error } = await vestry.GET('/api/members');
  const same = await vestry.GET('/api/members/{id}', {
    params: { path: { id: 1 }, header: { 'If-None-Match': '"a"' } },
  });
  // @ts-expect-error The data are missing if the member is unchanged (304).
  if (!same.error) same.data.lastName.at(0);
  // @ts-expect-error A read has no `If-Match` header.
  await vestry.GET('/api/members/{id}', { params: { path: { id: 1 }, header: { 'If-Match': '"a"' } } });
  // @ts-expect-error Without a check of `error`, there may be no data.
  data.items.at(0);
  // @ts-expect-error The error code does not exist.
  if (error?.code === 'not_fuond') return;
  // @ts-expect-error A member does not have this field.
  data?.items[0]?.surname.at(0);

  // @ts-expect-error The address of the service is missing.
  createVestryClient({});
  // @ts-expect-error The password is missing.
  await vestry.signIn({ email: 'ann@example.org' });
}

export type MemberQuery = paths['/api/members']['get']['parameters']['query'];
