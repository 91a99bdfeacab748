export const words = {
  title: 'Approvals',
  none: 'No expense waits for approval.',
  count_one: '1 expense waits for approval.',
  count_other: '{{count}} expenses wait for approval.',
  transfers_one: '1 transfer waits for approval.',
  transfers_other: '{{count}} transfers wait for approval.',
  queue: 'Waiting for approval',
} as const;
