/**
 * The floors of the house, checked by `npm run check`: which files may import which. `docs/architecture.md` draws them.
 * Each rule says in its comment where what it refuses belongs.
 */

/** The rooms, from the lowest to the highest: a room may use those before it. */
const ROOMS = [
  'audit',
  'church',
  'imports',
  'people',
  'access',
  'messages',
  'ledger',
  'giving',
  'spending',
  'reports',
  'upkeep',
];

/** Files at the root of src/ that put the program together; all others there are shared by everybody. */
const TOP = '^src/(main|routes|rooms|examples|create-app|pdf-worker)\\.ts$';
const SHARED = '^src/[a-z-]+\\.ts$';
const rooms = `(${ROOMS.join('|')})`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const upward = ROOMS.slice(0, -1).map((room, index) =>
  forbid(
    `${room}-knows-no-room-above`,
    `${room}/ may use ${['books/', ...ROOMS.slice(0, index)].join(', ')} and no other room. Let the other room declare what ` +
      'this one must know of it (src/room-declarations.ts), or put what both need into books/ or a room below.',
    { path: `^src/features/${room}/` },
    { path: `^src/features/(${ROOMS.slice(index + 1).join('|')})/` },
  ),
);

/** What a file may not import, by the ending of its name. */
const kinds = [
  forbid(
    'queries-know-no-rules',
    'Queries turn rows into records and know no services, routes or commands: what decides belongs in service.ts or rules.ts.',
    { path: '^src/(features|books)/.*queries\\.ts$' },
    { path: '(service|routes|commands|print|list-view)\\.ts$|^src/(http|cli)/' },
  ),
  forbid(
    'rules-are-pure',
    'Rules calculate with values: what reads the database belongs in service.ts or queries.ts.',
    { path: '^src/(features|books)/.*rules\\.ts$' },
    {
      path: '(service|queries|routes|commands|print|list-view)\\.ts$|^src/(http|cli|db/connect)',
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'schemas-are-plain',
    'A schema says how data looks: what reads or writes belongs in service.ts or queries.ts.',
    { path: '^src/(features|books)/.*schema\\.ts$' },
    { path: '(service|queries|routes|commands|print|list-view)\\.ts$|^src/(http|cli)/' },
  ),
  forbid(
    'a-route-calls-a-service',
    'A route makes one service call: queries belong behind a service.',
    { path: '^src/features/.*routes\\.ts$' },
    { path: '(queries|table)\\.ts$|^src/(db|cli)/' },
  ),
  forbid(
    'a-command-calls-a-service',
    'A command makes one service call: queries belong behind a service, and what the web needs in routes.ts.',
    { path: '^src/features/.*commands?\\.ts$' },
    { path: '(queries|table)\\.ts$|^src/(db|http)/' },
  ),
  forbid(
    'services-know-no-shell',
    'A service knows neither HTTP nor the command line: that belongs in routes.ts or commands.ts.',
    { path: '^src/(features|books)/', pathNot: '(routes|commands?|print|list-view|columns|-cli)\\.ts$' },
    { path: '^src/(http|cli)/' },
  ),
  forbid(
    'a-room-keeps-its-queries',
    "Another room's queries, tables, routes and commands are its own: call its service, or let it export what you need.",
    { path: `^src/features/${rooms}/` },
    { path: '^src/features/.*(queries|table|routes|commands|print|list-view)\\.ts$', pathNot: '^src/features/$1/' },
  ),
];

const floors = [
  forbid(
    'lib-knows-no-church',
    'lib/ imports nothing from outside lib/: what knows the church belongs in books/ or a room.',
    { path: '^src/lib/' },
    { path: '^src/', pathNot: '^src/lib/' },
  ),
  forbid(
    'shared-files-know-no-room',
    'What everybody shares, and db/, know no room: what does belongs into the room.',
    { path: `^src/db/|${SHARED}`, pathNot: `${TOP}|^src/db/schema\\.ts$` },
    { path: '^src/(features|books|http|cli)/' },
  ),
  forbid(
    'shared-files-know-no-top',
    'Only what starts the program knows the whole of it, the document of the API, and upkeep/, which is above all rooms.',
    { path: '^src/(db|books|lib|http)/|^src/features/', pathNot: '^src/features/upkeep/|^src/http/openapi/' },
    { path: TOP },
  ),
  forbid(
    'the-list-of-tables-has-types-only',
    'db/schema.ts lists the tables of the rooms and nothing else of them.',
    { path: '^src/db/schema\\.ts$' },
    { path: '^src/features/', pathNot: 'table\\.ts$' },
  ),
  forbid(
    'books-lie-below-the-rooms',
    'books/ is what every figure rests on: it knows no room, and no shell.',
    { path: '^src/books/' },
    { path: '^src/(features|http|cli)/' },
  ),
  forbid(
    'http-knows-no-room',
    'http/ is the shell around all rooms: what is about one belongs in its routes.ts.',
    { path: '^src/http/' },
    { path: '^src/(features|cli)/' },
  ),
  forbid(
    'cli-kit-knows-no-room',
    'cli/kit is what commands are made of: what is about one room belongs in its commands.ts, or in a file ...-cli.ts of the ' +
      'room where commands of others use it. Only the clock of the church and the catalogs are known to every command.',
    { path: '^src/cli/kit/' },
    {
      path: '^src/(features|http)/|^src/cli/commands/',
      pathNot: '^src/features/(church/profile/service|upkeep/catalogs)\\.ts$',
    },
  ),
  forbid(
    'only-connect-knows-the-driver',
    'Only db/connect.ts imports the driver of the database.',
    { path: '^src/', pathNot: '^src/db/connect\\.ts$' },
    { path: 'node_modules/better-sqlite3' },
  ),
  forbid(
    'the-client-runs-in-browsers',
    'The client runs in browsers and knows the service by its document alone.',
    { path: '^src/client/' },
    { path: '^src/|^node:', pathNot: '^src/client/', dependencyTypesNot: ['type-only'] },
  ),
];

export default {
  forbidden: [...floors, ...upward, ...kinds],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^src/console/' },
  },
};
