/** All requests of the settings to the service, besides those of the catalogs (`store.ts`). */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import type { Language } from '../i18n/i18n.ts';
import { churchQuery } from '../kit/church.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';
import { readMe } from '../session/session.ts';
import type { AuditNames } from './audit-names.ts';
import { storeOf, type Versioned, versioned } from './store.ts';

export type Profile = Schemas['ChurchProfile'];
export type User = Schemas['User'];
export type Rules = Schemas['ApprovalRules'];
export type MailServer = Schemas['Mail'];
export type SecondFactorRules = Schemas['SecondFactorRules'];
export type Entry = Schemas['AuditEntry'];
type Opening = Schemas['Opening'];

export const funds = storeOf<Schemas['Fund']>('/api/funds');
export const accounts = storeOf<Schemas['AccountWithBalance']>('/api/accounts');
export const incomeCategories = storeOf<Schemas['IncomeCategory']>('/api/income-categories');
export const ministries = storeOf<Schemas['Ministry']>('/api/ministries');
export const groups = storeOf<Schemas['ExpenseCategoryGroup']>('/api/expense-categories/groups');
export const subCategories = storeOf<Schemas['ExpenseSubCategory']>('/api/expense-categories/subcategories');
export const givingCategories = storeOf<Schemas['GivingCategory']>('/api/giving-categories');

export const fundsQuery = queryOptions({
  queryKey: ['settings', 'funds'],
  queryFn: async () => (await answerOf(client.GET('/api/funds'))).items,
});

export const accountsQuery = queryOptions({
  queryKey: ['settings', 'accounts'],
  queryFn: async () => (await answerOf(client.GET('/api/accounts'))).items,
});

export const incomeCategoriesQuery = queryOptions({
  queryKey: ['settings', 'income-categories'],
  queryFn: async () => (await answerOf(client.GET('/api/income-categories'))).items,
});

export const ministriesQuery = queryOptions({
  queryKey: ['settings', 'ministries'],
  queryFn: async () => (await answerOf(client.GET('/api/ministries'))).items,
});

export const expenseKindsQuery = queryOptions({
  queryKey: ['settings', 'expense-kinds'],
  queryFn: async () => (await answerOf(client.GET('/api/expense-categories'))).items,
});

export const usualCategoriesQuery = queryOptions({
  queryKey: ['settings', 'expense-kinds', 'usual'],
  queryFn: async () => (await answerOf(client.GET('/api/expense-categories/usual'))).items,
});

/** Adds the usual categories of expenses that are missing. Returns how many there were. */
export async function addUsualCategories(): Promise<number> {
  const { items } = await answerOf(client.POST('/api/expense-categories/usual'));
  void queryClient.invalidateQueries();
  return items.length;
}

export const form990LinesQuery = queryOptions({
  queryKey: ['settings', 'form990-lines'],
  queryFn: async () => (await answerOf(client.GET('/api/form990/lines'))).items,
  staleTime: Number.POSITIVE_INFINITY,
});

export const givingCategoriesQuery = queryOptions({
  queryKey: ['settings', 'giving-categories'],
  queryFn: async () =>
    (await answerOf(client.GET('/api/giving-categories', { params: { query: { includeDisabled: true } } }))).items,
});

/** Saves a giving category. Whether it is open to new gifts is a step of its own. */
export async function saveGivingCategory(
  body: object,
  basis: Versioned<Schemas['GivingCategory']> | undefined,
): Promise<Versioned<Schemas['GivingCategory']>> {
  const { isActive, ...fields } = body as Schemas['NewGivingCategory'] & { isActive?: boolean };
  const saved = basis
    ? await givingCategories.save(basis.record.id, fields, basis.etag)
    : await givingCategories.add(fields);
  if (isActive === undefined || saved.record.isActive === isActive) return saved;
  const params = { path: { id: saved.record.id }, header: { 'If-Match': saved.etag } };
  const step = isActive ? 'enable' : 'disable';
  const moved = await versioned(client.POST(`/api/giving-categories/{id}/${step}`, { params }));
  void queryClient.invalidateQueries();
  return moved;
}

