/** Parts of queries with which other rooms read whether a document was rejected. */
import { type RawBuilder, sql } from 'kysely';
import type { Approvable } from './two-people.ts';

type Documents = Pick<Approvable, 'entityType' | 'table'>;

/** SQL, as text, for why a document was rejected; null if it was not, or was changed since. */
export const rejectedReasonText = ({ entityType, table }: Documents): string => `(
  select r."reason" from "rejections" r
  where r."kind" = '${entityType}' and r."subjectId" = "${table}"."id" and r."clearedAt" is null)`;

/** The same for the queries of documents. */
export const rejectedReason = (documents: Documents): RawBuilder<string | null> =>
  sql.raw<string | null>(rejectedReasonText(documents));
