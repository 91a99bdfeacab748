/**
 * The rules on which file may import which. `npm run check` checks them, and `docs/architecture.md` explains the
 * layers. The comment of each rule says where the refused code belongs.
 */

/** The rooms, from the lowest to the highest. A room may use only the rooms before it. */
const ROOMS = [
  'audit',
  'church',
  'imports',
  'people',
  'access',
  'approvals',
  'messages',
  'ledger',
  'giving',
  'spending',
  'accounting',
  'bank',
  'reports',
  'webhooks',
  'upkeep',
];

/** The files at the root of src/ that put the program together. All layers share the other files there. */
const TOP = '^src/(main|routes|rooms|examples|create-app|checkpoint-worker|pdf-worker|read-worker)\\.ts$';
const SHARED = '^src/[a-z-]+\\.ts$';
const rooms = `(${ROOMS.join('|')})`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const upward = ROOMS.slice(0, -1).map((room, index) =>
  forbid(
    `${room}-knows-no-room-above`,
    `${room}/ may use ${['books/', ...ROOMS.slice(0, index)].join(', ')} and no other room. Let the other room declare what ` +
      'this room must know about it (src/room-declarations.ts), or move what both need into books/ or a lower room.',
    { path: `^src/features/${room}/` },
    { path: `^src/features/(${ROOMS.slice(index + 1).join('|')})/` },
  ),
);

/** What a file may not import, by the end of its name. */
const kinds = [
  forbid(
    'queries-know-no-rules',
    'Queries turn rows into records and import no services, routes or commands. Put decisions into service.ts or rules.ts.',
    { path: '^src/(features|books)/.*queries\\.ts$' },
    { path: '(service|routes|commands|print|list-view)\\.ts$|^src/(http|cli)/' },
  ),
  forbid(
    'rules-are-pure',
    'Rules calculate with values. Put code that reads the database into service.ts or queries.ts.',
    { path: '^src/(features|books)/.*rules\\.ts$' },
    {
      path: '(service|queries|routes|commands|print|list-view)\\.ts$|^src/(http|cli|db/connect)',
      dependencyTypesNot: ['type-only'],
    },
  ),
  forbid(
    'schemas-are-plain',
    'A schema describes the form of data. Put code that reads or writes into service.ts or queries.ts.',
    { path: '^src/(features|books)/.*schema\\.ts$' },
    { path: '(service|queries|routes|commands|print|list-view)\\.ts$|^src/(http|cli)/' },
  ),
  forbid(
    'a-route-calls-a-service',
    'A route makes one service call. Let the service call the queries.',
    { path: '^src/features/.*routes\\.ts$' },
    { path: '(queries|table)\\.ts$|^src/(db|cli)/' },
  ),
  forbid(
    'a-command-calls-a-service',
    'A command makes one service call. Let the service call the queries, and put code for HTTP into routes.ts.',
    { path: '^src/features/.*commands?\\.ts$' },
    { path: '(queries|table)\\.ts$|^src/(db|http)/' },
  ),
  forbid(
    'services-know-no-shell',
    'A service knows neither HTTP nor the command line. Put code for them into routes.ts or commands.ts.',
    { path: '^src/(features|books)/', pathNot: '(routes|commands?|print|list-view|columns|-cli)\\.ts$' },
    { path: '^src/(http|cli)/' },
  ),
  forbid(
    'a-room-keeps-its-queries',
    "The queries, tables, routes and commands of a room are private. Call the room's service, or let it export what you need.",
    { path: `^src/features/${rooms}/` },
    { path: '^src/features/.*(queries|table|routes|commands|print|list-view)\\.ts$', pathNot: '^src/features/$1/' },
  ),
  forbid(
    'only-rooms-know-queries',
    "The queries of a room are private. Call the room's service.",
    { path: '^src/', pathNot: '^src/features/' },
    { path: '^src/features/.*queries\\.ts$' },
  ),
  forbid(
    'a-list-of-fields-is-data',
    'A list of fields contains only values, because the page loads it, too. Import only types.',
    { path: '^src/features/.*fields\\.ts$' },
    { path: '.', pathNot: '(fields|method-words)\\.ts$', dependencyTypesNot: ['type-only'] },
  ),
];

const floors = [
  forbid(
    'lib-knows-no-church',
    'lib/ imports nothing from outside lib/. Put code that knows about churches into books/ or a room.',
    { path: '^src/lib/' },
    { path: '^src/', pathNot: '^src/lib/' },
  ),
  forbid(
    'shared-files-know-no-room',
    'Shared files and db/ know no room. Put code about a room into that room.',
    { path: `^src/db/|${SHARED}`, pathNot: `${TOP}|^src/db/schema\\.ts$` },
    { path: '^src/(features|books|http|cli)/' },
  ),
  forbid(
    'shared-files-know-no-top',
    'Only the start of the program, the OpenAPI document and upkeep/, the highest room, may import the files that know all rooms.',
    { path: '^src/(db|books|lib|http)/|^src/features/', pathNot: '^src/features/upkeep/|^src/http/openapi/' },
    { path: TOP },
  ),
  forbid(
    'the-list-of-tables-has-types-only',
    'db/schema.ts imports only the types of the tables from the rooms.',
    { path: '^src/db/schema\\.ts$' },
    { path: '^src/features/', pathNot: 'table\\.ts$' },
  ),
  forbid(
    'books-lie-below-the-rooms',
    'books/ is the basis of every figure. It knows no room, no HTTP and no command line.',
    { path: '^src/books/' },
    { path: '^src/(features|http|cli)/' },
  ),
  forbid(
    'http-knows-no-room',
    'http/ serves all rooms. Put code about one room into its routes.ts.',
    { path: '^src/http/' },
    { path: '^src/(features|cli)/' },
  ),
  forbid(
    'cli-kit-knows-no-room',
    'cli/kit has the building blocks of all commands. Put code about one room into its commands.ts, or into a file ...-cli.ts ' +
      'of the room if other rooms use it. Every command may use only the clock of the church and the catalogs.',
    { path: '^src/cli/kit/' },
    {
      path: '^src/(features|http)/|^src/cli/commands/',
      pathNot: '^src/features/(church/profile/service|upkeep/catalogs)\\.ts$',
    },
  ),
  forbid(
    'only-connect-knows-the-driver',
    'Only db/connect.ts imports the database driver.',
    { path: '^src/', pathNot: '^src/db/connect\\.ts$' },
    { path: 'node_modules/better-sqlite3' },
  ),
  forbid(
    'the-page-is-a-client',
    'The page is a client like any other. It may import only the client, the tools of lib/ and the lists of fields.',
    { path: '^src/console/' },
    { path: '^src/', pathNot: '^src/(console|client|lib)/|^src/features/.*fields\\.ts$' },
  ),
  forbid(
    'the-client-runs-in-browsers',
    'The client runs in browsers. It may import only types from the rest of the program.',
    { path: '^src/client/' },
    { path: '^src/', pathNot: '^src/client/', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'browsers-have-no-node',
    'The page and the client run in browsers, which do not have the modules of Node.js.',
    { path: '^src/(client|console)/' },
    { dependencyTypes: ['core'] },
  ),
];

export default {
  forbidden: [...floors, ...upward, ...kinds],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
