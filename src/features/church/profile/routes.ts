import { route } from '../../../http/route.ts';
import { ChurchProfile, ChurchProfileUpdate, ChurchSummary, ProfilePath } from './schema.ts';
import { getChurchSummary, getProfile, putProfile } from './service.ts';

const readProfile = route({
  method: 'GET',
  path: '/api/church-profile',
  summary: 'Read the church profile, with the keys masked',
  tag: 'Church profile',
  permission: 'profile.read',
  answer: ChurchProfile,
  versioned: true,
  handle: (app) => getProfile(app),
});

export const profileRoutes = [
  readProfile,
  route({
    method: 'GET',
    path: '/api/church',
    summary: 'Read the name, currency, time zone, language and date of the church',
    tag: 'Church profile',
    permission: 'signed-in',
    answer: ChurchSummary,
    versioned: true,
    handle: (app) => getChurchSummary(app),
  }),
  route({
    method: 'PUT',
    path: '/api/church-profile',
    summary: 'Replace the church profile; API keys that are left out are kept',
    description:
      'Replaces the whole profile. An API key that is left out, or sent as its mask, keeps its value; null or an empty text removes it. The currency cannot be changed while a month is finalized.',
    tag: 'Church profile',
    permission: 'profile.write',
    params: ProfilePath,
    body: ChurchProfileUpdate,
    answer: ChurchProfile,
    versionOf: readProfile,
    errors: ['conflict', 'year_closed'],
    handle: (app, { body }) => putProfile(app, body),
  }),
];
