import { Reply, route } from '../../../http/route.ts';
import { MealAttendance, MealCounts, MealPage, MealPath, MealQuery } from './schema.ts';
import { deleteMeal, getMeal, listMeals, putMeal } from './service.ts';

const readMeal = route({
  method: 'GET',
  path: '/api/meal-attendance/:date',
  summary: 'Read the meal counts of a date',
  tag: 'Meal attendance',
  permission: 'meals.read',
  params: MealPath,
  answer: MealAttendance,
  versioned: true,
  handle: (app, { params }) => getMeal(app, params.date),
});

export const mealRoutes = [
  readMeal,
  route({
    method: 'PUT',
    path: '/api/meal-attendance/:date',
    summary: 'Set the meal counts of a date',
    description: 'The response is 201 if the date had no counts before, otherwise 200.',
    tag: 'Meal attendance',
    permission: 'meals.write',
    params: MealPath,
    body: MealCounts,
    answer: MealAttendance,
    upserts: true,
    versionOf: readMeal,
    handle: async (app, { params, body }) => {
      const { meal, isNew } = await putMeal(app, params.date, body);
      return new Reply(meal, { status: isNew ? 201 : 200 });
    },
  }),
  route({
    method: 'GET',
    path: '/api/meal-attendance',
    summary: 'List meal counts',
    tag: 'Meal attendance',
    permission: 'meals.read',
    query: MealQuery,
    answer: MealPage,
    handle: (app, { query }) => listMeals(app, query),
  }),
  route({
    method: 'DELETE',
    path: '/api/meal-attendance/:date',
    summary: 'Remove the meal counts of a date',
    tag: 'Meal attendance',
    permission: 'meals.write',
    params: MealPath,
    versionOf: readMeal,
    handle: (app, { params }) => deleteMeal(app, params.date),
  }),
];
