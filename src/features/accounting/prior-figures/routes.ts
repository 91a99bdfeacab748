import { route } from '../../../http/route.ts';
import { NewPriorFigures, PriorFigures, PriorFiguresPath } from './schema.ts';
import { getPriorFigures, putPriorFigures } from './service.ts';

const PATH = '/api/books/prior-figures/:fiscalYear';

const readFigures = route({
  method: 'GET',
  path: PATH,
  summary: 'Read the figures of a fiscal year before the books',
  description: 'Until somebody saves figures of the year, the lists are empty and the totals are null.',
  tag: 'Books',
  permission: 'reports.read',
  params: PriorFiguresPath,
  answer: PriorFigures,
  versioned: true,
  handle: (app, { params }) => getPriorFigures(app, params.fiscalYear),
});

export const priorFiguresRoutes = [
  readFigures,
  route({
    method: 'PUT',
    path: PATH,
    summary: 'Save the figures of a fiscal year before the books',
    description:
      'Reports of the next fiscal year compare with these figures (`compare=prior`), because the books have none of that year. They are of the whole year: a report of a part of a year has none to compare with. A category that is in no line counts as 0, unless its group is a line. If both lists are empty, the income and expenses of the year stay unknown; to take figures away, send empty lists without totals. ' +
      'Without an opening, the figures hold even if a document of the year is entered later, until they are taken away. ' +
      'The figures are refused for a year that the books cover, and for the year in which they begin (409 `conflict`); the amounts of that year belong to the opening, as `yearToDate`. ' +
      'The year before the opening must end with the net assets of the opening (422 `prior_figures_differ`). If the books begin within a fiscal year, these are the net assets of the opening less its `yearToDate`; without such amounts nothing is compared. ' +
      'Sending figures as they are read changes nothing. Once the next fiscal year is closed, saved figures no longer change (409 `year_closed`).',
    tag: 'Books',
    permission: 'statements.manage',
    params: PriorFiguresPath,
    body: NewPriorFigures,
    answer: PriorFigures,
    versionOf: readFigures,
    errors: ['conflict', 'prior_figures_differ', 'sum_too_large', 'unknown_reference', 'year_closed'],
    handle: (app, { params, body }) => putPriorFigures(app, params.fiscalYear, body),
  }),
];
