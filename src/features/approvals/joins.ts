/** Parts of queries with which other rooms read whether a document was rejected. */
import { type RawBuilder, sql } from 'kysely';
import type { WaitingKind } from './kinds.ts';

/** SQL for why the document whose id is in a column was rejected; null if it was not, or was changed since. */
export const rejectedReason = (kind: WaitingKind, column: string): RawBuilder<string | null> => sql<string | null>`(
  select r."reason" from "rejections" r
  where r."kind" = ${sql.lit(kind)} and r."subjectId" = ${sql.ref(column)} and r."clearedAt" is null)`;
