import type { LocalTime } from '../../cli/kit/action.ts';
import { pairTable } from '../../cli/kit/print.ts';
import { counted, printable } from '../../lib/text.ts';
import type { SendResult } from './schema.ts';

const REASONS = {
  deleted: 'is deleted',
  deceased: 'has died',
  no_address: 'has no e-mail address',
  not_bound: 'is not connected with LINE',
  unknown: 'there is no such member',
  waiting: 'has a letter that waits to be sent',
  duplicate_address: 'shares an e-mail address with another recipient',
} as const;

/** Returns the result of a batch as text: who was not reached and why, the counts, and when the rest is sent. */
export function describeResult(result: SendResult, at: LocalTime): string {
  const { batchId, sent, failed, unknown, deferred, nextTryAt, results, skipped } = result;
  const missed = [
    ...results
      .filter(({ result }) => result !== 'sent')
      .map(({ recipient, error }) => [printable(recipient), printable(error ?? '')] as const),
    ...skipped.map(({ memberId, reason }) => [`member ${memberId}`, REASONS[reason]] as const),
  ];
  const list = missed.length === 0 ? '' : `${pairTable(['Not reached', 'Why'], missed)}\n\n`;
  const counts = [
    `${counted(sent, 'message')} sent`,
    `${failed} failed`,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(deferred > 0 ? [`${deferred} waiting`] : []),
    `${skipped.length} skipped`,
  ];
  const hints = [
    ...(nextTryAt === null
      ? []
      : [
          `Those that wait are tried again from ${at(nextTryAt)} on, while the service runs. At once: vestry notify resume ${batchId}`,
        ]),
    ...(unknown > 0
      ? [`To send those in doubt again, which may arrive twice: vestry notify resume ${batchId} --retry-unknown`]
      : []),
  ];
  return [`${list}${counts.join(', ')} (batch ${batchId})`, ...hints].join('\n');
}
