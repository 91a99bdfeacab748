/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a
 * fuller example.
 */
import { type Examples } from '../../../lib/examples.ts';

export const EXAMPLES: Examples = {
  EmailMessage: {
    memberIds: [7, 8],
    emails: ['choir@grace.example.org'],
    subject: 'Palm Sunday',
    body: 'The service begins at 10:30. Please bring a branch.\n',
    locale: 'en-US',
  },
};
