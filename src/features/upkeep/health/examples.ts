/**
 * Examples for the API document. Each key is the name of a schema, or of an operation whose response needs its own
 * example.
 */
import { type Examples } from '../../../lib/examples.ts';

export const EXAMPLES: Examples = {
  Health: {
    status: 'ok',
    version: '0.1.0',
    uptimeSeconds: 86_400,
    checks: { database: 'ok', file: 'ok', storage: 'ok', space: 'ok', backup: 'ok', disk: 'ok', clock: 'ok' },
    copy: { ageHours: 3, ok: true },
  },
  getHealth503: {
    status: 'degraded',
    version: '0.1.0',
    uptimeSeconds: 86_400,
    checks: { database: 'ok', file: 'ok', storage: 'failed', space: 'low', backup: 'ok', disk: 'ok', clock: 'ok' },
    copy: { ageHours: 3, ok: true },
  },
};
