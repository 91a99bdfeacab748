/** The parts of the OpenAPI document that are not operations: tags, headers, and the ways to sign in. */
import type { Json } from './schemas.ts';

/** The tags of the operations, in the order in which the document shows them. */
export const TAGS = [
  ['Sign-in', 'Access tokens, the refresh cookie, passwords and invitations.'],
  ['Users', 'Staff accounts and their roles.'],
  ['Keys for programs', 'Keys with which programs use the API for a person.'],
  ['Imports', 'Files of other programs: what they mean, what must be asked, and what they add.'],
  ['Members', 'The people of the church and their families.'],
  ['Giving', 'Individual gifts, the categories that they are for, and their totals.'],
  [
    'Offering sessions',
    'The gifts of one date, counted together. A session is `Draft`, then `Submitted`, then `Reconciled` with the bank.',
  ],
  ['Contributions', "Givers' statements for a calendar year."],
  ['Meal attendance', 'How many people ate at church, by date, in three age groups.'],
  [
    'Expenses',
    'Expenses, their categories and their ministries. An expense is `Draft`, then `PendingApproval`, then `Approved`, then `Paid`. It counts in the books once it is approved.',
  ],
  ['Approvals', 'What waits for a second person, whatever it is.'],
  [
    'Monthly statements',
    'A month of giving and expenses. Finalizing freezes the statement: no figure of the month can change until the month is reopened.',
  ],
  [
    'Budget',
    'What the church plans to receive and to spend in a fiscal year: drafts, what was adopted, and every amendment.',
  ],
  ['Bank', 'Bank statements: their lines, the documents that they show, and the reconciliation of accounts.'],
  ['Books', 'Funds: the purposes for which the church has money, and who decided each purpose.'],
  [
    'Reports',
    'Reports of the books, unaudited: income and expenses, what the church has and owes, and every document behind a figure.',
  ],
  ['Form 990', 'The functional expenses of Form 990, Part IX.'],
  ['Church profile', 'The details of the church that letters show, and the settings of its books.'],
  ['Backups', 'Copies of the books off this computer.'],
  ['Notifications', 'E-mail and LINE messages, and who can be reached on LINE.'],
  ['Webhooks', 'Addresses of other programs to which Vestry sends what happens.'],
  ['AI', 'Suggestions from a language model that the church has chosen. They change nothing.'],
  ['Audit', 'Who changed what, and when. Entries are never changed or removed.'],
  ['Health', 'Whether the service can do its work.'],
  ['Documents', 'The description of this API.'],
].map(([name, description]) => ({ name, description }));

const text = { schema: { type: 'string' } };

export const HEADERS: Record<string, Json> = {
  'Content-Disposition': { description: '`attachment`, with the name of the file.', ...text },
  ETag: { description: 'The version of the resource in the response, for `If-Match` and `If-None-Match`.', ...text },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored response to the first call, and this call did nothing.',
    schema: { type: 'string', const: 'true' },
  },
  Location: { description: 'The address of the created resource.', ...text },
  'Retry-After': {
    description: 'How many seconds to wait before trying again, if this is known.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Set-Cookie': {
    description:
      'Sets the cookie `app_rt` to a new refresh token, or clears it. The cookie is `HttpOnly; SameSite=Strict; Path=/api/auth`, and `Secure` outside development.',
    ...text,
  },
  'WWW-Authenticate': { description: '`Bearer`.', ...text },
  'X-Request-Id': {
    description:
      'The id of the request in the log. A client can choose the id by sending this header with at most 64 visible ASCII characters.',
    ...text,
  },
};

export const SECURITY_SCHEMES: Record<string, Json> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `accessToken` in the response to a sign-in. It is valid for 15 minutes and is a JWT signed with HS256. Its claims are `sub` (the id of the user, as text), `role` (a list of roles), `iat`, `exp`, `iss` and `aud` (`vestry`), and `sid` (the id of the sign-in, as text). A program can send a key in its place, which begins with `vsk_` (`POST /api/program-keys`). It acts for the person who made it, with the permissions of the key that the person has now.',
  },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'app_rt',
    description:
      'The refresh token, which only the browser handles. It is valid for 14 days after its last use, and at most 90 days after the sign-in.',
  },
  lineSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Line-Signature',
    description: 'The signature that LINE makes of the body with the channel secret.',
  },
};
