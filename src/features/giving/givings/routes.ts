import { CLOSES } from '../../../books/period-words.ts';
import { Reply, route } from '../../../http/route.ts';
import { DRAFTS_ONLY } from '../words.ts';
import { reverseGiving } from './reversal.ts';
import { EnteredGiving, Giving, GivingPage, GivingPath, GivingQuery, GivingReversal, NewGiving } from './schema.ts';
import { deleteGiving, enterGiving, getGiving, listGivings, updateGiving } from './service.ts';

const readGiving = route({
  method: 'GET',
  path: '/api/givings/:id',
  summary: 'Read a giving',
  description: DRAFTS_ONLY,
  tag: 'Giving',
  permission: ['giving.read', 'giving.write'],
  params: GivingPath,
  answer: Giving,
  versioned: true,
  handle: (app, { params }) => getGiving(app, params.id),
});

export const givingRoutes = [
  readGiving,
  route({
    method: 'GET',
    path: '/api/givings',
    summary: 'List givings',
    description: DRAFTS_ONLY,
    tag: 'Giving',
    permission: ['giving.read', 'giving.write'],
    query: GivingQuery,
    answer: GivingPage,
    handle: (app, { query }) => listGivings(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/givings',
    summary: 'Enter a giving',
    description: `With \`sessionId\`, \`date\` must be the date of the session. A giving that looks like a duplicate is still entered, and \`warnings\` then has \`likely_duplicate\`. A giving over 75 with a \`benefitAmount\` adds \`disclosure_due\`, a \`benefitAmount\` for a grant of a donor-advised fund adds \`daf_benefit\`, a \`giftDate\` more than 60 days before \`date\` adds \`gift_date_far\`, and a giving after the death of its giver \`giver_deceased\`. ${CLOSES}`,
    tag: 'Giving',
    permission: 'giving.write',
    body: NewGiving,
    answer: EnteredGiving,
    status: 201,
    location: ({ id }) => `/api/givings/${id}`,
    versionOf: readGiving,
    keyed: 'transaction',
    errors: [
      'not_found',
      'unknown_reference',
      'category_disabled',
      'session_locked',
      'period_finalized',
      'entry_deleted',
    ],
    handle: async (app, { body }) => {
      const { giving, isNew } = await enterGiving(app, body);
      return new Reply(giving, { status: isNew ? 201 : 200 });
    },
  }),
  route({
    method: 'PUT',
    path: '/api/givings/:id',
    summary: 'Replace a giving',
    description: `Replaces the whole giving: an optional field that is left out loses its value. If the giving becomes anonymous, its giver is also removed from the audit log. If the giving has a note, the note is kept, and \`warnings\` has \`note_may_name_giver\`. ${CLOSES}`,
    tag: 'Giving',
    permission: 'giving.write',
    params: GivingPath,
    body: NewGiving,
    answer: EnteredGiving,
    versionOf: readGiving,
    errors: [
      'unknown_reference',
      'category_disabled',
      'deposited',
      'session_locked',
      'period_finalized',
      'reconciled',
      'reversed',
    ],
    handle: (app, { params, body }) => updateGiving(app, params.id, body),
  }),
  route({
    method: 'POST',
    path: '/api/givings/:id/reverse',
    summary: 'Reverse a giving with a negative one',
    description: `Corrects a giving that can no longer be changed. Adds a giving with a negative \`amount\` and with \`reversalOf\`. The added giving is in no session. If the bank returned a check, or the gift was paid back, say so with \`kind\`. The money is then taken out of the account in which it now is. ${CLOSES}`,
    tag: 'Giving',
    permission: 'giving.manage',
    params: GivingPath,
    body: GivingReversal,
    answer: Giving,
    status: 201,
    location: ({ id }) => `/api/givings/${id}`,
    versionOf: readGiving,
    keyed: 'transaction',
    errors: [
      'already_reversed',
      'reversed',
      'unknown_reference',
      'account_reserved',
      'account_disabled',
      'period_finalized',
    ],
    handle: (app, { params, body }) => reverseGiving(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/givings/:id',
    summary: 'Delete a giving',
    description: CLOSES,
    tag: 'Giving',
    permission: 'giving.write',
    params: GivingPath,
    versionOf: readGiving,
    errors: ['deposited', 'session_locked', 'period_finalized', 'reconciled', 'reversed'],
    handle: (app, { params }) => deleteGiving(app, params.id),
  }),
];
