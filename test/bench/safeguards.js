/**
 * This module is loaded into a service before the program itself (`node --import`). On SIGUSR2 it prints a JSON line with
 * the pragma `synchronous` of every database connection that can write. SQLite reports it only inside the process.
 */
import Sqlite from 'better-sqlite3';

const connections = new Set();

Sqlite.prototype.pragma = new Proxy(Reflect.get(Sqlite.prototype, 'pragma'), {
  apply(pragma, connection, values) {
    connections.add(connection);
    return Reflect.apply(pragma, connection, values);
  },
});

process.on('SIGUSR2', () => {
  const ask = (connection, name) => connection.pragma(name, { simple: true });
  const writers = [...connections].filter((connection) => connection.open && ask(connection, 'query_only') === 0);
  const synchronous = writers.map((connection) => ask(connection, 'synchronous'));
  process.stdout.write(`${JSON.stringify({ synchronous })}\n`);
});
