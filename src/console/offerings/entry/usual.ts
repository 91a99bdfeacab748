/**
 * The last chosen method and the usual category of an offering. The tab stores both. Otherwise, gifts that are entered
 * after a reload could get a different method or category, and nobody might notice. Signing out deletes both.
 */
import { remember, remembered } from '../../kit/tab-memory.ts';
import { type Method, METHODS } from './row.ts';

type Usual = { method?: Method | undefined; categoryId?: number | undefined };

const nameOf = (ownerId: number, sessionId: number) => `vestry-usual ${ownerId} ${sessionId}`;

/** Returns the method and category that a person last chose for an offering in this tab. */
export function keptUsual(ownerId: number, sessionId: number): Usual {
  const kept = remembered(nameOf(ownerId, sessionId), {}) as Record<string, unknown>;
  return {
    method: METHODS.find((method) => method === kept['method']),
    categoryId: typeof kept['categoryId'] === 'number' ? kept['categoryId'] : undefined,
  };
}

/** Stores a chosen method, category or both. A choice that is missing from `chosen` is not changed. */
export function keepUsual(ownerId: number, sessionId: number, chosen: Usual): void {
  const next = { ...keptUsual(ownerId, sessionId), ...chosen };
  remember(nameOf(ownerId, sessionId), next);
}
