import { Download, route } from '../../../http/route.ts';
import { today } from '../../church/profile/service.ts';
import { MEDIA_TYPES } from '../formats/file.ts';
import { makeInThread } from '../formats/layout.ts';
import { describeEvents } from './description.ts';
import { EventsPaperQuery, EventsPath, EventsQuery, MonthEvents, monthIn } from './schema.ts';
import { lookAtEvents, monthEvents } from './service.ts';

export const eventRoutes = [
  route({
    method: 'GET',
    path: '/api/events',
    summary: 'List what happened in a month that others should know of',
    description:
      'For elders and the board, who may read neither the audit log nor gifts: counts that were reopened, refunds, voids, reversals, approvals of what is one’s own, changed payees, givers, bank details, rules, limits and classes of funds, new accounts and users, changed roles, removed second factors, fees, write-offs, and backups that failed. The list is read from the audit log. An event belongs to the month in which it was done. Without `giving.read`, no giver is named.',
    tag: 'Reports',
    permission: 'reports.read',
    query: EventsQuery,
    answer: MonthEvents,
    handle: async (app, { query: { month } }) => monthEvents(app, monthIn(month ?? (await today(app)).slice(0, 7))),
  }),
  route({
    method: 'GET',
    path: '/api/events/:month.pdf',
    summary: 'Print what happened in a month',
    tag: 'Reports',
    permission: 'reports.read',
    params: EventsPath,
    isAlwaysThere: true,
    query: EventsPaperQuery,
    produces: [MEDIA_TYPES.pdf],
    handle: async (app, { params: { month }, query: { locale } }) => {
      const content = await makeInThread(await describeEvents(app, monthIn(month), locale), 'pdf');
      return new Download(content, { contentType: MEDIA_TYPES.pdf, fileName: `what happened ${month}.pdf` });
    },
  }),
  route({
    method: 'POST',
    path: '/api/events/:month/looked',
    summary: 'Say that you have looked at what happened in a month',
    description:
      'Part of the checklist of the month. Somebody who did any of it is refused (403 `own_events`). What happens afterwards is new: `isLooked` is false again until somebody looks again.',
    tag: 'Reports',
    permission: 'reports.read',
    peopleOnly: true,
    params: EventsPath,
    isAlwaysThere: true,
    answer: MonthEvents,
    errors: ['own_events'],
    handle: (app, { params: { month } }) => lookAtEvents(app, monthIn(month)),
  }),
];
