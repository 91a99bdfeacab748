import { useTranslation } from 'react-i18next';
import type { Entered } from './queries.ts';

const WORDS = {
  entered: { Posted: 'transferSaved', PendingApproval: 'transferWaits' },
  reversed: { Posted: 'transferReversed', PendingApproval: 'reversalSaved' },
} as const;

/** Returns a function that says what became of a transfer that was just entered or reversed, with its warnings. */
export function useSaid(): (what: keyof typeof WORDS, entered: Entered) => string {
  const { t } = useTranslation('bank');
  return (what, { status, warnings = [] }) =>
    [t(WORDS[what][status]), ...warnings.map(({ code }) => t(`warning_${code}`))].join(' ');
}
