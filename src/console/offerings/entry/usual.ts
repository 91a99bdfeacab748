/** The method and the usual category of an offering, kept for the tab, so that a reload misdirects no gift. Signing out forgets them. */
import { remember, remembered } from '../../kit/tab-memory.ts';
import { type Method, METHODS } from './row.ts';

type Usual = { method?: Method | undefined; categoryId?: number | undefined };

const nameOf = (ownerId: number, sessionId: number) => `vestry-usual ${ownerId} ${sessionId}`;

/** What somebody had chosen last in an offering in this tab. */
export function keptUsual(ownerId: number, sessionId: number): Usual {
  const kept = remembered(nameOf(ownerId, sessionId), {}) as Record<string, unknown>;
  return {
    method: METHODS.find((method) => method === kept['method']),
    categoryId: typeof kept['categoryId'] === 'number' ? kept['categoryId'] : undefined,
  };
}

/** Keeps what somebody chose; the other choice stays. */
export function keepUsual(ownerId: number, sessionId: number, chosen: Usual): void {
  const next = { ...keptUsual(ownerId, sessionId), ...chosen };
  remember(nameOf(ownerId, sessionId), next);
}
