import { expect, test } from 'vitest';
import {
  decide,
  joinAccount,
  leaveAccount,
  takeTurn,
  type Turn,
} from '../../../../src/features/messages/email/account.ts';
import { testApp } from '../../../support/app.ts';

test('the last letter of a day waits for one that may be refused, and takes its place', async () => {
  const app = await testApp();
  const account = joinAccount(app, 'a server', { maxConnections: 5, perMinute: null, perDay: 1 }, []);
  const turn = (): Promise<Turn> => takeTurn(app, account, { since: undefined, isStopped: async () => false });
  const countedAt = (one: Turn) => (typeof one === 'object' && 'countedAt' in one ? one.countedAt : undefined);
  const refused = await turn();
  const second = turn();
  decide(account, countedAt(refused) ?? 0, false);
  const taken = countedAt(await second);
  expect(taken).toBeDefined();
  const third = turn();
  decide(account, taken ?? 0, true);
  expect(await third).toMatchObject({ why: 'day' });
  leaveAccount(account);
});
