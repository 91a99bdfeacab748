/**
 * Examples for the API document. A key is the name of a schema, or of an operation whose response needs its own
 * example.
 */
import { type Examples, page } from '../../lib/examples.ts';

export const EXAMPLES: Examples = {
  AuditEntryPage: page({
    id: 2041,
    at: '2026-03-02T14:30:00.000Z',
    action: 'ExpenseApproved',
    actorId: 5,
    actorName: 'John Miller',
    entityType: 'Expense',
    entityId: '58',
    changes: { status: ['PendingApproval', 'Approved'], bookedOn: [null, '2026-03-02'] },
    ipAddress: '192.0.2.17',
    requestId: '5f0c1d9e-3b7a-4a55-9a53-6d2f7f2f0c11',
  }),
};
