import { expect, test } from 'vitest';
import { type Json, etag, booksOfFile, refusal } from './books.ts';
import { request } from '../support/daemon.ts';

const books = booksOfFile();

const SEEDED = [
  ['Tithe', false],
  ['General Offering', false],
  ['Thanksgiving', false],
  ['Missions', true],
  ['Building Fund', true],
  ['Benevolence', true],
  ['Other', false],
];

test('a new church has the seven giving categories of the catalog, in the order of the catalog', async () => {
  const { status, body } = await books.admin.get('/api/giving-categories');
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['items']);
  expect(body.items.map((item: Json) => [item.name, item.isRestricted])).toEqual(SEEDED);
});

test('every seeded giving category is tax-deductible', async () => {
  const { body } = await books.admin.get('/api/giving-categories');
  expect(body.items.map((item: Json) => item.isTaxDeductible)).toEqual(SEEDED.map(() => true));
});

test('a list that includes disabled giving categories also includes all enabled ones', async () => {
  const { status, body } = await books.admin.get('/api/giving-categories?includeDisabled=true');
  expect(status).toBe(200);
  expect(body.items.map((item: Json) => item.name)).toEqual(SEEDED.map(([name]) => name));
  const without = await books.admin.get('/api/giving-categories?includeDisabled=false');
  expect(without.body).toEqual(body);
});

test('includeDisabled accepts only true or false', async () => {
  expect(refusal(await books.admin.get('/api/giving-categories?includeDisabled=perhaps'))).toBe(
    '400 validation_failed',
  );
});

test('reading a single giving category returns the same values as the list, and an ETag', async () => {
  const { body: list } = await books.admin.get('/api/giving-categories');
  const [first] = list.items;
  const one = await books.admin.get(`/api/giving-categories/${first.id}`);
  expect(one.status).toBe(200);
  expect(one.body).toEqual(first);
  expect(one.body).toMatchObject({ name: 'Tithe', description: null, createdBy: null, modifiedBy: null });
  expect(one.body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(etag(one)).toMatch(/^"[^"]+"$/);
});

test('an unchanged giving category keeps its ETag', async () => {
  const route = `/api/giving-categories/${books.category('Missions')}`;
  expect(etag(await books.admin.get(route))).toBe(etag(await books.admin.get(route)));
});

test('reading a giving category that does not exist returns 404', async () => {
  expect(refusal(await books.admin.get('/api/giving-categories/99999'))).toBe('404 not_found');
});

test.each(['member', 'pastor', 'auditor', 'ministry_leader'])('a %s can read the giving categories', async (role) => {
  const someone = await books.as([role]);
  const { status, body } = await someone.get('/api/giving-categories');
  expect(status).toBe(200);
  expect(body.items).toHaveLength(7);
  expect((await someone.get(`/api/giving-categories/${books.category('Tithe')}`)).status).toBe(200);
});

test('nobody can read giving categories without signing in', async () => {
  const answer = await request(books.daemon.url, 'GET', '/api/giving-categories');
  expect(refusal(answer)).toBe('401 unauthenticated');
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
});
