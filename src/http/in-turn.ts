import type { RequestListener } from 'node:http';

/** A client that has so many requests waiting on one connection is no browser and no library we know of. */
const MOST_WAITING = 100;

/**
 * Handles the requests of each connection one after another, the next when the client has taken the answer before it. Node
 * itself hands on at once all that it has read, and would hold the answers to hundreds of requests for a client that reads
 * none. Whoever sends on and on without reading is cut off.
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
