/**
 * The People and Attendance screens in a browser: finding, reading, adding and changing people, and counting a meal.
 */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MealCounts } from '../../src/features/people/meals/schema.ts';
import { getMeal, putMeal } from '../../src/features/people/meals/service.ts';
import { NewMember } from '../../src/features/people/members/schema.ts';
import { deleteMember, getAnyMember, getMember, updateMember } from '../../src/features/people/members/service.ts';
import { decode } from '../../src/validate.ts';
import { CHROMIUM } from '../support/chromium.ts';
import { type ConsoleService, focusOf, goInside, openConsole, type Person, signInAt } from '../support/console.ts';
import { addMember } from '../support/office.ts';

describe.skipIf(CHROMIUM === undefined)('in Chromium, if it is installed', () => {
  let service: ConsoleService;
  let context: BrowserContext;
  let page: Page;
  let mei: number;
  let counter: Person;
  const kept = new Set<BrowserContext>();

  beforeAll(async () => {
    service = await openConsole();
    mei = await addMember(service.app, {
      firstName: 'Mei-Ling',
      lastName: 'Lin',
      chineseName: '林美玲',
      offeringNumber: '12',
      phone: '+16265550101',
      email: 'mei@example.org',
      notes: 'Sings.',
    });
    await addMember(service.app, {
      firstName: 'Shu-Fen',
      lastName: 'Huang',
      chineseName: '黃淑芬',
      offeringNumber: '120',
    });
    await addMember(service.app, { firstName: '<b>Bo</b>', lastName: '<script>alert(1)</script>' });
    for (const number of Array(60).keys()) await addMember(service.app, { lastName: `Wang${number + 10}` });
    const secretary = await service.person('Sara', 'secretary');
    counter = await service.person('Cora', 'offering_counter');
    ({ context, page } = await signInAt(service, secretary));
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await goInside(page, '/');
    await goInside(page, '/people');
    await page.getByRole('table').waitFor();
  });
  afterEach(async () => {
    for (const other of service.browser.contexts()) if (other !== context && !kept.has(other)) await other.close();
  });

  const field = (name: string) => page.getByLabel(name, { exact: true });
  const names = () => page.getByRole('table', { name: 'People' }).getByRole('link').allTextContents();
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
  const status = () => page.getByRole('status').textContent();

  describe('finding people', () => {
    test.each([
      ['lin mei', ['Mei-Ling Lin 林美玲']],
      ['meiling', ['Mei-Ling Lin 林美玲']],
      ['shu fen h', ['Shu-Fen Huang 黃淑芬']],
      ['玲', ['Mei-Ling Lin 林美玲']],
      ['黄', ['Shu-Fen Huang 黃淑芬']],
      ['120', ['Shu-Fen Huang 黃淑芬']],
      ['(626) 555-0101', ['Mei-Ling Lin 林美玲']],
    ])(
      'accepts words in any order, parts of words, words without hyphens, one character, an envelope or a telephone number: "%s"',
      async (search, found) => {
        await field('Find').fill(search);
        await expect.poll(names).toEqual(found);
        expect(new URL(page.url()).searchParams.get('q')).toBe(search);
      },
    );

    test('puts the search into the address, so that Back shows the result again', async () => {
      await field('Find').fill('huang');
      await expect.poll(names).toEqual(['Shu-Fen Huang 黃淑芬']);
      await page.getByRole('link', { name: /Shu-Fen/ }).click();
      await heading('Shu-Fen Huang 黃淑芬').waitFor();
      await expect.poll(() => page.locator('h1 [lang="zh-Hant"]').allInnerTexts()).toEqual(['黃淑芬']);
      await page.goBack();
      await expect.poll(names).toEqual(['Shu-Fen Huang 黃淑芬']);
      await expect.poll(() => field('Find').inputValue()).toBe('huang');
    });

    test('says that nobody matches, and repeats the search text', async () => {
      await field('Find').fill('nobody like this');
      await page.getByText('Nobody matches “nobody like this”.').waitFor();
      await expect.poll(() => page.getByRole('table').count()).toBe(0);
    });

    test('shows only who has no e-mail address, and keeps the filter in the address', async () => {
      await field('Show').selectOption('Without an e-mail address');
      await field('Find').fill('lin mei');
      await page.getByText('Nobody matches “lin mei”.').waitFor();
      await field('Find').fill('huang');
      await expect.poll(names).toEqual(['Shu-Fen Huang 黃淑芬']);
      expect(new URL(page.url()).search).toBe('?without=email&q=huang');
      await page.reload();
      await expect.poll(names).toEqual(['Shu-Fen Huang 黃淑芬']);
      await expect.poll(() => field('Show').inputValue()).toBe('email');
    });

    test('shows a long list page by page', async () => {
      await page.getByRole('button', { name: 'Next page' }).click();
      await page.getByText('Page 2 of 2').waitFor();
      await expect.poll(async () => (await names()).length).toBe(13);
      expect(new URL(page.url()).searchParams.get('page')).toBe('2');
    });
  });

  test('a person’s card shows the known data, and shows a name that contains a script as plain text', async () => {
    await field('Find').fill('script');
    await page.getByRole('link', { name: '<b>Bo</b> <script>alert(1)</script>' }).click();
    await heading('<b>Bo</b> <script>alert(1)</script>').waitFor();
    await page.goto(`${service.url}/people/${mei}`);
    await heading('Mei-Ling Lin 林美玲').waitFor();
    await expect.poll(() => page.title()).toBe('Mei-Ling Lin 林美玲 · Vestry');
    for (const fact of ['Sings.', '12', 'Active'])
      await expect.poll(() => page.getByText(fact, { exact: true }).count()).toBe(1);
    await expect.poll(() => page.locator('main [lang=zh-Hant]').first().textContent()).toBe('林美玲');
  });

  test('adding a person who resembles another member shows a link to that member', async () => {
    await page.getByRole('link', { name: 'Add person' }).click();
    await heading('New person').waitFor();
    await field('First name').fill('Meiling');
    await field('Last name').fill('Lin');
    await field('Chinese name').fill('林美玲');
    await page.getByRole('button', { name: 'Save' }).click();
    await heading('Meiling Lin 林美玲').waitFor();
    await expect.poll(status).toBe('Meiling Lin 林美玲 was added.');
    await page.getByText('There may already be a record of this person:').waitFor();
    await page.getByRole('link', { name: 'Mei-Ling Lin 林美玲' }).click();
    await heading('Mei-Ling Lin 林美玲').waitFor();
  });

  test('a person with only a Chinese name is added, found and shown once', async () => {
    await page.goto(`${service.url}/people/new`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a first name, a last name or a Chinese name.').first().waitFor();
    await field('Chinese name').fill('吳阿滿');
    await page.getByRole('button', { name: 'Save' }).click();
    await heading('吳阿滿').waitFor();
    await expect.poll(() => page.title()).toBe('吳阿滿 · Vestry');
    await goInside(page, `/people?q=${encodeURIComponent('阿滿')}`);
    await page.getByRole('link', { name: '吳阿滿', exact: true }).waitFor();
  });

  test('a likely double is named while the name is typed', async () => {
    await page.goto(`${service.url}/people/new`);
    await field('First name').fill('Shufen');
    await field('Last name').fill('Huang');
    await page.getByText('There may already be a record of this person:').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Shu-Fen Huang 黃淑芬' }).count()).toBe(1);
    await field('Last name').fill('Wagner');
    await expect.poll(() => page.getByRole('link', { name: 'Shu-Fen Huang 黃淑芬' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('what is typed in a form that is left is still there, until it is cancelled', async () => {
    await goInside(page, '/people/new');
    await field('First name').fill('Half');
    await goInside(page, '/people');
    await goInside(page, '/people/new');
    await page.getByText('What you typed here before is still here.').waitFor();
    await expect.poll(() => field('First name').inputValue()).toBe('Half');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await goInside(page, '/people/new');
    await expect.poll(() => field('First name').inputValue()).toBe('');
  });

  test('dates are understood as people write them', async () => {
    const id = await addMember(service.app, { firstName: 'Dora', lastName: 'Day' });
    await goInside(page, `/people/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await field('Date of birth').fill('3/14/1980');
    await page.getByText('Fri, Mar 14, 1980').waitFor();
    await field('Member since').fill('民國115年1月4日');
    await field('Baptized on').fill('2001/2/3');
    await page.keyboard.press('Enter');
    await expect.poll(status).toBe('Dora Day was saved.');
    await expect
      .poll(() => getMember(service.app, id))
      .toMatchObject({
        birthDate: '1980-03-14',
        joinedOn: '2026-01-04',
        baptizedOn: '2001-02-03',
      });
  });

  test('the estate is asked for once a day of death is typed, and the card shows both and what to check', async () => {
    const id = await addMember(service.app, { firstName: 'Ada', lastName: 'Cole' });
    await goInside(page, `/people/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await field('Status').selectOption('Deceased');
    await expect.poll(() => field('Care of').count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter the day of death').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await field('Died on').fill('5/1/2025');
    await field('Care of').fill('Kay Wu');
    await field('Street of the estate').fill('4 Oak Street');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('region', { name: 'Estate' }).getByText('Kay Wu').waitFor();
    await expect.poll(() => page.getByText('Enter the day of death').count()).toBe(0);
    const estate = { name: null, careOf: 'Kay Wu', address: { line1: '4 Oak Street', city: null } };
    await expect
      .poll(() => getMember(service.app, id))
      .toMatchObject({ diedOn: '2025-05-01', status: 'Deceased', estate });
  });

  test('an envelope number that another member has is refused, and the input stays', async () => {
    await page.goto(`${service.url}/people/new`);
    await field('First name').fill('Tom');
    await field('Last name').fill('Ito');
    await field('Envelope number').fill('12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another person already has this envelope number.').waitFor();
    await expect.poll(() => field('First name').inputValue()).toBe('Tom');
    // The refused field has the focus, and is no longer marked once it is edited.
    await page.locator('input[aria-invalid=true]:focus').waitFor();
    await page.keyboard.type('9');
    await expect.poll(() => field('Envelope number').getAttribute('aria-invalid')).toBe(null);
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('a counter adds a person with only the fields that a counter may fill in', async () => {
    const { page } = await signInAt(service, counter);
    await page.goto(`${service.url}/people/new`);
    await page.getByLabel('First name').fill('Uma');
    await page.getByLabel('Last name').fill('Rao');
    await expect.poll(() => page.getByLabel('Notes').count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Uma Rao' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  });

  describe('changing a person', () => {
    const edit = async (id: number) => {
      await page.goto(`${service.url}/people/${id}`);
      await page.getByRole('button', { name: 'Edit' }).click();
    };

    test('saves the input, leaves the other fields unchanged, and moves the focus to Edit', async () => {
      await edit(mei);
      await field('Nickname').fill('Mimi');
      await page.keyboard.press('Enter');
      await page.getByText('Mimi', { exact: true }).waitFor();
      await expect.poll(status).toBe('Mei-Ling Lin 林美玲 was saved.');
      await expect
        .poll(() => getMember(service.app, mei))
        .toMatchObject({
          nickname: 'Mimi',
          notes: 'Sings.',
          offeringNumber: '12',
        });
      await expect.poll(() => focusOf(page)).toBe('Edit');
    });

    test('at the same time as another user shows both versions, and saving again stores the input', async () => {
      const id = await addMember(service.app, { firstName: 'Ada', lastName: 'Poe', phone: '+16265550100' });
      await edit(id);
      await field('Phone').fill('+16265550122');
      await updateMember(
        service.app,
        id,
        decode(NewMember, { firstName: 'Ada', lastName: 'Poe', phone: '+16265550133', nickname: 'Addie' }),
      );
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Somebody else changed this record while you had it open.').waitFor();
      await expect.poll(() => field('Phone').inputValue()).toBe('+16265550122');
      await page.getByText('Now: +16265550133').waitFor();
      await page.getByText('Now: Addie').waitFor();
      await field('Nickname').fill('Addie');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Ada Poe was saved.').waitFor();
      await expect.poll(() => getMember(service.app, id)).toMatchObject({ phone: '+16265550122', nickname: 'Addie' });
    });

    test('to have an impossible date is refused, and the error is shown at the field', async () => {
      await edit(mei);
      await field('Date of birth').fill('1970-02-31');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText(/^This is not a date\. Type year, month and day/).waitFor();
      await expect.poll(() => field('Date of birth').getAttribute('aria-invalid')).toBe('true');
    });
  });

  describe('families and records', () => {
    let admin: Page;
    let wu: { ann: number; bo: number };
    beforeAll(async () => {
      ({ page: admin } = await signInAt(service, await service.person('Sue', 'super_admin')));
      kept.add(admin.context());
      const member = (fields: object) => addMember(service.app, { lastName: 'Wu', ...fields });
      wu = {
        ann: await member({
          firstName: 'Ann',
          phone: '+16265550177',
          address: { line1: '12 Elm Street', city: 'Alhambra' },
        }),
        bo: await member({ firstName: 'Bo', address: { line1: '3 Oak Road' } }),
      };
    });

    test('a person founds a family, another joins it, and a new head changes roles with the head before', async () => {
      const { ann, bo } = wu;
      await goInside(page, `/people/${ann}`);
      await page.getByRole('button', { name: 'New family' }).click();
      await page.getByRole('button', { name: 'Use the address of Ann Wu' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(status).toBe('The family Wu was saved.');
      const family = page.getByRole('region', { name: 'Family' });
      await family.getByRole('heading', { name: 'Family Wu' }).waitFor();
      await family.getByText('12 Elm Street, Alhambra').waitFor();
      await goInside(page, `/people/${bo}`);
      await page.getByRole('button', { name: 'Join a family' }).click();
      await page.getByRole('combobox', { name: 'Family' }).fill('wu');
      // The names of the members tell apart families of one name.
      await page.getByRole('option', { name: 'Wu Ann Wu' }).click();
      await field('Role').selectOption('Spouse');
      await page.getByText('In this family: Ann Wu').waitFor();
      await page.getByLabel('Use the address of the family').check();
      await page.getByRole('button', { name: 'Join', exact: true }).click();
      await page.getByRole('link', { name: 'Ann Wu' }).waitFor();
      await field('Role of Bo Wu').selectOption('Head');
      await expect.poll(async () => (await getMember(service.app, bo)).familyRole).toBe('Head');
      await expect.poll(async () => (await getMember(service.app, ann)).familyRole).toBe('Spouse');
      await expect.poll(async () => (await getMember(service.app, bo)).address).toBe(null);
    });

    test('a person leaves the family only after a question with the name', async () => {
      const { bo } = wu;
      await goInside(page, `/people/${bo}`);
      const leave = page.getByRole('button', { name: 'Leave the family' });
      await leave.click();
      const dialog = page.getByRole('dialog', { name: 'Bo Wu leaves the family Wu' });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(async () => (await getMember(service.app, bo)).familyRole).toBe('Head');
      await leave.click();
      await dialog.getByRole('button', { name: 'Leave the family' }).click();
      await page.getByText('This person belongs to no family.').waitFor();
      await expect.poll(() => getMember(service.app, bo)).toMatchObject({ familyUnitId: null, familyRole: null });
    });

    test('merging says what is copied, asks again for people with different names, and then shows the other', async () => {
      const { ann, bo } = wu;
      await goInside(admin, `/people/${ann}`);
      await admin.getByRole('button', { name: 'Merge' }).click();
      const dialog = admin.getByRole('dialog');
      await dialog.getByRole('combobox').fill('bo wu');
      await admin.getByRole('option', { name: 'Bo Wu' }).click();
      await dialog.getByText('because they are missing: Phone, Street, and City.').waitFor();
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
      await dialog.getByText('Nothing was merged yet.').waitFor();
      await dialog.getByRole('button', { name: 'Merge anyway' }).click();
      await admin.getByRole('heading', { name: 'Bo Wu', level: 1 }).waitFor();
      await expect.poll(() => getMember(service.app, bo)).toMatchObject({ phone: '+16265550177' });
      await expect(getMember(service.app, ann)).rejects.toMatchObject({ code: 'not_found' });
    });

    test('a deleted person is listed under an address, can be restored, and can be erased for good', async () => {
      const id = await addMember(service.app, { firstName: 'Kay', lastName: 'Oh' });
      await goInside(page, `/people/${id}`);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Restore Kay Oh' }).click();
      await expect.poll(status).toBe('Kay Oh was restored.');
      await expect.poll(() => page.getByRole('button', { name: 'Erase' }).count()).toBe(0);
      await deleteMember(service.app, id);
      await goInside(admin, '/people?show=deleted');
      await admin.getByRole('button', { name: 'Erase for good: Kay Oh' }).click();
      await admin.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click();
      await admin.getByText('Nobody is deleted.').waitFor();
      await expect(getAnyMember(service.app, id)).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('attendance', () => {
    test('is entered with the keyboard, for the most recent Sunday by default, and shown with its total', async () => {
      await page.getByRole('link', { name: 'Attendance' }).click();
      await heading('Attendance').waitFor();
      await expect.poll(() => focusOf(page)).toBe('Attendance');
      await page.keyboard.press('Tab');
      await expect.poll(() => field('Date').inputValue()).toBe('2026-11-15');
      for (const count of ['52', '１１', '17']) {
        await page.keyboard.press('Tab');
        await page.keyboard.type(count);
      }
      await page.keyboard.press('Enter');
      await expect.poll(status).toBe('The meal count for Nov 15, 2026 was saved.');
      await page.getByRole('row', { name: 'Sun, Nov 15, 2026 52 11 17 80' }).waitFor();
      await expect
        .poll(() => getMeal(service.app, '2026-11-15'))
        .toMatchObject({
          adultCount: 52,
          youthCount: 11,
          childCount: 17,
        });
    });

    test('is not saved if a field contains something other than a number, and the error is shown at that field', async () => {
      await page.goto(`${service.url}/attendance`);
      await field('Date').fill('11/8');
      await field('Adults').fill('many');
      await field('Youth').fill('3');
      await field('Children').fill('4');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Type a whole number, such as 42.').first().waitFor();
      await expect.poll(() => field('Adults').getAttribute('aria-invalid')).toBe('true');
      await expect.poll(() => field('Youth').inputValue()).toBe('3');
      await expect(getMeal(service.app, '2026-11-08')).rejects.toMatchObject({ code: 'not_found' });
    });

    test('of a counted day is shown in the form, and only the typed numbers change', async () => {
      await putMeal(service.app, '2026-11-01', decode(MealCounts, { adultCount: 40, youthCount: 9, childCount: 12 }));
      await page.goto(`${service.url}/attendance`);
      await page.getByRole('heading', { name: 'The meal after the service' }).waitFor();
      await field('Date').fill('11/1');
      await page.getByText('Already counted for this day: Adults 40, Youth 9, Children 12.').waitFor();
      await expect.poll(() => field('Adults').inputValue()).toBe('40');
      await field('Adults').fill('41');
      await putMeal(service.app, '2026-11-01', decode(MealCounts, { adultCount: 40, youthCount: 10, childCount: 12 }));
      await page.getByRole('button', { name: 'Save' }).click();
      const ask = page.getByRole('alert').getByText('This day is counted already: Adults 40,');
      await ask.waitFor();
      await expect.poll(() => getMeal(service.app, '2026-11-01')).toMatchObject({ adultCount: 40 });
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => ask.count()).toBe(0);
      await expect
        .poll(() => getMeal(service.app, '2026-11-01'))
        .toMatchObject({ adultCount: 41, youthCount: 10, childCount: 12 });
    });

    test('that is entered as a first count does not overwrite a count that another user saved in the meantime', async () => {
      await page.goto(`${service.url}/attendance`);
      await field('Date').fill('10/18');
      for (const name of ['Adults', 'Youth', 'Children']) await field(name).fill('5');
      await putMeal(service.app, '2026-10-18', decode(MealCounts, { adultCount: 40, youthCount: 9, childCount: 12 }));
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Somebody else entered counts for this day while this page was open.').waitFor();
      await page.getByText('Already counted for this day: Adults 40').waitFor();
      await expect.poll(() => getMeal(service.app, '2026-10-18')).toMatchObject({ adultCount: 40 });
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.poll(() => getMeal(service.app, '2026-10-18')).toMatchObject({ adultCount: 5, youthCount: 5 });
    });

    test('has no form for a user who may only read', async () => {
      await putMeal(service.app, '2026-10-25', decode(MealCounts, { adultCount: 1, youthCount: 2, childCount: 3 }));
      const { page } = await signInAt(service, await service.person('Eli', 'elder'));
      await page.getByRole('link', { name: 'Attendance' }).click();
      await page.getByRole('row', { name: 'Sun, Oct 25, 2026 1 2 3 6' }).waitFor();
      await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0);
    });
  });
});
