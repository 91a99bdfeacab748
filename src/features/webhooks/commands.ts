import { type Command, Option } from 'commander';
import * as z from 'zod';
import type { App } from '../../app.ts';
import { action, type LocalTime, type Options } from '../../cli/kit/action.ts';
import { collect } from '../../cli/kit/amounts.ts';
import { numberIn } from '../../cli/kit/number.ts';
import { type Column, fieldTable, pageLine, table } from '../../cli/kit/print.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { permissionsOfAll } from '../../permissions.ts';
import { decode } from '../../validate.ts';
import { actingPerson, personOptions } from '../access/auth/person-cli.ts';
import type { User } from '../access/users/schema.ts';
import { getUsers } from '../access/users/service.ts';
import { EVENT_NAMES } from '../audit/announcements.ts';
import {
  CreatedWebhookEndpoint,
  ListedWebhookEndpoint,
  NewWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
  WebhookEndpoint,
  WebhookSecret,
} from './schema.ts';
import {
  activateEndpoint,
  createEndpoint,
  deactivateEndpoint,
  getEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  repeatDelivery,
  rotateSecret,
  testEndpoint,
  updateEndpoint,
} from './service.ts';

const FLAGS = { includesDetails: '--details', events: '--event' };
const ONCE = 'The secret is shown only now. Give it to the program that receives the events:';

/** The delivery of a test, with the endpoint that the commands of the next steps need, too. */
const TestDelivery = WebhookDelivery.extend({ endpointId: z.int() });

/** An endpoint with its owner as text, and with what keeps the owner from managing it. */
const OwnedEndpoint = ListedWebhookEndpoint.extend({ owner: z.string().nullable() });
type OwnedEndpoint = z.output<typeof OwnedEndpoint>;
const OwnedEndpoints = z.object({ items: z.array(OwnedEndpoint) });

/** Adds `vestry webhook ...`. */
export function webhookCommands(webhook: Command): void {
  webhook
    .command('list')
    .description('list the endpoints to which Vestry sends events')
    .action(action({ answer: OwnedEndpoints, run: withOwners, print: ({ items }) => printEndpoints(items) }));
  oneCommand(webhook.command('show <id>').description('show an endpoint'), getEndpoint);
  addCommand(webhook);
  updateCommand(webhook);
  oneCommand(
    webhook
      .command('deactivate <id>')
      .description(
        'switch an endpoint off; events that wait are kept, but those that happen until it is on again are never sent',
      ),
    deactivateEndpoint,
  );
  oneCommand(
    webhook
      .command('activate <id>')
      .description('switch an endpoint on again; events that waited are sent, but not those of the meantime'),
    activateEndpoint,
  );
  webhook
    .command('test <id>')
    .description('send a test event to an endpoint')
    .action(
      action({
        answer: TestDelivery,
        run: async (app, [id]) => ({ endpointId: idIn(id), ...(await testEndpoint(app, idIn(id))) }),
        print: printTest,
      }),
    );
  webhook
    .command('rotate-secret <id>')
    .description('give an endpoint a new secret, shown once; the old one also signs for 24 hours')
    .action(
      action({
        answer: WebhookSecret,
        run: (app, [id]) => rotateSecret(app, idIn(id)),
        print: ({ secret }) => `${ONCE}\n  ${secret ?? ''}`,
      }),
    );
  webhook
    .command('remove <id>')
    .description('remove an endpoint and the list of its deliveries')
    .action(
      action({
        answer: z.object({ id: z.number() }),
        run: async (app, [id]) => {
          await removeEndpoint(app, idIn(id));
          return { id: idIn(id) };
        },
        print: ({ id }) => `The webhook endpoint ${id} is removed.`,
      }),
    );
  deliveriesCommand(webhook);
  repeatCommand(webhook);
}

/** Gives a command the action of a service on one endpoint, which it prints. */
function oneCommand(command: Command, run: (app: App, id: number) => Promise<WebhookEndpoint>): void {
  command.action(action({ answer: WebhookEndpoint, run: (app, [id]) => run(app, idIn(id)), print: printEndpoint }));
}

const withFields = (command: Command): Command =>
  command
    .option('--url <url>', 'the address, which begins with https://')
    .option('--event <event>', `a wanted event, repeatable: ${EVENT_NAMES.join(', ')}`, collect)
    .option('--description <text>', 'what the endpoint is for');

function addCommand(webhook: Command): void {
  personOptions(withFields(webhook.command('add')))
    .description('add an endpoint; its secret is shown once')
    .option('--details', 'send the record as the API shows it to the account of --as; it may be personal data')
    .addHelpText(
      'after',
      '\nExample:\n  $ vestry webhook add --url https://hooks.example.org/vestry --event member.created --event member.changed',
    )
    .action(
      action({
        flags: FLAGS,
        answer: CreatedWebhookEndpoint,
        run: async (app, _args, options) => {
          const input = decode(NewWebhookEndpoint, fieldsIn(options));
          return createEndpoint(await ownerOf(app, input, options), input);
        },
        print: ({ endpoint, secret }) =>
          `The webhook endpoint ${endpoint.id} sends to ${endpoint.url}.\n${ONCE}\n  ${secret ?? ''}`,
      }),
    );
}

