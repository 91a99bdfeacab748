/** The accounts of the demo church's staff. Nobody knows their passwords. */
import { fullName } from '../../../lib/person-name.ts';
import type { App } from '../../../app.ts';
import { type Actor, permissionsOfAll } from '../../../permissions.ts';
import { addUser, credentialsOf, newPassword, type NewPassword } from '../../access/users/service.ts';
import { churchLists } from './lists.ts';
import type { Person } from './people.ts';

/** An account to be created. */
export type Account = {
  name: string;
  displayName: string;
  roles: ReturnType<typeof churchLists>['accounts'][number]['roles'];
  /** The person who uses the account; undefined if there are too few suitable people. */
  person: Person | undefined;
  /** A temporary password that is discarded, so the account can be used only after a password reset. */
  password: NewPassword;
};

/** The account that approves what the others hand in. */
const APPROVER = 'elder';

/** Returns the accounts, each with its own password. Must run before the transaction, because hashing takes time. */
export function planAccounts(people: readonly Person[]): Promise<Account[]> {
  const able = people.filter(({ age, input, leaves }) => {
    const isParent = input.familyRole === 'Head' || input.familyRole === 'Spouse';
    return isParent && input.status === 'Active' && leaves === null && age >= 25 && age < 70;
  });
  const { accounts } = churchLists();
  const others = able.filter((_, index) => accounts[index] !== undefined && accounts[index]?.name !== APPROVER);
  // Nobody may approve what their husband or wife is paid back.
  const approver = able.find(({ family }) => !others.some((other) => other.family === family));
  const planned = accounts.map(async ({ name, title, roles }, index): Promise<Account> => {
    const person = name === APPROVER ? approver : able[index];
    const displayName = person ? fullName(person.input) : title;
    return { name, displayName, roles, person, password: await newPassword() };
  });
  return Promise.all(planned);
}

export type Staff = { actors: ReadonlyMap<string, Actor>; emails: string[]; userIds: ReadonlyMap<Person, number> };

/** Creates the accounts. If an e-mail address is already in use, the demo account gets a different one. */
export async function addStaff(app: App, accounts: readonly Account[]): Promise<Staff> {
  const [actors, userIds, emails] = [new Map<string, Actor>(), new Map<Person, number>(), [] as string[]];
  for (const { name, displayName, roles, person, password } of accounts) {
    const email = await freeAddress(app, name);
    const { user } = await addUser(app, { email, displayName, roles, memberId: null }, password);
    const permissions = permissionsOfAll(user.roles);
    actors.set(name, { kind: 'user', id: user.id, name: displayName, roles: user.roles, permissions, signInId: 0 });
    if (person) userIds.set(person, user.id);
    emails.push(email);
  }
  return { actors, userIds, emails };
}

async function freeAddress(app: App, name: string): Promise<string> {
  let email = `${name}@example.org`;
  while (await credentialsOf(app, email)) email = `demo-${email}`;
  return email;
}
