/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a
 * fuller example.
 */
import { type Examples, page } from '../../lib/examples.ts';

const batchId = '0b9d2a8c-5f64-4f0e-8b59-0e6c3c1f8f61';

const batch = {
  id: batchId,
  channel: 'Email',
  subject: 'Palm Sunday',
  createdAt: '2026-03-22T20:00:00.000Z',
  createdByName: 'Grace Lin',
  finishedAt: null,
  stoppedAt: null,
  sent: 30,
  failed: 1,
  unknown: 0,
  open: 12,
  deferred: 12,
  nextTryAt: '2026-03-22T22:00:00.000Z',
  waitsFor: 'The number of letters for a day that is set for the mail server is reached.',
  expectedEnd: '2026-03-22T22:01:00.000Z',
};
const missed = {
  memberId: 8,
  reason: 'no_address',
  memberName: 'Wei Chen',
  chineseName: '陳偉',
  phone: '626-555-0108',
};

export const EXAMPLES: Examples = {
  getNotificationsBatches: { items: [batch] },
  getNotificationsChannels: {
    items: [
      { channel: 'Email', missing: null },
      { channel: 'Line', missing: 'access_token' },
    ],
  },
  NotificationBatchDetail: { ...batch, skipped: [missed] },
  NotificationResumption: { retryFailed: true, retryUnknown: false },
  MessagePreview: {
    subject: 'Palm Sunday',
    text: 'The service begins at 10:30. Please bring a branch.\n',
    recipients: [{ channel: 'Email', recipient: 'grace.lin@example.org', memberId: 7 }],
    skipped: [missed],
  },
  SendResult: {
    batchId,
    sent: 1,
    failed: 1,
    unknown: 0,
    deferred: 0,
    nextTryAt: null,
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
