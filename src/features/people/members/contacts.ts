/** The contact details of members. */
import { fullName } from '../../../lib/person-name.ts';
import type { App } from '../../../app.ts';
import { listContacts } from './queries.ts';

export type Contact = {
  id: number;
  name: string;
  chineseName: string | null;
  email: string | null;
  phone: string | null;
  isDeleted: boolean;
  isDeceased: boolean;
  diedOn: string | null;
};

/** Returns the contact details of members, including deleted members. The keys are the ids of the members. */
export async function findContacts(app: App, ids: readonly number[]): Promise<Map<number, Contact>> {
  const rows = await listContacts(app.db, ids);
  return new Map(
    rows.map(({ id, email, phone, deletedAt, status, diedOn, ...named }) => [
      id,
      {
        id,
        name: fullName(named),
        chineseName: named.chineseName,
        email,
        phone,
        diedOn,
        isDeleted: deletedAt !== null,
        isDeceased: status === 'Deceased',
      },
    ]),
  );
}
