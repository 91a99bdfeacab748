import { expect, test } from 'vitest';
import { type Json, done, booksOfFile } from './books.ts';

const books = booksOfFile();

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const seeded = { createdAt: expect.stringMatching(INSTANT), modifiedAt: expect.stringMatching(INSTANT) };

test.each(['ministries', 'funds', 'giving-categories', 'expense-categories'])(
  'the seeded %s have the times of their creation and last change, and no author',
  async (list) => {
    const { items } = await done(books.admin.get(`/api/${list}`));
    expect(items.length).toBeGreaterThan(0);
    const all: Json[] = items.flatMap((item: Json) => [item, ...(item.subCategories ?? [])]);
    for (const item of all) expect(item).toMatchObject({ ...seeded, createdBy: null, modifiedBy: null });
  },
);

test('a resource names the user who added it and the user who last changed it', async () => {
  const [ann, bo] = [await books.as(['treasurer']), await books.as(['treasurer'])];
  const group = await done(ann.post('/api/expense-categories/groups', { name: 'Audited group' }));
  expect(group).toMatchObject({ createdBy: ann.userId, modifiedBy: ann.userId });
  const changed = await done(bo.put(`/api/expense-categories/groups/${group.id}`, { name: 'Audited' }));
  expect(changed).toMatchObject({ createdAt: group.createdAt, createdBy: ann.userId, modifiedBy: bo.userId });
});
