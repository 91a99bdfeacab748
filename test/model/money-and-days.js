/** Arithmetic with cents, days (`YYYY-MM-DD`) and months (`YYYY-MM`). */

/** Returns an amount of the API in cents. */
export const cents = (amount) => Math.round(amount * 100);

/** Returns cents as an amount of the API. */
export const amountOf = (value) => value / 100;

export const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);

const two = (number) => String(number).padStart(2, '0');

export const monthOf = (day) => day.slice(0, 7);
export const firstOf = (month) => `${month}-01`;

/** Returns the month this many months after another month. */
export function monthAfter(month, count = 1) {
  const [year, number] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + count;
  return `${Math.floor(index / 12)}-${two((index % 12) + 1)}`;
}

/** Returns the day this many days after another day. */
export function dayAfter(day, count = 1) {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

export const lastOf = (month) => dayAfter(firstOf(monthAfter(month)), -1);

/** Returns the months from one to another, both included. */
export function monthsBetween(from, to) {
  const months = [];
  for (let month = from; month <= to; month = monthAfter(month)) months.push(month);
  return months;
}

/** Returns the latest of days or months. */
export const latest = (days) => days.reduce((one, other) => (other > one ? other : one), '');

/** Returns the path of a month in the API. */
export const pathOf = (month) => `${month.slice(0, 4)}/${Number(month.slice(5))}`;

/** Returns the calendar date at an instant in a time zone. */
export const dayIn = (zone, instant) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(instant);

/** Returns the first and the last month of the fiscal year that begins in this calendar year. */
export function fiscalYear(year, startMonth) {
  const from = `${year}-${two(startMonth)}`;
  return { from, to: monthAfter(from, 11) };
}

/** Returns the calendar year in which the fiscal year of a day begins. */
export function fiscalYearOf(day, startMonth) {
  const [year, month] = day.split('-').map(Number);
  return month >= startMonth ? year : year - 1;
}
