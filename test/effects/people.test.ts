import { expect, test } from 'vitest';
import { writtenDown } from '../support/effects.ts';

const { deed, person, text } = writtenDown();

const MEI = {
  firstName: 'Mei',
  lastName: 'Lin',
  nickname: 'May',
  chineseName: '林美',
  email: 'mei@example.org',
  phone: '+1 312 555 0100',
  offeringNumber: '12',
  birthDate: '1980-02-03',
  notes: 'sings',
};
const gift = (memberId: number) => ({ categoryId: 1, amount: 25, date: '2026-05-03', method: 'Cash', memberId });

test('requests about members, families and users write exactly the rows in people.snap', async () => {
  await person('Ada', 'super_admin');
  const { id: family } = await deed('Ada', 'POST /api/family-units', { name: 'The Lins', jointStatement: true });
  await deed('Ada', `PUT /api/family-units/${family}`, { name: 'The Lin family', jointStatement: false });
  const head = { ...MEI, familyUnitId: family, familyRole: 'Head' };
  const { id: mei } = await deed('Ada', 'POST /api/members', head);
  await deed('Ada', `PUT /api/members/${mei}`, { ...head, nickname: 'Maymay', notes: 'sings well' });
  await deed('Ada', `PUT /api/members/${mei}`, { firstName: 'Mei', lastName: 'Lin' });
  await deed('Ada', `DELETE /api/members/${mei}`);
  await deed('Ada', `POST /api/members/${mei}/restore`);
  await deed('Ada', `PUT /api/members/${mei}`, head);
  await deed('Ada', `DELETE /api/family-units/${family}`);
  const { id: other } = await deed('Ada', 'POST /api/family-units', { name: 'The Wangs' });
  const { id: double } = await deed('Ada', 'POST /api/members', {
    firstName: 'Mai',
    lastName: 'Lin',
    phone: '+1 312 555 0199',
    familyUnitId: other,
    familyRole: 'Head',
  });
  await deed('Ada', 'POST /api/givings', gift(double));
  await deed('Ada', 'POST /api/expenses', {
    subCategoryId: 1,
    ministryId: 1,
    expenseDate: '2026-05-04',
    amount: 100,
    description: 'Chairs',
    memberId: double,
  });
  await deed('Ada', `POST /api/members/${double}/merge`, { into: mei, confirm: false }, 'refused');
  await deed('Ada', `POST /api/members/${double}/merge`, { into: mei, confirm: true });
  await deed('Ada', `POST /api/members/${mei}/purge`, { confirm: true });

  const user = { email: 'carl@example.org', displayName: 'Carl', roles: ['member', 'offering_counter'] };
  const { id: carl } = await deed('Ada', 'POST /api/members', { firstName: 'Carl', lastName: 'Wang' });
  const made = await deed('Ada', 'POST /api/users', { ...user, memberId: carl });
  const at = `/api/users/${made.user.id}`;
  await deed('Ada', `PUT ${at}`, { ...user, displayName: 'Carl W.', roles: ['member'] });
  await deed('Ada', `PUT ${at}`, { ...user, email: 'c@example.org', memberId: carl });
  await deed('Ada', `POST ${at}/reset-password`);
  const { url } = await deed('Ada', `POST ${at}/invitation`);
  const token = new URL(url).searchParams.get('token') ?? '';
  const invitation = { token, newPassword: 'another long password' };
  await deed('nobody', 'POST /api/auth/accept-invitation', { ...invitation, newPassword: 'short' }, 'refused');
  const accepted = await deed('nobody', 'POST /api/auth/accept-invitation', invitation);
  expect(accepted).toBeDefined();
  const signedIn = { email: 'c@example.org', password: 'another long password' };
  await deed('nobody', 'POST /api/auth/login', { ...signedIn, password: 'wrong' }, 'refused');
  await deed('nobody', 'POST /api/auth/login', signedIn);
  await deed('Ada', `POST ${at}/deactivate`);
  await deed('Ada', `POST ${at}/activate`);
  await deed('Ada', `POST ${at}/deactivate`);
  await deed('Ada', 'DELETE /api/auth/sessions/1');
  await person('Bea', 'admin');
  await deed('Bea', 'POST /api/auth/logout');

  await expect(text()).toMatchFileSnapshot('people.snap');
});

test('requests about the church profile and meals write exactly the rows in church.snap', async () => {
  const earlier = text().length;
  await person('Cy', 'super_admin');
  const profile = {
    name: 'Grace Church',
    currency: 'USD',
    timeZone: 'America/Chicago',
    locale: 'en-US',
    aiProvider: 'OpenAI',
  };
  await deed('Cy', 'PUT /api/church-profile', { ...profile, phone: '+1 312 555 0100', ein: '12-3456789' });
  await deed('Cy', 'PUT /api/church-profile', profile);
  await deed('Cy', 'PUT /api/meal-attendance/2026-05-03', { adultCount: 1, youthCount: 2, childCount: 3 });
  await deed('Cy', 'PUT /api/meal-attendance/2026-05-03', {
    adultCount: 4,
    youthCount: 2,
    childCount: 3,
  });
  await deed('Cy', 'DELETE /api/meal-attendance/2026-05-03');
  await expect(text().slice(earlier)).toMatchFileSnapshot('church.snap');
});
