/** Examples for the API document, by the name of the schema, or by the operation whose answer needs a fuller one. */
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
