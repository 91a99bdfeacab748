/** All requests of the attendance page to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client, isStale } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';
import { mergedMeal, type Typed } from './counts.ts';

export type MealCounts = Schemas['MealCounts'];

const PAGE_SIZE = 50;
const ATTEMPTS = 5;

export const mealsQuery = (page: number) =>
  queryOptions({
    queryKey: ['meals', page],
    queryFn: () => answerOf(client.GET('/api/meal-attendance', { params: { query: { page, pageSize: PAGE_SIZE } } })),
  });

/** The query for the counts of a date. Its result is null if there are none. */
export const mealQuery = (date: string) =>
  queryOptions({ queryKey: ['meal', date], queryFn: async () => (await readMeal(date)).meal, staleTime: 0 });

async function readMeal(date: string): Promise<{ meal: MealCounts | null; etag: string | undefined }> {
  // The list is read first, because the service refuses to read a single day that has no counts.
  const query = { from: date, to: date } as const;
  const { items } = await answerOf(client.GET('/api/meal-attendance', { params: { query } }));
  if (items.length === 0) return { meal: null, etag: undefined };
  const call = client.GET('/api/meal-attendance/{date}', { params: { path: { date } } });
  const meal = await answerOf(call);
  return { meal, etag: (await call).response.headers.get('ETag') ?? undefined };
}

/**
 * Saves the typed counts of a date. A group whose box was not changed keeps its stored count. If somebody else changes
 * the counts between the read and the write, reads and writes again. If the page showed no counts (`seen` is null) but
 * the service now has some, saves nothing and returns `countedMeanwhile`.
 */
export async function saveMeal(
  date: string,
  typed: Typed,
  seen: MealCounts | null,
): Promise<'saved' | 'countedMeanwhile'> {
  for (let attempt = 1; ; attempt += 1) {
    const { meal, etag } = await readMeal(date);
    if (meal && !seen) return shown(date, 'countedMeanwhile');
    const params = { path: { date }, ...(etag !== undefined && { header: { 'If-Match': etag } }) };
    try {
      await answerOf(client.PUT('/api/meal-attendance/{date}', { params, body: mergedMeal(typed, meal) }));
      return await shown(date, 'saved');
    } catch (error) {
      if (!isStale(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** Reloads the counts that the page shows, and then returns `outcome`. */
async function shown<Outcome>(date: string, outcome: Outcome): Promise<Outcome> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['meals'] }),
    queryClient.invalidateQueries({ queryKey: mealQuery(date).queryKey }),
  ]);
  return outcome;
}
