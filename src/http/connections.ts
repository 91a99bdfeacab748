/**
 * Limits how many connections are open at the same time. Each takes a file of those that the system grants the process,
 * and a service without a free file can neither read its books nor load its own code.
 *
 * A flood of connections that ask for nothing keeps nobody out: at the limit, a new connection takes the place of the
 * one that is missed least. Addresses make no difference, because behind a proxy all connections have the same one.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most connections at the same time. The browsers of 150 people have no more. */
const MOST = 1000;
/** The files that the process needs for itself: the database, its threads, receipts, messages, and its own code. */
const OWN_FILES = 256;
/** How many connections there may be even where the system grants fewer files than that. */
const FEWEST = 64;
/** Many connections may come at once, before the request of the first has been read. */
const GRACE_MS = 2000;
/** Whoever sends a body at this rate or faster is sending, and not only holding the connection. */
const BYTES_PER_MS = 1;
/** The least time between two reports of closed connections. */
const REPORT_MS = 60_000;

type Exchange = { request: IncomingMessage; response: ServerResponse };

type Connection = {
  socket: Socket;
  /** When the connection or its request began, or when it was served. */
  movedAt: number;
  wasServed: boolean;
  /** How many bytes had arrived when the last answer was sent. */
  bytesBefore: number;
  /** The request that is being answered. */
  exchange?: Exchange | undefined;
};

export type Connections = {
  /** Applies the limit to a server. Several servers share it. */
  watch: (server: Server) => void;
  /** Returns a listener that notes which connections wait for an answer. It must get one request at a time of each. */
  noting: (handle: RequestListener) => RequestListener;
};

/**
 * Returns the limit of a process that may have this many files open: 1,000 connections, or fewer if the system grants
 * fewer files.
 */
export function mostConnections(files: number): number {
  return Math.min(MOST, Math.max(FEWEST, files - OWN_FILES));
}

/**
 * Keeps the connections of all watched servers within a limit. At the limit, closes the connection that is missed least:
 * one that never asked for anything; then one without a request; then one that sends its body too slowly; then one that
 * does not read its answer; then any of these that did something in the last two seconds; then one that is sending. Of
 * the same kind, the one that has been quiet for longest is closed. If all wait for the service, the new connection is.
 * `report` is told, at most once a minute, how many connections were closed.
 */
export function limitConnections(
  most: number,
  report: (closed: number) => void,
  now: () => number = () => performance.now(),
): Connections {
  // A connection moves to the end when it asks for something and when it was served.
  const open = new Map<string, Connection>();
  let closed = 0;
  let reportedAt = -Infinity;
  const close = (socket: Socket) => {
    socket.destroy();
    closed += 1;
    if (now() - reportedAt < REPORT_MS) return;
    reportedAt = now();
    report(closed);
    closed = 0;
  };
  const accept = (socket: Socket) => {
    const spared = open.size < most ? undefined : leastMissed(open.values(), now());
    if (spared) {
      open.delete(nameOf(spared.socket));
      close(spared.socket);
    } else if (open.size >= most) {
      close(socket);
      return;
    }
    const name = nameOf(socket);
    const connection = { socket, movedAt: now(), wasServed: false, bytesBefore: 0 };
    open.set(name, connection);
    socket.once('close', () => {
      if (open.get(name) === connection) open.delete(name);
    });
  };
  const move = (name: string, connection: Connection, changes: Partial<Connection>) => {
    Object.assign(connection, changes, { movedAt: now() });
    if (open.delete(name)) open.set(name, connection);
  };
  return {
    watch: (server) => void server.on('connection', accept),
    noting: (handle) => (request, response) => {
      const name = nameOf(request.socket);
      const connection = open.get(name);
      if (connection) {
        move(name, connection, { exchange: { request, response } });
        response.once('close', () => {
          move(name, connection, { exchange: undefined, wasServed: true, bytesBefore: connection.socket.bytesRead });
        });
      }
      handle(request, response);
    },
  };
}

/** A name by which a connection is known below and above TLS, where Node has different objects for it. */
function nameOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`;
}

/** Returns the connection that is missed least. Returns undefined if all of them wait for the service. */
function leastMissed(connections: Iterable<Connection>, at: number): Connection | undefined {
  let found: Connection | undefined;
  let lowest: number = Infinity;
  for (const connection of connections) {
    const rank = rankOf(connection, at);
    if (rank === 0) return connection;
    if (rank < lowest) [found, lowest] = [connection, rank];
  }
  return found;
}

/** Returns a higher number for a connection that is missed more; Infinity if it waits for the service. */
function rankOf({ socket, movedAt, wasServed, bytesBefore, exchange }: Connection, at: number): number {
  const ms = at - movedAt;
  const quiet = (rank: number) => (ms < GRACE_MS ? 4 : rank);
  if (!exchange) return quiet(wasServed ? 1 : 0);
  const { request, response } = exchange;
  if (response.writableEnded || response.writableNeedDrain) return quiet(3);
  if (request.complete) return Infinity;
  return socket.bytesRead - bytesBefore < ms * BYTES_PER_MS ? quiet(2) : 5;
}
