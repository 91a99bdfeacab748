/**
 * One request at a time on each connection. Node handles all pipelined requests at once: twenty clients that read no
 * answers made it hold 1.2 GB of them.
 */
import type { RequestListener } from 'node:http';

/** No browser or known library has this many requests waiting on one connection. */
const MOST_WAITING = 100;

/**
 * Handles the requests of each connection one after another, each after the client has taken the answer before it. Node
 * itself starts all requests that it has read, and would hold hundreds of answers for a client that reads none. A
 * client that keeps sending without reading is cut off.
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
