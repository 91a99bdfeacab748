import { expect, test } from 'vitest';
import { listCategories } from '../../../../src/features/giving/categories/service.ts';
import { NewSession } from '../../../../src/features/giving/offerings/schema.ts';
import { createSession, sessionOn } from '../../../../src/features/giving/offerings/service.ts';
import { printSlip } from '../../../../src/features/giving/offerings/slip-pdf.ts';
import { getLetterhead } from '../../../../src/features/church/profile/service.ts';
import { Locale } from '../../../../src/lib/wire.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp } from '../../../support/app.ts';
import { textOf } from '../../../support/pdf.ts';

test.each(Locale.options)('a deposit slip in %s with sixty checks has two pages', async (locale) => {
  const app = await testApp();
  const categoryId = (await listCategories(app, false)).items[0]?.id;
  const givings = [
    { categoryId, amount: 35.5, method: 'Cash' },
    ...Array.from({ length: 60 }, (_, n) => ({ categoryId, amount: 10, method: 'Check', checkNumber: String(n) })),
    { categoryId, amount: 7, method: 'Zelle' },
  ];
  await createSession(app, decode(NewSession, { date: '2026-10-04', countedBy: ['Ann Lee', '陳美玲'], givings }));
  const session = await sessionOn(app, '2026-10-04');
  expect(session?.totals.totalAmount).toBe(64_250);
  if (!session) throw new Error('There is no session.');
  const pdf = (await printSlip(session, await getLetterhead(app), locale)).toString('latin1');
  expect(pdf).toMatch(/^%PDF-/);
  expect(pdf).toContain('/Count 2');
  expect(await sessionOn(app, '2026-10-05')).toBeUndefined();
});

test('a check over several categories is one line of the slip', async () => {
  const app = await testApp();
  const [first, second] = (await listCategories(app, false)).items;
  const parts = [
    { categoryId: first?.id, amount: 60 },
    { categoryId: second?.id, amount: 40 },
  ];
  const givings = [{ parts, amount: 100, method: 'Check', checkNumber: '1042' }];
  const session = await createSession(app, decode(NewSession, { date: '2026-10-11', givings }));
  const text = textOf(await printSlip(session, await getLetterhead(app), 'en-US'));
  expect(text.match(/1042/g)).toHaveLength(1);
  expect(text).toContain('100.00');
  expect(text).not.toContain('60.00');
});
