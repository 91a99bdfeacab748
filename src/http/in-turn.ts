/**
 * Handles one request at a time on each connection. Node itself handles all pipelined requests at once: twenty clients
 * that read no responses made it keep 1.2 GB of responses in memory.
 */
import type { RequestListener } from 'node:http';

/** The most requests that may wait on one connection. No browser or known library sends so many. */
const MOST_WAITING = 100;

/**
 * Returns a listener that handles the requests of each connection one after another: it starts a request when the
 * response to the previous request is finished. A client with too many waiting requests is cut off.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<object, Parameters<RequestListener>[]>();
  const start: RequestListener = (request, response) => {
    response.once('close', () => startNext(request.socket));
    handle(request, response);
  };
  const startNext = (connection: object & { destroyed: boolean }) => {
    const next = connection.destroyed ? undefined : waiting.get(connection)?.shift();
    if (next) start(...next);
    else waiting.delete(connection);
  };
  return (request, response) => {
    const { socket } = request;
    const line = waiting.get(socket);
    if (!line) {
      waiting.set(socket, []);
      start(request, response);
    } else if (line.push([request, response]) > MOST_WAITING) socket.destroy();
  };
}
