import { expect, test } from 'vitest';
import { proveBooks } from '../../../src/features/audit/proof.ts';
import { testApp } from '../../support/app.ts';

test('the proof names the tables and columns that it does not compare with the audit log, and no others', async () => {
  const { notCompared } = await proveBooks(await testApp());
  expect(notCompared).toEqual(
    expect.arrayContaining([
      'refreshTokens',
      'searchIndex',
      'webhookEndpoints (createdBy, failingSince, lastDeliveredAt)',
    ]),
  );
  const [tables, columns] = [notCompared.map((one) => one.split(' ')[0]), notCompared.join(' ')];
  for (const compared of ['auditLogs', 'monthEndBalances']) expect(tables).not.toContain(compared);
  expect(columns).not.toMatch(/amountMinor|sha256|passwordHash|codeHash/);
});
