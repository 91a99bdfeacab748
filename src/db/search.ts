import { type Expression, type ExpressionBuilder, sql, type SqlBool, type StringReference } from 'kysely';
import { fold } from '../lib/text.ts';
import type { Database } from './schema.ts';

/** Whether a folded column contains the text, whatever its case and accents; `%` and `_` stand for themselves. */
export function contains<Tables extends keyof Database>(
  eb: ExpressionBuilder<Database, Tables>,
  column: StringReference<Database, Tables>,
  text: string,
): Expression<SqlBool> {
  const pattern = `%${fold(text).replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`${eb.ref(column)} like ${pattern} escape '\\'`;
}
