import { route } from '../../http/route.ts';
import { AuditPage, AuditQuery } from './schema.ts';
import { listAuditLogs } from './service.ts';

export const auditRoutes = [
  route({
    method: 'GET',
    path: '/api/audit-logs',
    summary: 'List the audit log',
    tag: 'Audit',
    permission: 'audit.read',
    query: AuditQuery,
    answer: AuditPage,
    handle: (app, { query }) => listAuditLogs(app, query),
  }),
];
