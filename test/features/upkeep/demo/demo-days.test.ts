import { describe, expect, test } from 'vitest';
import { seedDemo } from '../../../../src/features/upkeep/demo/service.ts';
import { testApp } from '../../../support/app.ts';
import { one, rowsOf } from './rows.ts';

describe('a demo church', () => {
  test.each([
    ['Monday the first of a month, just after midnight,', '2026-06-01T05:01:00.000Z', '2026-06-01'],
    ['the second of a month, a day before the deposit,', '2026-11-02T15:00:00.000Z', '2026-11-02'],
    ['29 February', '2028-02-29T18:00:00.000Z', '2028-02-29'],
    ['the last evening of a year', '2027-01-01T05:59:00.000Z', '2026-12-31'],
    [
      'the day the clocks change, Sunday the first of a month, before the service,',
      '2026-11-01T13:00:00.000Z',
      '2026-11-01',
    ],
  ])('made on %s has all earlier months closed and one draft session in the current month', async (_, now, today) => {
    const app = await testApp();
    app.setNow(now);
    const summary = await seedDemo(app, { members: 12, years: 1, seed: 'grace' });
    expect(summary).toMatchObject({ to: today, finalizedMonths: 12 });
    const drafts = await rowsOf(app, "select date from offeringSessions where status = 'Draft'");
    expect(drafts).toHaveLength(1);
    expect(String(drafts[0]?.date).slice(0, 7)).toBe(today.slice(0, 7));
    const states = await rowsOf(
      app,
      `select distinct status from expenses where expenseDate >= '${today.slice(0, 7)}-01'`,
    );
    expect(states.length).toBeGreaterThanOrEqual(3);
    expect(await one(app, `select count(*) from auditLogs where actorId is not null and at > '${now}'`)).toBe(0);
  });

  test('can be made with a single member and a single year of books', async () => {
    const app = await testApp();
    expect(await seedDemo(app, { members: 1, years: 1, seed: 'grace' })).toMatchObject({ members: 1, families: 0 });
  });
});
