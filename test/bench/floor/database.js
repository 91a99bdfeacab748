/**
 * The simplest HTTP server that reads a database. The first argument is the database file, which is used in WAL mode.
 * Each request runs one prepared statement.
 */
import http from 'node:http';
import Sqlite from 'better-sqlite3';

const db = new Sqlite(process.argv[2]);
db.pragma('journal_mode = WAL');
const statement = db.prepare('select 1 as one');
const server = http.createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(statement.get()));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
