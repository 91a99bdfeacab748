import { encode } from '../../../lib/encode.ts';
import type { Details } from '../../audit/announcements.ts';
import { Session } from './schema.ts';
import { getSession } from './service.ts';

/** How a program that follows offerings reads one. It contains the gifts and their givers. */
export const sessionDetails: Details = {
  subjectType: 'OfferingSession',
  permission: 'giving.read',
  read: async (app, id) => encode(Session, await getSession(app, Number(id))),
};
