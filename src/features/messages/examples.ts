/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a
 * fuller example.
 */
import { type Examples, page } from '../../lib/examples.ts';

const batchId = '0b9d2a8c-5f64-4f0e-8b59-0e6c3c1f8f61';

export const EXAMPLES: Examples = {
  SendResult: {
    batchId,
    sent: 1,
    failed: 1,
    results: [
      { recipient: 'grace.lin@example.org', memberId: 7, result: 'sent', error: null },
      { recipient: 'choir@grace.example.org', memberId: null, result: 'failed', error: 'Mailbox unavailable' },
    ],
    skipped: [{ memberId: 8, reason: 'no_address' }],
  },
  NotificationLogPage: page({
    id: 311,
    batchId,
    channel: 'Email',
    recipient: 'grace.lin@example.org',
    memberId: 7,
    groupId: null,
    subject: 'Palm Sunday',
    result: 'sent',
    error: null,
    sentAt: '2026-03-22T20:00:01.250Z',
    sentBy: 3,
  }),
};
