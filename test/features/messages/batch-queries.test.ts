import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../src/app.ts';
import { type BatchRow, giveKeys, insertBatch } from '../../../src/features/messages/batch-queries.ts';
import { NOW, testApp } from '../../support/app.ts';
import { counted } from '../../support/counted.ts';

const RECIPIENT = { channel: 'Line', recipient: 'U1', memberId: null, groupId: null, retryKey: randomUUID() } as const;
const BATCH: BatchRow = {
  id: randomUUID(),
  channel: 'Line',
  kind: 'Message',
  subject: null,
  content: '{}',
  skipped: '[]',
  createdAt: NOW.toISOString(),
  createdBy: null,
  createdByName: 'Ann',
  finishedAt: null,
  stoppedAt: null,
};

test('recipients get keys of their own in one query for fifty of them, and all others keep theirs', async () => {
  const app = await testApp();
  const ids = Array.from({ length: 100 }, (_, index) => index + 1);
  const newKeys = ids.map(() => randomUUID());
  await inTransaction(app, async (app) => {
    await insertBatch(
      app.db,
      BATCH,
      [...ids, 101].map(() => RECIPIENT),
    );
    const { db, count } = counted(app.db);
    const left = newKeys.toReversed();
    await giveKeys(db, ids, () => left.pop() ?? '');
    expect(count()).toBe(2);
  });
  const rows = await app.db.selectFrom('notificationLogs').select(['id', 'retryKey']).orderBy('id').execute();
  const given = ids.map((id, index) => ({ id, retryKey: newKeys[index] }));
  expect(rows).toEqual([...given, { id: 101, retryKey: RECIPIENT.retryKey }]);
});
