/** Spreads annual amounts over months. */
import type { Minor } from './money.ts';

/** Spreads an annual amount evenly over twelve months. The last months get the remaining cents, one cent each. */
export function spread(annual: Minor): Minor[] {
  const each = Math.floor(annual / 12);
  const cents = annual - each * 12;
  return Array.from({ length: 12 }, (_, month) => (each + (month >= 12 - cents ? 1 : 0)) as Minor);
}
