import { encode } from '../../../lib/encode.ts';
import type { Details } from '../../audit/announcements.ts';
import { Member } from './schema.ts';
import { getMember } from './service.ts';

/** How a program that follows members reads one. */
export const memberDetails: Details = {
  subjectType: 'Member',
  permission: 'members.read',
  read: async (app, id) => encode(Member, await getMember(app, Number(id))),
};
