/**
 * Records every row that a request adds, changes or removes, including audit entries, as text. The tests compare the
 * text with a file, which also reveals effects that no response shows.
 */
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect } from 'vitest';
import { rebuildSearch } from '../../src/db/search-rebuild.ts';
import { createUser } from '../../src/features/access/users/service.ts';
import type { Role } from '../../src/permissions.ts';
import { fileApp, type TestApp } from './app.ts';
import { request, signIn } from './daemon.ts';
import { serveApp } from './server.ts';

const PASSWORD = 'a long enough password';
/** Columns whose values differ from run to run. */
const RANDOM = /(?:hash|digest|salt|token|secret|requestId|encoded|chainedAt|path)$/i;
const FIRST = Date.parse('2026-11-18T18:00:00.000Z');
const SECOND = 1000;

// eslint-disable-next-line typescript/no-explicit-any
type Json = any;
type Row = Record<string, string | number | null>;
type Rows = Map<string, Map<string, Row>>;

/** A church in which users send one request after another. */
export type Deeds = {
  /**
   * Sends a request as a user, records its changes, and returns the body of the response. Throws if the request
   * is refused or, with `refused`, if it succeeds.
   */
  deed: (who: string, route: string, body?: unknown, refused?: 'refused') => Promise<Json>;
  /** Adds a user with these roles, signs in as that user, and returns the user's id. */
  person: (name: string, ...roles: Role[]) => Promise<number>;
  app: () => TestApp;
  /** Returns everything that was recorded. */
  text: () => string;
};

/** Starts a service for one test file and records the effects of its requests. */
export function writtenDown(): Deeds {
  let [url, lines]: [string, string[]] = ['', []];
  let app: TestApp;
  let close = async () => {};
  let seconds = 0;
  const tokens = new Map<string, string>();
  beforeAll(async () => {
    const made = await fileApp();
    app = made.app;
    const server = await serveApp(app);
    url = server.url;
    close = async () => {
      server.close();
      await made.close();
    };
  });
  afterAll(() => close());
  const tick = () => app.setNow(new Date(FIRST + (seconds += 1) * SECOND).toISOString());
  return {
    app: () => app,
    text: () => lines.join('\n'),
    person: async (name, ...roles) => {
      const email = `${name.toLowerCase()}@example.org`;
      const { user } = await createUser(app, { email, displayName: name, roles, memberId: null }, PASSWORD);
      tokens.set(name, await signIn(url, email, PASSWORD));
      return user.id;
    },
    deed: async (who, route, body, refused) => {
      tick();
      const [method = '', path = ''] = route.split(' ');
      const before = readAll(app);
      const answer = await request(url, method, path, { token: tokens.get(who), body });
      const withoutSecrets = (name: string, value: unknown) => (/token|password/i.test(name) ? '…' : value);
      const sent = body === undefined ? '' : ` ${JSON.stringify(body, withoutSecrets)}`;
      lines.push(
        '',
        `${who}: ${route}${sent}`,
        [answer.status, answer.body?.code, ...warningsOf(answer.body)].filter(Boolean).join(' '),
      );
      lines.push(...differences(before, readAll(app)));
      expect(answer.status >= 400, `${route} ${JSON.stringify(answer.body)}`).toBe(refused === 'refused');
      expectWholeIndex(app);
      return answer.body;
    },
  };
}

/** Returns the codes of the warnings in a response. */
const warningsOf = (body: Json): string[] => (body?.warnings ?? []).map(({ code }: Json) => code);

/**
 * Returns all rows of every table, by table and key. The head of the audit log is left out, because it has its own
 * tests.
 */
function readAll(app: TestApp): Rows {
  return inFile(app, (db) => {
    const names = db
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like 'searchIndex%' and name not like 'sqlite%' and name <> 'auditHead'`,
      )
      .pluck()
      .all() as string[];
    return new Map(
      names.toSorted().map((name) => {
        const rows = (db.prepare(`select * from "${name}"`).all() as Row[]).map(withoutDigests);
        return [name, new Map(rows.map((row) => [String(row['id'] ?? JSON.stringify(row)), row]))];
      }),
    );
  });
}

/** Returns a row without the digests in the changes of an audit entry, because their key is new in every run. */
function withoutDigests(row: Row): Row {
  if (typeof row['changes'] !== 'string') return row;
  const { kept: _digests, ...changes } = JSON.parse(row['changes']) as Record<string, unknown>;
  return { ...row, changes: Object.keys(changes).length === 0 ? null : JSON.stringify(changes) };
}

function differences(before: Rows, after: Rows): string[] {
  return [...after].flatMap(([table, rows]) => {
    const was = before.get(table) ?? new Map<string, Row>();
    const added = [...rows].filter(([id]) => !was.has(id)).map(([, row]) => `  + ${table} ${shown(table, row)}`);
    const removed = [...was].filter(([id]) => !rows.has(id)).map(([, row]) => `  - ${table} ${shown(table, row)}`);
    const changed = [...rows].flatMap(([id, row]) => {
      const old = was.get(id);
      const columns = Object.keys(row).filter((column) => old && old[column] !== row[column]);
      if (columns.length === 0) return [];
      const steps = columns.map(
        (column) => `${column} ${valueOf(column, old?.[column])} -> ${valueOf(column, row[column])}`,
      );
      return [`  ~ ${table} ${nameOf(table, row)}: ${steps.join(', ')}`];
    });
    return [...removed, ...changed, ...added];
  });
}

/**
 * Returns the id of a row, or the action and record of an audit entry. The ids of audit entries are not used, because
 * they change when a catalog grows: the entries for the catalogs come first in the log.
 */
const nameOf = (table: string, row: Row) =>
  table === 'auditLogs' ? `${row['action']} ${row['entityType']} ${row['entityId']}` : String(row['id'] ?? '');

const shown = (table: string, row: Row) =>
  Object.entries(row)
    .filter(([column, value]) => value !== null && !RANDOM.test(column) && !(table === 'auditLogs' && column === 'id'))
    .map(([column, value]) => `${column} ${valueOf(column, value)}`)
    .join(', ');

function valueOf(column: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (RANDOM.test(column)) return '…';
  return /^[[{]/.test(String(value)) ? inOrder(JSON.parse(String(value))) : String(value);
}

/** Returns JSON with sorted properties and without hashes. */
function inOrder(value: Json): string {
  const sorted = (_name: string, part: Json) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted).replaceAll(/(?:\d+,)?"[0-9a-f]{64}"/g, '…');
}

/** Checks that the search index equals a newly built search index. */
function expectWholeIndex(app: TestApp): void {
  inFile(app, (db) => {
    db.exec(`create virtual table temp.terms using fts5vocab('main', 'searchIndex', 'instance')`);
    const entries = () => db.prepare('select doc, term from temp.terms order by doc, term').raw().all();
    const written = entries();
    db.exec('begin');
    rebuildSearch(db);
    const rebuilt = entries();
    db.exec('rollback');
    expect(written).toEqual(rebuilt);
  });
}

function inFile<T>(app: TestApp, work: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(app.paths.database);
  try {
    return work(db);
  } finally {
    db.close();
  }
}
