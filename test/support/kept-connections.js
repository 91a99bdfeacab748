/**
 * Lets a service of the tests keep idle connections open. A test that is busy for more than five seconds, for example
 * with a large database, would otherwise send its next request into a connection that the service has just closed.
 */
import http from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

const { createServer } = http;
http.createServer = (...given) => Object.assign(createServer(...given), { keepAliveTimeout: 0 });
syncBuiltinESMExports();
