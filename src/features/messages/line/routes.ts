import { route } from '../../../http/route.ts';
import { MessagePreview, SendResult } from '../schema.ts';
import { getBinding, listBindings, retireBinding } from './bindings.ts';
import { createBindingCode } from './codes.ts';
import { getGroup, listGroups, updateGroup } from './groups.ts';
import {
  BindingCode,
  BindingQuery,
  GroupUpdate,
  LineMessage,
  LinePath,
  MemberBinding,
  MemberBindings,
  MessagingGroup,
  MessagingGroups,
  NewBindingCode,
  Received,
} from './schema.ts';
import { previewLine, sendLine } from './service.ts';
import { receiveWebhook } from './webhook.ts';

const WEBHOOK_LIMIT = 256 * 1024;

const readBinding = route({
  method: 'GET',
  path: '/api/notifications/bindings/:id',
  summary: 'Read the LINE account of a member',
  tag: 'Notifications',
  permission: 'notifications.manage',
  params: LinePath,
  answer: MemberBinding,
  versioned: true,
  handle: (app, { params }) => getBinding(app, params.id),
});

const readGroup = route({
  method: 'GET',
  path: '/api/notifications/groups/:id',
  summary: 'Read a LINE group',
  tag: 'Notifications',
  permission: 'notifications.manage',
  params: LinePath,
  answer: MessagingGroup,
  versioned: true,
  handle: (app, { params }) => getGroup(app, params.id),
});

export const lineRoutes = [
  route({
    method: 'POST',
    path: '/api/notifications/line',
    summary: 'Send a LINE message to members and groups',
    description:
      'The response is sent after every message has been tried. A failed message does not stop the others. After a crash, a call with the same `Idempotency-Key` sends nothing twice.',
    tag: 'Notifications',
    permission: 'notifications.manage',
    body: LineMessage,
    answer: SendResult,
    keyed: 'claim',
    errors: ['not_configured', 'unknown_reference'],
    handle: (app, { body }) => sendLine(app, body),
  }),
  route({
    method: 'POST',
    path: '/api/notifications/line/preview',
    summary: 'Show who would get a LINE message, and who not; nothing is sent',
    tag: 'Notifications',
    permission: 'notifications.manage',
    body: LineMessage,
    answer: MessagePreview,
    errors: ['unknown_reference'],
    handle: (app, { body }) => previewLine(app, body),
  }),
  readBinding,
  readGroup,
  route({
    method: 'GET',
    path: '/api/notifications/bindings',
    summary: 'List the LINE accounts of members; with includeRetired, former accounts are included',
    tag: 'Notifications',
    permission: 'notifications.manage',
    query: BindingQuery,
    answer: MemberBindings,
    handle: (app, { query }) => listBindings(app, query),
  }),
  route({
    method: 'DELETE',
    path: '/api/notifications/bindings/:id',
    summary: 'Retire a binding',
    description: 'The LINE account no longer receives messages for the member. The binding stays in the history.',
    tag: 'Notifications',
    permission: 'notifications.manage',
    params: LinePath,
    versionOf: readBinding,
    handle: (app, { params }) => retireBinding(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/notifications/binding-codes',
    summary: 'Make a code with which a member connects their LINE account; the code is shown only once',
    tag: 'Notifications',
    permission: 'notifications.manage',
    body: NewBindingCode,
    answer: BindingCode,
    status: 201,
    keyed: 'transaction',
    secrets: ['code'],
    errors: ['unknown_reference'],
    handle: (app, { body }) => createBindingCode(app, body),
  }),
  route({
    method: 'GET',
    path: '/api/notifications/groups',
    summary: "List the LINE groups that the church's account was invited to",
    tag: 'Notifications',
    permission: 'notifications.manage',
    answer: MessagingGroups,
    handle: (app) => listGroups(app),
  }),
  route({
    method: 'PUT',
    path: '/api/notifications/groups/:id',
    summary: 'Set the name of a LINE group, and whether messages may be sent to the group',
    tag: 'Notifications',
    permission: 'notifications.manage',
    params: LinePath,
    body: GroupUpdate,
    answer: MessagingGroup,
    versionOf: readGroup,
    errors: ['conflict'],
    handle: (app, { params, body }) => updateGroup(app, params.id, body),
  }),
  route({
    method: 'POST',
    path: '/api/webhooks/line',
    summary: 'Receive events from LINE, signed with X-Line-Signature',
    description:
      'LINE calls this route. Vestry responds first, and then handles the events. The signature is the Base64 of an HMAC-SHA256 of the unchanged body, with the channel secret as the key. A correctly signed body is always answered with 200.',
    tag: 'Notifications',
    permission: 'public',
    security: [{ lineSignature: [] }],
    forAnyHost: true,
    rawBody: { limit: WEBHOOK_LIMIT },
    answer: Received,
    errors: ['invalid_signature', 'not_configured'],
    handle: (app, _input, { header, raw }) => receiveWebhook(app, header('x-line-signature'), raw),
  }),
];