function updateCommand(webhook: Command): void {
  personOptions(withFields(webhook.command('update <id>')))
    .description('change an endpoint; what is not given does not change')
    .addOption(new Option('--details <choice>', 'whether to send the record, too').choices(['yes', 'no']))
    .action(
      action({
        flags: FLAGS,
        answer: WebhookEndpoint,
        run: async (app, [id], options) => {
          const { url, description, events, includesDetails } = await getEndpoint(app, idIn(id));
          const fields = { url, description, events, includesDetails, ...fieldsIn(options) };
          const input = decode(NewWebhookEndpoint, fields);
          const isNew = includesDetails !== input.includesDetails || url !== input.url;
          return updateEndpoint(isNew ? await ownerOf(app, input, options) : app, idIn(id), input);
        },
        print: printEndpoint,
      }),
    );
}

/** Returns the app acting as the person with whose permissions records are read. Refuses details without a person. */
async function ownerOf(app: App, { includesDetails }: NewWebhookEndpoint, options: Options): Promise<App> {
  if (includesDetails && typeof options.as !== 'string') {
    throw new SetupError('Give --as EMAIL: the records are read with the permissions of this account.', EXIT.usage);
  }
  return actingPerson(app, options, 'users.manage');
}

/** Returns the fields that the options name. */
function fieldsIn({ url, event, description, details }: Options): Record<string, unknown> {
  const given = { url, events: event, description, includesDetails: details };
  if (typeof details === 'string') given.includesDetails = details === 'yes';
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function deliveriesCommand(webhook: Command): void {
  webhook
    .command('deliveries <id>')
    .description('list the events for an endpoint, and how their delivery went')
    .addOption(new Option('--state <state>', 'only these').choices(['Pending', 'Delivered', 'Failed']))
    .option('--event <event>', 'only this event')
    .option('--page <page>', 'which page to show (default: 1)')
    .option('--page-size <count>', 'how many entries to show on a page (default: 25)')
    .action(
      action({
        answer: WebhookDeliveryPage,
        run: (app, [id], { state, event, page, pageSize }) =>
          listDeliveries(app, idIn(id), decode(WebhookDeliveryQuery, { state, event, page, pageSize })),
        print: printDeliveries,
      }),
    );
}

function repeatCommand(webhook: Command): void {
  webhook
    .command('repeat <id> <delivery>')
    .description('send an event again, with the same id')
    .action(
      action({
        answer: WebhookDelivery,
        run: (app, [id, delivery]) => repeatDelivery(app, idIn(id), deliveryIn(delivery, idIn(id))),
        print: ({ eventId }) => `The event ${eventId} is sent again when the service runs.`,
      }),
    );
}

const idIn = (text?: string): number => numberIn(text, 'webhook endpoint. Its number is in: vestry webhook list');

const deliveryIn = (text: string | undefined, endpoint: number): number =>
  numberIn(text, `delivery. Its number is in: vestry webhook deliveries ${endpoint}`);

const OFF_BECAUSE = {
  Owner: 'switched off by a person',
  Failing: 'it accepted nothing for five days',
  Gone: 'it answered 410 Gone',
} as const;

async function withOwners(app: App): Promise<{ items: OwnedEndpoint[] }> {
  const { items } = await listEndpoints(app);
  const users = await getUsers(
    app,
    items.flatMap(({ ownerId }) => ownerId ?? []),
  );
  const owners = new Map<number | null, string>(users.map((user) => [user.id, ownerText(user)]));
  return { items: items.map((item) => ({ ...item, owner: owners.get(item.ownerId) ?? null })) };
}

function ownerText({ email, isActive, roles }: User): string {
  if (!isActive) return `${email} (deactivated)`;
  return permissionsOfAll(roles).has('users.manage') ? email : `${email} (no longer super_admin)`;
}

function stateOf({ isActive, switchedOffReason, failingSince }: ListedWebhookEndpoint): string {
  if (!isActive) return `off (${OFF_BECAUSE[switchedOffReason ?? 'Owner']})`;
  return failingSince === null ? 'active' : 'failing';
}

function printEndpoints(items: readonly OwnedEndpoint[]): string {
  if (items.length === 0) return 'There are no webhook endpoints. Add one: vestry webhook add';
  const columns: Column<OwnedEndpoint>[] = [
    { title: 'Id', align: 'right', cell: ({ id }) => id },
    { title: 'Address', cell: ({ url }) => url },
    { title: 'Events', cell: ({ events }) => events.join(', ') },
    { title: 'State', cell: stateOf },
    { title: 'Owner', cell: ({ owner }) => owner ?? 'nobody' },
    { title: 'Waiting', align: 'right', cell: ({ pending }) => pending },
  ];
  return table(columns, items);
}

function printEndpoint(endpoint: WebhookEndpoint, at: LocalTime): string {
  return fieldTable('Webhook endpoint', { ...endpoint, events: endpoint.events.join(', ') }, at);
}

function printTest({ id, eventId, endpointId }: z.output<typeof TestDelivery>): string {
  return [
    `Delivery ${id} is sent while the service runs, with the event id ${eventId}.`,
    `How it went: vestry webhook deliveries ${endpointId}`,
    `To send it again: vestry webhook repeat ${endpointId} ${id}`,
  ].join('\n');
}

function printDeliveries(list: WebhookDeliveryPage, at: LocalTime): string {
  const columns: Column<WebhookDelivery>[] = [
    { title: 'Id', align: 'right', cell: ({ id }) => id },
    { title: 'When', cell: ({ occurredAt }) => at(occurredAt) },
    { title: 'Event', cell: ({ event }) => event },
    { title: 'About', cell: ({ subjectType, subjectId }) => `${subjectType} ${subjectId}` },
    { title: 'State', cell: ({ state }) => state },
    { title: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
    { title: 'Last answer', cell: ({ lastStatus, lastError }) => lastError ?? lastStatus ?? '' },
  ];
  return `${table(columns, list.items)}\n\n${pageLine(list, 'delivery', 'deliveries')}`;
}
