import type { Exportable } from '../../cli/kit/export.ts';
import { plainColumns } from '../../lib/export-columns.ts';
import { encode } from '../../lib/encode.ts';
import { AuditEntry } from './schema.ts';

/** The columns of an export of audit entries. The changes of an entry are JSON in a single cell. */
export const AUDIT_EXPORT: Exportable<AuditEntry> = {
  what: 'entry',
  many: 'entries',
  toWire: (entry) => encode(AuditEntry, entry),
  columns: [
    ...plainColumns<AuditEntry>('id', 'at', 'action', 'actorId', 'actorName', 'entityType', 'entityId'),
    { name: 'changes', cell: ({ changes }) => JSON.stringify(changes) },
    ...plainColumns<AuditEntry>('ipAddress', 'requestId'),
  ],
};
