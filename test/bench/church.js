/** A church with some data, entered through the API. */
import { request } from './process.js';

const SUNDAYS = 52;
const GIVINGS_A_SUNDAY = 40;
const MEMBERS = 60;
const DAY_MS = 86_400_000;
const FIRST_SUNDAY = Date.UTC(2025, 6, 6);

/**
 * Signs in as the development administrator, and enters members and the givings of the 52 Sundays from July 2025 to
 * June 2026. Then changes the administrator's known password.
 */
export async function fillChurch(port) {
  const login = { email: 'admin@vestry.local', password: 'Vestry-dev-1' };
  const { accessToken: token } = await request(port, 'POST', '/api/auth/login', { body: login });
  const { items: categories } = await request(port, 'GET', '/api/giving-categories', { token });
  const memberIds = [];
  for (let n = 0; n < MEMBERS; n++) {
    const body = { firstName: `First${n}`, lastName: `Last${n}` };
    memberIds.push((await request(port, 'POST', '/api/members', { token, body })).id);
  }
  for (let sunday = 0; sunday < SUNDAYS; sunday++) {
    const givings = Array.from({ length: GIVINGS_A_SUNDAY }, (_, n) => ({
      categoryId: categories[n % categories.length].id,
      amount: 10 + ((sunday + n * 7) % 200) + 0.25,
      method: n % 3 === 0 ? 'Cash' : 'Check',
      memberId: memberIds[(sunday + n) % memberIds.length],
    }));
    const date = new Date(FIRST_SUNDAY + sunday * 7 * DAY_MS).toISOString().slice(0, 10);
    await request(port, 'POST', '/api/offering-sessions', { token, body: { date, givings } });
  }
  const passwords = { currentPassword: login.password, newPassword: 'no longer the known one' };
  await request(port, 'POST', '/api/auth/change-password', { token, body: passwords });
}
