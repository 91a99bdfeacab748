/** Examples for the API document. A key is the name of a schema, or the id of an operation. */
import { changed, type Examples } from '../../../lib/examples.ts';

const CHOSEN = {
  kind: 'Rclone',
  place: 'drive:vestry',
  keep: { days: 7, weeks: 4, months: 12 },
  after: { submit: true, finalize: true, nightly: true },
};

export const EXAMPLES: Examples = {
  BackupTargetUpdate: CHOSEN,
  BackupTarget: {
    ...CHOSEN,
    lastCopyAt: '2026-03-08T18:40:12.118Z',
    lastFullCopyAt: '2026-03-08T10:01:30.004Z',
    lastError: null,
    isSending: false,
    sameDisk: null,
    syncedFolder: null,
    remotes: ['drive'],
    hasRclone: true,
    hasPassphrase: true,
    ...changed,
  },
  CopyResult: { ok: true, at: '2026-03-08T18:40:12.118Z', error: null },
};
