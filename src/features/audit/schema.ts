import * as z from 'zod';
import { pageOf, pageQuery } from '../../lib/page.ts';
import { date, filter, id, idText, instant } from '../../lib/wire.ts';

export const AuditQuery = pageQuery({
  sort: ['id', 'at', 'action', 'actorName', 'entityType'],
  by: '-id',
  filters: {
    action: filter(z.string().min(1).max(80), 'What was done, such as `PasswordChanged`.'),
    entityType: filter(z.string().min(1).max(80), 'The kind of resource, such as `Member`.'),
    entityId: filter(z.string().min(1).max(80), 'The id of the resource. For meal counts, it is the date.'),
    actorId: filter(idText, 'The user who acted.'),
    from: filter(date, "The first day to include, in the church's time zone."),
    to: filter(date, "The last day to include, in the church's time zone."),
  },
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditEntry = z
  .object({
    id,
    at: instant.describe('When the action happened.'),
    action: z.string().describe('What was done, in the past tense, such as `PasswordChanged` or `ExpenseApproved`.'),
    actorId: id.nullable().describe('The user who acted. Null if a command or the service itself acted.'),
    actorName: z.string().describe('The name of the user, command or service that acted. It is the name at that time.'),
    entityType: z.string().describe('The kind of resource, such as `Member`.'),
    entityId: z.string().describe('The id of the resource, as text. For meal counts, it is the date.'),
    changes: z
      .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
      .describe(
        'The value before and the value after, by field. If personal values were removed on request, the field `purged` or `anonymized` replaces them. Callers without `members.read` see `•••` in place of what identifies a member.',
      ),
    ipAddress: z.string().nullable().describe('The network address of the request; null for a command.'),
    requestId: z.string().nullable().describe('The `X-Request-Id` of the request; null for a command.'),
  })
  .meta({
    id: 'AuditEntry',
    description: 'Who did what to which resource, with the values of each changed field before and after.',
  });
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditPage = pageOf(AuditEntry);
export type AuditPage = z.output<typeof AuditPage>;

export const Authentication = z.enum(['authenticated', 'key unknown', 'broken']);

export const AuditVerification = z.object({
  isIntact: z.boolean(),
  entries: z.int(),
  lastHash: z.string(),
  /** The end of the log in the form that people note and compare: `COUNT:HASH`. */
  head: z.string(),
  authentication: Authentication,
  firstBadId: z.int().nullable(),
  problem: z.string().nullable(),
  /** Sentences about what somebody changed in the log, the figures or the structure of the database. */
  faults: z.array(z.string()),
  warnings: z.array(z.string()),
  /** The tables, and columns of other tables, that were not compared with the audit log. */
  notCompared: z.array(z.string()),
  /** The result of looking up the head given with `--head`; null if none was given. */
  noted: z.string().nullable(),
});
export type AuditVerification = z.output<typeof AuditVerification>;
