import { route } from '../../../http/route.ts';
import { NewOpening, Opening, OpeningPath, SavedOpening } from './schema.ts';
import { getOpening, putOpening } from './service.ts';

const PATH = '/api/books/opening';

const readOpening = route({
  method: 'GET',
  path: PATH,
  summary: 'Read the opening of the books',
  description: 'Until somebody saves an opening, the `date` is null and the lists are empty.',
  tag: 'Books',
  permission: 'reports.read',
  answer: Opening,
  versioned: true,
  errors: ['sum_too_large'],
  handle: (app) => getOpening(app),
});

export const openingRoutes = [
  readOpening,
  route({
    method: 'PUT',
    path: PATH,
    summary: 'Save the opening of the books: what the church had and owed when they begin',
    description:
      'Documents dated before the opening stay readable, but change no balance. New documents dated before the opening are refused (422 `before_the_books`), except givings. ' +
      'Once the month of the opening or a later month is finalized, the opening can no longer be replaced (409 `period_finalized`). A church that has finalized months may still save its first opening. The stored statements then keep their figures. ' +
      'If the net assets at the end of the fiscal year before were entered as prior figures, the opening must agree with them (422 `prior_figures_differ`). ' +
      'A fund that holds more in accounts than its balance adds the warning `fund_overdrawn`.',
    tag: 'Books',
    permission: 'statements.manage',
    params: OpeningPath,
    body: NewOpening,
    answer: SavedOpening,
    versionOf: readOpening,
    errors: [
      'account_reserved',
      'fund_overdrawn',
      'payable_in_use',
      'period_finalized',
      'prior_figures_differ',
      'reconciled',
      'sum_too_large',
      'unknown_reference',
      'vendor_disabled',
    ],
    handle: (app, { body }) => putOpening(app, body),
  }),
];
