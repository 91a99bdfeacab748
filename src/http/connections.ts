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
/** The least time between two reports of closed connections. */
const REPORT_MS = 60_000;

type Exchange = { request: IncomingMessage; response: ServerResponse; startedAt: number };

type Connection = {
  socket: Socket;
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

/** Returns how many files this process may have open at the same time; Infinity if the system does not limit them. */
export function grantedFiles(): number {
  // Otherwise, the report contains the names of all hosts that this process talks to, which takes seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  const soft = userLimits?.open_files.soft;
  return typeof soft === 'number' ? soft : Infinity;
}

/**
 * Keeps the connections of all watched servers within a limit. At the limit, closes the connection that has been silent
 * for longest; then one without a request; then the slowest sender of a body; then one that does not read its answer. If
 * all others wait for the service, the new connection is closed. `report` is told, at most once a minute, how many
 * connections were closed.
 */
export function limitConnections(most: number, report: (closed: number) => void): Connections {
  // A connection moves to the end when it was served, so the first of each kind has waited longest.
  const open = new Map<string, Connection>();
  let closed = 0;
  let reportedAt = -Infinity;
  const close = (socket: Socket) => {
    socket.destroy();
    closed += 1;
    if (performance.now() - reportedAt < REPORT_MS) return;
    reportedAt = performance.now();
    report(closed);
    closed = 0;
  };
  const accept = (socket: Socket) => {
    const spared = open.size < most ? undefined : leastMissed(open.values());
    if (spared) {
      open.delete(nameOf(spared.socket));
      close(spared.socket);
    } else if (open.size >= most) {
      close(socket);
      return;
    }
    const name = nameOf(socket);
    const connection = { socket, wasServed: false, bytesBefore: 0 };
    open.set(name, connection);
    socket.once('close', () => {
      if (open.get(name) === connection) open.delete(name);
    });
  };
  return {
    watch: (server) => void server.on('connection', accept),
    noting: (handle) => (request, response) => {
      const name = nameOf(request.socket);
      const connection = open.get(name);
      if (connection) {
        connection.exchange = { request, response, startedAt: performance.now() };
        response.once('close', () => {
          const { bytesRead } = connection.socket;
          Object.assign(connection, { exchange: undefined, wasServed: true, bytesBefore: bytesRead });
          if (open.delete(name)) open.set(name, connection);
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

/** Returns the connection whose end matters least. Returns undefined if all of them wait for the service. */
function leastMissed(connections: Iterable<Connection>): Connection | undefined {
  let found: Connection | undefined;
  let lowest: number = Infinity;
  for (const connection of connections) {
    const rank = rankOf(connection);
    if (rank === 0) return connection;
    if (rank < lowest) [found, lowest] = [connection, rank];
  }
  return found;
}

/** Returns a higher number for a connection whose end matters more; Infinity if it waits for the service. */
function rankOf({ socket, wasServed, bytesBefore, exchange }: Connection): number {
  if (!exchange) return wasServed ? 1 : 0;
  const { request, response, startedAt } = exchange;
  if (response.writableEnded || response.writableNeedDrain) return 3;
  if (request.complete) return Infinity;
  // Between 2 and 3: an honest sender of a body is faster than one that only holds the connection.
  const speed = (socket.bytesRead - bytesBefore) / Math.max(1, performance.now() - startedAt);
  return 2 + speed / (1 + speed);
}