export const profileQuery = queryOptions({
  queryKey: ['settings', 'church-profile'],
  queryFn: () => versioned(client.GET('/api/church-profile')),
});

/** Replaces the profile. Throws a Refusal `stale_version` if somebody else changed it meanwhile. */
export async function saveProfile(body: object, etag: string): Promise<Versioned<Profile>> {
  const params = { header: { 'If-Match': etag } };
  const saved = await versioned(client.PUT('/api/church-profile', { params, body: body as never }));
  queryClient.setQueryData(profileQuery.queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: churchQuery.queryKey });
  return saved;
}

export const rulesQuery = queryOptions({
  queryKey: ['settings', 'approval-rules'],
  queryFn: () => versioned(client.GET('/api/approval-rules')),
});

/** Replaces the limits of approvals. */
export async function saveRules(body: object, etag: string): Promise<Versioned<Rules>> {
  const saved = await versioned(client.PUT('/api/approval-rules', { params: { header: { 'If-Match': etag } }, body }));
  queryClient.setQueryData(rulesQuery.queryKey, saved);
  return saved;
}

export const mailQuery = queryOptions({
  queryKey: ['settings', 'mail'],
  queryFn: () => versioned(client.GET('/api/mail')),
});

/** Changes the mail server and its limits. */
export async function saveMail(body: object, etag: string): Promise<Versioned<MailServer>> {
  const saved = await versioned(client.PUT('/api/mail', { params: { header: { 'If-Match': etag } }, body }));
  queryClient.setQueryData(mailQuery.queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: ['channels'] });
  return saved;
}

/** Sends a test letter. With the same key, the service sends nothing twice. */
export const sendTest = (to: string, key: string) =>
  answerOf(client.POST('/api/mail/test', { params: { header: { 'Idempotency-Key': key } }, body: { to } }));

export const secondFactorRulesQuery = queryOptions({
  queryKey: ['settings', 'second-factor-rules'],
  queryFn: () => versioned(client.GET('/api/second-factor-rules')),
});

/** Chooses the roles that need a second factor. This may be a role of the person themselves. */
export async function saveSecondFactorRules(body: object, etag: string): Promise<Versioned<SecondFactorRules>> {
  const params = { header: { 'If-Match': etag } };
  const saved = await versioned(client.PUT('/api/second-factor-rules', { params, body: body as never }));
  queryClient.setQueryData(secondFactorRulesQuery.queryKey, saved);
  void readMe();
  return saved;
}

export const byMethodQuery = queryOptions({
  queryKey: ['settings', 'by-method'],
  queryFn: () => versioned(client.GET('/api/accounts/by-method')),
});

/** Chooses the account of each payment method. */
export async function saveByMethod(body: object, etag: string): Promise<Versioned<Schemas['AccountsByMethod']>> {
  const saved = await versioned(
    client.PUT('/api/accounts/by-method', { params: { header: { 'If-Match': etag } }, body }),
  );
  queryClient.setQueryData(byMethodQuery.queryKey, saved);
  return saved;
}

export const openingQuery = queryOptions({
  queryKey: ['settings', 'opening'],
  queryFn: () => versioned(client.GET('/api/books/opening')),
});

/** Saves the opening of the books. */
export async function saveOpening(body: Schemas['NewOpening'], etag: string): Promise<Versioned<Opening>> {
  const saved = await versioned(client.PUT('/api/books/opening', { params: { header: { 'If-Match': etag } }, body }));
  queryClient.setQueryData(openingQuery.queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: accountsQuery.queryKey });
  return saved;
}

export const priorFiguresQuery = (fiscalYear: number) =>
  queryOptions({
    queryKey: ['settings', 'prior-figures', fiscalYear],
    queryFn: () => versioned(client.GET('/api/books/prior-figures/{fiscalYear}', { params: { path: { fiscalYear } } })),
  });

/** Saves the figures of a fiscal year before the books. Reports that compare with them are read again. */
export async function savePriorFigures(
  fiscalYear: number,
  body: Schemas['NewPriorFigures'],
  etag: string,
): Promise<Versioned<Schemas['PriorFigures']>> {
  const params = { path: { fiscalYear }, header: { 'If-Match': etag } };
  const saved = await versioned(client.PUT('/api/books/prior-figures/{fiscalYear}', { params, body }));
  queryClient.setQueryData(priorFiguresQuery(fiscalYear).queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: ['reports'] });
  return saved;
}

