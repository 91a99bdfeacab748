import { route } from '../../http/route.ts';
import { ChurchProfile, ChurchProfileUpdate, ProfilePath } from './schema.ts';
import { getProfile, putProfile } from './service.ts';

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
    method: 'PUT',
    path: '/api/church-profile',
    summary: 'Replace the church profile; keys that are left out stay',
    tag: 'Church profile',
    permission: 'profile.write',
    params: ProfilePath,
    body: ChurchProfileUpdate,
    answer: ChurchProfile,
    versionOf: readProfile,
    errors: ['conflict'],
    handle: (app, { body }) => putProfile(app, body),
  }),
];
