import { NewAccount } from '../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../src/features/ledger/accounts/service.ts';
import { decode } from '../../src/validate.ts';
import { as, testApp, type TestApp } from './app.ts';
import { addUser } from './books.ts';
import { importPeople } from './import.ts';

/** Returns a church with two givers and an account of a card service, with an app that acts as its super_admin. */
export async function cardChurch(): Promise<{ app: TestApp; stripe: number }> {
  const system = await testApp();
  const app = as(system, await addUser(system), 'super_admin');
  await importPeople(app, [
    'First Name,Last Name,Email',
    'Alma,Fenwick,alma@example.org',
    'Otto,Brandt,otto@example.org',
  ]);
  const { id: stripe } = await createAccount(app, decode(NewAccount, { name: 'Stripe', kind: 'Processor' }));
  return { app, stripe };
}
