import * as z from 'zod';
import { pageOf, pageQuery } from '../../lib/page.ts';
import { date, id, idText, instant } from '../../lib/wire.ts';

export const AuditQuery = pageQuery({
  sort: ['id', 'at', 'action', 'actorName', 'entityType'],
  by: '-id',
  filters: {
    action: z.string().min(1).max(80).optional(),
    entityType: z.string().min(1).max(80).optional(),
    entityId: z.string().min(1).max(80).optional(),
    actorId: idText.optional(),
    from: date.optional(),
    to: date.optional(),
  },
});
export type AuditQuery = z.output<typeof AuditQuery>;

export const AuditEntry = z
  .object({
    id,
    at: instant,
    action: z.string(),
    actorId: id.nullable(),
    actorName: z.string(),
    entityType: z.string(),
    entityId: z.string(),
    changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
    ipAddress: z.string().nullable(),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what to which resource, with each changed field before and after.' });
export type AuditEntry = z.output<typeof AuditEntry>;

export const AuditPage = pageOf(AuditEntry);
export type AuditPage = z.output<typeof AuditPage>;

export const AuditVerification = z.object({
  isIntact: z.boolean(),
  entries: z.int(),
  lastHash: z.string(),
  firstBadId: z.int().nullable(),
  problem: z.string().nullable(),
});
export type AuditVerification = z.output<typeof AuditVerification>;
