import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { expectBadFields, uniqueEmail } from './support.ts';

const COUNT = 27;

const daemon = daemonOfFile();
let admin: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
  for (let turn = 0; turn < COUNT; turn += 1) {
    const body = { email: uniqueEmail('paged'), displayName: 'Paged Same Name', roles: ['member'] };
    await request(daemon.url, 'POST', '/api/users', { token: admin, body });
  }
});

const users = (query = ''): Promise<Answer> =>
  request(daemon.url, 'GET', `/api/users?search=Paged%20Same&${query}`, { token: admin });
const ids = (answer: Answer): number[] => (answer.body.items as { id: number }[]).map((item) => item.id);

describe('a list', () => {
  test('shows the first 25 entries and the counts by default', async () => {
    const answer = await users();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).toSorted()).toEqual(['items', 'page', 'pageSize', 'totalCount', 'totalPages']);
    expect(answer.body).toMatchObject({ page: 1, pageSize: 25, totalCount: COUNT, totalPages: 2 });
    expect(answer.body.items).toHaveLength(25);
  });

  test('has pages that neither repeat nor skip an entry, even if all entries sort alike', async () => {
    const first = await users('pageSize=10&sort=displayName');
    const second = await users('pageSize=10&sort=displayName&page=2');
    const third = await users('pageSize=10&sort=displayName&page=3');
    expect(third.body).toMatchObject({ page: 3, pageSize: 10, totalCount: COUNT, totalPages: 3 });
    expect(third.body.items).toHaveLength(7);
    const all = [...ids(first), ...ids(second), ...ids(third)];
    expect(new Set(all).size).toBe(COUNT);
    expect(ids(await users('pageSize=200&sort=displayName'))).toEqual(all);
  });

  test('has the same order on its later pages, which are read from the end', async () => {
    for (const sort of ['displayName', '-displayName', '-id']) {
      const list = async (query: string) =>
        ids(await request(daemon.url, 'GET', `/api/users?sort=${sort}&${query}`, { token: admin }));
      const pages = [];
      for (const page of [1, 2, 3, 4]) pages.push(...(await list(`pageSize=9&page=${page}`)));
      expect(pages).toEqual(await list('pageSize=200'));
    }
  });

  test('has an empty page with the same counts after the last page', async () => {
    const { status, body } = await users('page=99');
    expect(status).toBe(200);
    expect(body).toEqual({ items: [], page: 99, pageSize: 25, totalCount: COUNT, totalPages: 2 });
  });

  test('has no pages if a search finds nothing', async () => {
    const { body } = await request(daemon.url, 'GET', '/api/users?search=zzzzzz', { token: admin });
    expect(body).toEqual({ items: [], page: 1, pageSize: 25, totalCount: 0, totalPages: 0 });
  });

  test('accepts page sizes of 1 and 200', async () => {
    expect((await users('pageSize=1')).body).toMatchObject({ pageSize: 1, totalPages: COUNT });
    expect((await users('pageSize=200')).body).toMatchObject({ pageSize: 200, totalPages: 1 });
  });
});

describe.each(['/api/users', '/api/audit-logs'])('the paging of %s', (route) => {
  const get = (query: string) => request(daemon.url, 'GET', `${route}?${query}`, { token: admin });

  test.each(['0', '201', '-1', 'abc', '', '10.5', '1e1', '0x10', '99999999999999999999', '1&pageSize=2'])(
    'refuses the page size "%s" with a 400 that names the parameter',
    async (value) => {
      expectBadFields(await get(`pageSize=${value}`), ['pageSize']);
    },
  );

  test.each(['0', '-1', 'abc', '1.5', 'NaN', '1&page=2'])(
    'refuses the page "%s" with a 400 that names the parameter',
    async (value) => {
      expectBadFields(await get(`page=${value}`), ['page']);
    },
  );

  test.each(['nothing', '-nothing', '--id', 'id;drop', 'id,id', '', '__proto__', 'constructor'])(
    'refuses the unknown sort field "%s" with a 400 that names the parameter',
    async (value) => {
      expectBadFields(await get(`sort=${encodeURIComponent(value)}`), ['sort']);
    },
  );

  test('shows an empty page for a very large page number', async () => {
    const answer = await get('page=900000000');
    expect(answer.status).toBe(200);
    expect(answer.body.items).toEqual([]);
  });

  test('sorts by id in ascending order, and with a minus in descending order', async () => {
    const up = ids(await get('sort=id&pageSize=50'));
    expect(up).toEqual(up.toSorted((left, right) => left - right));
    const down = ids(await get('sort=-id&pageSize=50'));
    expect(down).toEqual(down.toSorted((left, right) => right - left));
  });
});
