import http from 'node:http';

/**
 * Starts a minimal HTTP server, without routes or a log, on a free port and prints its address. `answer` returns the
 * JSON text for a request.
 */
export function serveBare(answer) {
  const respond = async (request, response) => {
    const body = await answer(request, response);
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', Buffer.byteLength(body));
    response.end(body);
  };
  const server = http.createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })}\n`);
  });
}
