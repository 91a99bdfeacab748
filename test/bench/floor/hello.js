/** The simplest HTTP server. */
import http from 'node:http';

const server = http.createServer((_request, response) => response.end('hello'));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
});
