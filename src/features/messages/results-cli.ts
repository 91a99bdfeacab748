import { pairTable } from '../../cli/kit/print.ts';
import { counted, printable } from '../../lib/text.ts';
import type { SendResult } from './schema.ts';

const REASONS = {
  deleted: 'is deleted',
  deceased: 'has died',
  no_address: 'has no e-mail address',
  not_bound: 'is not connected with LINE',
  unknown: 'there is no such member',
  duplicate_address: 'shares an e-mail address with another recipient',
} as const;

/** Returns the result of a batch as text: who was not reached and why, and the counts. */
export function describeResult({ batchId, sent, failed, results, skipped }: SendResult): string {
  const missed = [
    ...results
      .filter(({ result }) => result === 'failed')
      .map(({ recipient, error }) => [printable(recipient), printable(error ?? '')] as const),
    ...skipped.map(({ memberId, reason }) => [`member ${memberId}`, REASONS[reason]] as const),
  ];
  const list = missed.length === 0 ? '' : `${pairTable(['Not reached', 'Why'], missed)}\n\n`;
  return `${list}${counted(sent, 'message')} sent, ${failed} failed, ${skipped.length} skipped (batch ${batchId})`;
}
