/** All that the attendance asks of the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type MealCounts = Schemas['MealCounts'];

const PAGE_SIZE = 50;

export const mealsQuery = (page: number) =>
  queryOptions({
    queryKey: ['meals', page],
    queryFn: () => answerOf(client.GET('/api/meal-attendance', { params: { query: { page, pageSize: PAGE_SIZE } } })),
  });

/** Saves how many ate on a date, in place of what was counted before. */
export async function saveMeal(date: string, body: MealCounts): Promise<void> {
  await answerOf(client.PUT('/api/meal-attendance/{date}', { params: { path: { date } }, body }));
  await queryClient.invalidateQueries({ queryKey: ['meals'] });
}