export const rolesQuery = queryOptions({
  queryKey: ['settings', 'roles'],
  queryFn: async () => (await answerOf(client.GET('/api/roles'))).items,
  staleTime: Number.POSITIVE_INFINITY,
});

export const usersQuery = (filters: { search: string; role: string; isActive: string; page: number }) =>
  queryOptions({
    queryKey: ['settings', 'users', filters],
    queryFn: () => {
      const { search, role, isActive, page } = filters;
      const query = {
        page,
        pageSize: 50,
        sort: 'displayName' as const,
        ...(search !== '' && { search }),
        ...(role !== '' && { role: role as User['roles'][number] }),
        ...(isActive !== '' && { isActive: isActive === 'true' }),
      };
      return answerOf(client.GET('/api/users', { params: { query } }));
    },
    placeholderData: (before) => before,
  });

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['settings', 'user', id],
    queryFn: () => versioned(client.GET('/api/users/{id}', { params: { path: { id } } })),
  });

/** Creates an account. The result has the invitation, which is shown only once. */
export async function addUser(body: object): Promise<Schemas['CreatedUser']> {
  const made = await answerOf(client.POST('/api/users', { body: body as never }));
  usersChanged();
  return made;
}

/** Replaces an account. */
export async function saveUser(id: number, body: object, etag: string): Promise<Versioned<User>> {
  const params = { path: { id }, header: { 'If-Match': etag } };
  return noted(await versioned(client.PUT('/api/users/{id}', { params, body: body as never })));
}

/** Deactivates an account, or activates it again. */
export async function moveUser(id: number, step: 'activate' | 'deactivate'): Promise<Versioned<User>> {
  return noted(await versioned(client.POST(`/api/users/{id}/${step}`, { params: { path: { id } } })));
}

/** Gives an account a temporary password, which is shown only once. */
export async function resetPassword(id: number): Promise<string> {
  const { temporaryPassword } = await answerOf(
    client.POST('/api/users/{id}/reset-password', { params: { path: { id } } }),
  );
  usersChanged();
  return temporaryPassword ?? '';
}

/** Removes every second factor of an account whose owner has lost them. */
export async function resetSecondFactor(id: number): Promise<Versioned<User>> {
  return noted(await versioned(client.POST('/api/users/{id}/reset-second-factor', { params: { path: { id } } })));
}

/** Makes a new invitation for an account. Its link is shown only once. */
export async function inviteUser(id: number): Promise<string> {
  const { url } = await answerOf(client.POST('/api/users/{id}/invitation', { params: { path: { id } } }));
  return url ?? '';
}

function noted(saved: Versioned<User>): Versioned<User> {
  queryClient.setQueryData(userQuery(saved.record.id).queryKey, saved);
  usersChanged();
  // A person may have changed their own roles.
  void readMe();
  return saved;
}

function usersChanged(): void {
  void queryClient.invalidateQueries({ queryKey: ['settings', 'users'] });
  void queryClient.invalidateQueries({ queryKey: ['settings', 'user'] });
}

export type AuditFilters = {
  action: string;
  entityType: string;
  entityId: string;
  from: string;
  to: string;
  page: number;
};

export const auditQuery = ({ page, ...filters }: AuditFilters) =>
  queryOptions({
    queryKey: ['settings', 'audit', filters, page],
    queryFn: () => {
      const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
      return answerOf(client.GET('/api/audit-logs', { params: { query: { page, pageSize: 50, ...given } } }));
    },
    placeholderData: (before) => before,
  });

/** The Chinese names. They load when somebody first opens the log in Chinese. */
export const auditNamesQuery = (language: Language) =>
  queryOptions({
    queryKey: ['audit-names', language],
    queryFn: async (): Promise<AuditNames | null> =>
      language === 'zh-TW' ? (await import('./words.audit.zh-TW.ts')).names : null,
    staleTime: Infinity,
  });
