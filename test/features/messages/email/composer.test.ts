import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { now } from '../../../../src/app.ts';
import type { BatchRow } from '../../../../src/features/messages/batch-queries.ts';
import { composerOf } from '../../../../src/features/messages/email/composer.ts';
import { testApp } from '../../../support/app.ts';

test('composing an e-mail throws an error if no folder of src/features declares the kind of the e-mail', async () => {
  const app = await testApp();
  const made = { createdAt: now(app), createdBy: null, createdByName: 'test', finishedAt: null, stoppedAt: null };
  const what = {
    channel: 'Email',
    kind: 'MonthlyStatement',
    subject: 'March',
    content: '{"month":"2026-03"}',
  } as const;
  const batch: BatchRow = { id: randomUUID(), ...what, skipped: '[]', ...made };
  const undeclared = { ...app, declared: async () => [] };
  await expect(composerOf(undeclared, batch)).rejects.toThrow(
    /No folder of src\/features declares a composer for MonthlyStatement/,
  );
});
