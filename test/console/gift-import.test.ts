/** Importing gifts in a browser: questions, corrections, what happens, the result, and taking it back. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GivingQuery } from '../../src/features/giving/givings/schema.ts';
import { listGivings } from '../../src/features/giving/givings/service.ts';
import { listReconciliations } from '../../src/features/bank/reconciliations/service.ts';
import { NewAccount } from '../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../src/features/ledger/accounts/service.ts';
import { finalizeStatement } from '../../src/features/reports/statements/finalize.ts';
import { decode } from '../../src/validate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { BANK, DECEMBER, FIGURES, inJournal, JANUARY } from '../support/card-church.ts';
import { checkingOf } from '../support/console-church-bank.ts';
import {
  chooseCsv,
  type ConsoleService,
  focusOf,
  goInside,
  openConsole,
  type Person,
  signInAt,
} from '../support/console.ts';
import { ACCOUNTANTS } from '../support/journal.ts';
import { addMember } from '../support/office.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let page: Page;
  let service: ConsoleService;

  beforeAll(async () => {
    service = await openConsole();
    for (const firstName of ['Alma', 'Otto']) await addMember(service.app, { firstName, lastName: 'Fenwick' });
    ({ page } = await signInAt(service, await service.person('Tess', 'treasurer')));
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await goInside(page, '/giving');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = (name: string, ...lines: string[]) => chooseCsv(page, name, lines);
  const question = (name: string) => page.getByRole('group', { name: new RegExp(name) });
  const gifts = async (search: string) =>
    (await listGivings(service.app, decode(GivingQuery, { search, sort: 'id' }))).items.map(
      ({ memberName, amount, categoryName }) => `${memberName} ${amount} ${categoryName}`,
    );

  test('questions are answered, a cell is corrected, and what is stored was shown before', async () => {
    await choose(
      'old.csv',
      'Date,Donor,Fund,Amount,Memo,Tax Value',
      '2026-02-01,Alma Fenwik,Gen,50,quince,50.00',
      '2026-02-01,Ida Noor,Gen,2o,quince,20.00',
      '2026-02-08,Otto Fenwick,Tithe,30,quince,30.00',
      '2026-02-08,,Tithe,7,quince,7.00',
    );
    await question('The giver is blank below a row').getByLabel('They have no giver').check();
    await question('The column “Tax Value” may matter').getByLabel('Answer').selectOption('Leave the column out');
    await question('called “Gen”').getByLabel('Answer').selectOption('Tithe');
    await question('Alma Fenwik').getByLabel('Alma Fenwick').check();
    await page.getByRole('group', { name: 'Row 3: Ida Noor', exact: true }).getByLabel('Amount').fill('20');
    await button('Check again').click();
    await question('Ida Noor').getByLabel('Somebody new').check();
    await button('Check again').click();
    await page.getByText('4 gifts of 107.00 would be added.').first().waitFor();
    await page.getByText('1 gift of 7.00 has no giver. Row 5').waitFor();
    await expect.poll(() => focusOf(page)).toBe('Import 4 gifts');
    const shown = await page.getByRole('table', { name: 'As they will be stored' }).locator('tbody tr').allInnerTexts();
    expect(shown.map((row) => row.split('\t').slice(2).join(' '))).toEqual([
      'Alma Fenwick Tithe 50.00',
      'Ida Noor Tithe 20.00',
      'Otto Fenwick Tithe 30.00',
      'no giver Tithe 7.00',
    ]);
    await button('Import 4 gifts').press('Enter');
    await page.getByText('4 gifts of 107.00 were added.').first().waitFor();
    await expect
      .poll(() => gifts('quince'))
      .toEqual(['Alma Fenwick 5000 Tithe', 'Ida Noor 2000 Tithe', 'Otto Fenwick 3000 Tithe', 'null 700 Tithe']);
    await button('Take this import back').click();
    const asked = page.getByRole('dialog', { name: 'Take this import back' });
    await asked.getByText('The 4 gifts that this import added are removed.').waitFor();
    await asked.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => gifts('quince')).toEqual([]);
  });

  test('rows are left out, an open file stays open, and a file that was stored is recognized', async () => {
    const lines = [
      'Date,Donor,Fund,Amount,Memo',
      '2026-02-15,Alma Fenwick,Tithe,5,sorrel',
      '2026-02-15,Nobody,Tithe,x,',
    ];
    await choose('twice.csv', ...lines);
    await page.getByRole('button', { name: 'Leave out: Row 3' }).first().click();
    await goInside(page, '/people');
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
    await goInside(page, '/giving/import');
    await page.getByText('The file is still open from before').waitFor();
    await button('Check again').click();
    await page.getByText('Left out by you: 1 (Row 3)').waitFor();
    await button('Import 1 gift').click();
    await page.getByText('1 gift of 5.00 was added.').first().waitFor();
    await expect.poll(() => gifts('sorrel')).toEqual(['Alma Fenwick 500 Tithe']);
    await choose('twice.csv', ...lines);
    await question('The same file was imported before').getByLabel('Import it again').waitFor();
    await button('Cancel').click();
    await page.getByRole('table', { name: 'Earlier imports' }).getByText('twice.csv').first().waitFor();
  });

  test('a file that names nobody, with unclear dates, is read as a person says', async () => {
    await choose('nobody.csv', 'Date,Fund,Amount', '03/04/2026,Tithe,9');
    await question('Which part of the date 03/04/2026').getByLabel('Answer').selectOption('day/month/year');
    await page.getByLabel('The file names nobody').check();
    await button('Check again').click();
    await page.getByRole('table', { name: 'As they will be stored' }).getByText('Apr').first().waitFor();
    await page.setViewportSize({ width: 360, height: 780 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 800 });
    await button('Cancel').click();
  });

  test('what a payment service did is booked in its account, with its fees and payouts', async () => {
    await createAccount(service.app, decode(NewAccount, { name: 'Card service', kind: 'Processor' }));
    await page.reload();
    await page.getByLabel('What the file lists').selectOption('What a payment service did, such as Stripe or PayPal');
    await page.getByLabel('Account of the service').selectOption('Card service');
    await choose(
      'card.csv',
      'Date,Donor,Fund,Gross,Fee,Net,Kind,Payment ID,Payout ID',
      '2026-03-02,Alma Fenwick,Tithe,100.00,3.20,96.80,charge,ch_1,po_1',
      '2026-03-04,,,-96.80,0.00,-96.80,payout,,po_1',
    );
    await page.getByText('1 fee of 3.20. 1 payout of 96.80 to the bank.').waitFor();
    await button('Book 2 rows').click();
    await page.getByText('2 rows were booked, with gifts of 100.00.').first().waitFor();
    await expect.poll(() => gifts('Alma')).toContain('Alma Fenwick 10000 Tithe');
  });

  describe('a church with a card service over the end of a year', () => {
    let church: ConsoleService;
    let person: Person;
    let checking: number;
    beforeAll(async () => {
      church = await openConsole();
      for (const [firstName, lastName] of [
        ['Alma', 'Fenwick'],
        ['Otto', 'Brandt'],
      ] as const)
        await addMember(church.app, { firstName, lastName, email: `${firstName.toLowerCase()}@example.org` });
      await createAccount(church.app, decode(NewAccount, { name: 'Stripe', kind: 'Processor' }));
      checking = await checkingOf(church.app);
      person = await church.person('Tom', 'treasurer');
    });
    afterAll(() => church.close());

    /** Imports a report of the service on a day. `says` is a sentence of its plan. */
    const bookOn = async (now: string, lines: readonly string[], { rows, says }: { rows: number; says: string }) => {
      church.app.setNow(now);
      const { page } = await signInAt(church, person, '/giving/import');
      await page.getByLabel('What the file lists').selectOption('What a payment service did, such as Stripe or PayPal');
      await page.getByLabel('Account of the service').selectOption('Stripe');
      await chooseCsv(page, 'report.csv', [...lines]);
      await page.getByText(says).waitFor();
      await page.getByRole('button', { name: `Book ${rows} rows`, exact: true }).click();
      await page.getByText(`${rows} rows were booked`).first().waitFor();
      return page;
    };

    test('is reconciled with the bank, and no document is entered by hand', async () => {
      await bookOn('2026-12-20T18:00:00.000Z', DECEMBER, { rows: 5, says: '2 payouts of 452.13 to the bank.' });
      church.app.setNow('2027-01-02T18:00:00.000Z');
      await finalizeStatement(church.app, { year: 2026, month: 12 }, true);
      const page = await bookOn('2027-01-05T18:00:00.000Z', [...DECEMBER, ...JANUARY.slice(1)], {
        rows: 2,
        says: '1 row of a finalized month is booked on Jan 1, 2027.',
      });
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await goInside(page, `/bank/${checking}/imports`);
      const file = { name: 'bank.ofx', mimeType: 'application/octet-stream', buffer: Buffer.from(BANK) };
      await page.getByLabel('File of the bank', { exact: true }).setInputFiles(file);
      await page.getByText('Nothing is imported yet. The file has 3 new lines.').first().waitFor();
      await button('Import').click();
      await page.getByRole('main').getByText('3 new lines were imported.').waitFor();
      await goInside(page, `/bank/${checking}`);
      await button('Match all 3 exact suggestions').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Match all 3 exact suggestions' }).click();
      await page.getByText('3 lines were matched.').first().waitFor();
      await goInside(page, `/bank/${checking}/reconciliations`);
      await page.getByLabel('Last day of the statement').fill('2027-01-04');
      await page.getByLabel('Balance on the statement').fill('975.87');
      await button('Begin').click();
      await page.getByText('Difference: $0.00').waitFor();
      await button('Finish').click();
      await page.getByText('Not reviewed yet.').waitFor();
      const { items } = await listReconciliations(church.app, checking);
      expect(items).toMatchObject([{ status: 'Finished', endBalance: 97_587 }]);
    });

    test.skipIf(!ACCOUNTANTS.some(({ isThere }) => isThere))('has the same figures in its journal', async () => {
      const figures = await inJournal(church.app);
      expect(figures).toEqual(FIGURES);
    });
  });
});
