/** Examples for the API document. A key is the name of a schema. */
import type { Examples } from '../../../lib/examples.ts';
import { address } from '../../people/members/examples.ts';

export const EXAMPLES: Examples = {
  OpenSetup: {
    expiresAt: '2026-03-01T19:20:05.412Z',
    church: { name: null, timeZone: 'America/Chicago', locale: 'en-US', fiscalYearStartMonth: 1 },
  },
  Setup: {
    token: 'kq3J8mX0cTfW1pZr5uVb7yNd2hGs4aLe9iQo6tRw3xY',
    church: {
      name: 'Grace Church 恩典堂',
      ein: '12-3456789',
      address,
      timeZone: 'America/Chicago',
      locale: 'en-US',
      fiscalYearStartMonth: 1,
    },
    user: { email: 'ann.lee@example.org', displayName: 'Ann Lee', password: 'seven sparrows on the roof' },
  },
};
