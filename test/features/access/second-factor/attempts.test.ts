import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import { countingRefusals, type SecondStep } from '../../../../src/features/access/second-factor/attempts.ts';
import { record } from '../../../../src/features/audit/service.ts';
import { type TestApp, testApp } from '../../../support/app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const CODE: SecondStep = { kind: 'factor', id: 1 };
const wrong = async () => undefined;

/** Returns the app as a new process has it, whose counts in memory are empty. */
const restarted = () => ({ ...app, config: { ...app.config } });
const tooMany = { code: 'too_many_requests' };

async function refuseFive(): Promise<void> {
  for (let count = 0; count < 5; count += 1) await countingRefusals(app, CODE, wrong);
}

describe('five wrong codes', () => {
  test('keep further codes from being tried, also after a restart, and are in the audit log', async () => {
    await refuseFive();
    await expect(countingRefusals(app, CODE, wrong)).rejects.toMatchObject(tooMany);
    await expect(countingRefusals(restarted(), CODE, wrong)).rejects.toMatchObject(tooMany);
    const entries = await app.db
      .selectFrom('auditLogs')
      .select(['entityId'])
      .where('action', '=', 'AuthenticatorRefused')
      .execute();
    expect(entries).toEqual(Array.from({ length: 5 }, () => ({ entityId: '1' })));
  });

  test('leave recovery codes, passkeys and other people alone', async () => {
    await refuseFive();
    for (const step of [
      { kind: 'recovery', id: 1 },
      { kind: 'passkey', id: 1 },
      { kind: 'factor', id: 2 },
    ] as const)
      expect(await countingRefusals(restarted(), step, async () => 'good')).toBe('good');
  });

  test('are over after a quarter of an hour', async () => {
    await refuseFive();
    app.setNow('2026-11-18T18:15:01.000Z');
    expect(await countingRefusals(restarted(), CODE, async () => 'good')).toBe('good');
  });

  test('before the last sign-in do not count', async () => {
    await refuseFive();
    await inTransaction(app, (app) => record(app, { action: 'SignedIn', entityType: 'User', entityId: 1 }));
    expect(await countingRefusals(restarted(), CODE, async () => 'good')).toBe('good');
  });
});
