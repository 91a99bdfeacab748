/** What the service says about a batch when it refuses a request. */
import { Refusal } from '../session/api.ts';

/** Returns the batch that a refusal names, because the batch is being sent or was cut off. */
export function batchOf(error: unknown): string | undefined {
  const batchId = error instanceof Refusal ? (error.problem as { batchId?: unknown }).batchId : undefined;
  return typeof batchId === 'string' ? batchId : undefined;
}
