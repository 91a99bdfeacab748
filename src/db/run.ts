import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { Db } from './connect.ts';

/** The connections of open transactions. */
const connections = new WeakMap<Db, DatabaseConnection>();

/**
 * Runs a query that is already built. In a transaction the query goes directly to the connection, because its way
 * through Kysely takes several promises, which cost more time than most queries. After the end of the transaction, the
 * connection only reads.
 */
export async function run<Row>(db: Db, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  if (!db.isTransaction) return db.executeQuery(query);
  let connection = connections.get(db);
  if (!connection) {
    connection = await db.getExecutor().provideConnection(async (own) => own);
    connections.set(db, connection);
  }
  return connection.executeQuery<Row>(query);
}
