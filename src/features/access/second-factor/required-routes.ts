import { route } from '../../../http/route.ts';
import { getSecondFactorRules, putSecondFactorRules } from './required.ts';
import { SecondFactorRules, SecondFactorRulesPath, SecondFactorRulesUpdate } from './schema.ts';

const PATH = '/api/second-factor-rules';

const readRules = route({
  method: 'GET',
  path: PATH,
  summary: 'Read which roles need a second factor',
  tag: 'Users',
  permission: 'users.manage',
  peopleOnly: true,
  answer: SecondFactorRules,
  versioned: true,
  handle: (app) => getSecondFactorRules(app),
});

export const secondFactorRulesRoutes = [
  readRules,
  route({
    method: 'PUT',
    path: PATH,
    summary: 'Set which roles need a second factor',
    description:
      'Applies at once, also to people who are signed in. A person who needs a second factor and has none can sign in, but gets 403 `second_factor_setup_required` for everything but their own account until they have set one up.',
    tag: 'Users',
    permission: 'users.manage',
    peopleOnly: true,
    params: SecondFactorRulesPath,
    body: SecondFactorRulesUpdate,
    answer: SecondFactorRules,
    versionOf: readRules,
    handle: (app, { body }) => putSecondFactorRules(app, body),
  }),
];
