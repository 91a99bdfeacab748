import { route } from '../../../http/route.ts';
import { MessagePreview, SendResult } from '../schema.ts';
import { EmailMessage } from './schema.ts';
import { previewEmail, sendEmail } from './service.ts';

export const emailRoutes = [
  route({
    method: 'POST',
    path: '/api/notifications/email',
    summary: 'Send an e-mail to members and other addresses',
    description:
      'The response is sent after every message has been tried. A failed message does not stop the others. Members without an address, deleted members and members who died are skipped. After a crash, a call with the same `Idempotency-Key` sends nothing twice.',
    tag: 'Notifications',
    permission: 'notifications.manage',
    body: EmailMessage,
    answer: SendResult,
    keyed: 'claim',
    errors: ['not_configured'],
    handle: (app, { body }) => sendEmail(app, body),
  }),
  route({
    method: 'POST',
    path: '/api/notifications/email/preview',
    summary: 'Show the text of an e-mail, who would get it, and who not; nothing is sent',
    tag: 'Notifications',
    permission: 'notifications.manage',
    body: EmailMessage,
    answer: MessagePreview,
    handle: (app, { body }) => previewEmail(app, body),
  }),
];
