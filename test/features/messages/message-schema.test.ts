import { expect, test } from 'vitest';
import { EmailMessage } from '../../../src/features/messages/email/schema.ts';
import { LineMessage } from '../../../src/features/messages/line/schema.ts';
import { check } from '../../../src/validate.ts';

const zeros = Array.from({ length: 100_000 }, () => 0);
const blanks = zeros.map(() => '');

test.each([
  [EmailMessage, { subject: 'News', body: 'Peace', memberIds: zeros, emails: blanks }, ['emails', 'memberIds']],
  [LineMessage, { body: 'Peace', memberIds: zeros, groupIds: zeros }, ['groupIds', 'memberIds']],
])('if a list is too long, its entries are not checked', (schema, message, lists) => {
  const checked = check(schema, message);
  const paths = 'errors' in checked ? checked.errors.map(({ path }) => path) : [];
  expect(paths.toSorted()).toEqual(lists);
});
