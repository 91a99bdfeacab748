/** Decides what is reported on Form 1099 (Instructions for Forms 1099-MISC and 1099-NEC). */
import type { Form1099Box } from '../../../books/form1099.ts';
import { fold } from '../../../lib/fold.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import type { TaxClassification } from '../../spending/vendors/schema.ts';
import type { NotReported } from './schema.ts';

/** What a recipient was paid for a box, by the id of the first vendor, and the part of it that was paid for legal services. */
export type BoxTotal = { vendorId: number; box: Form1099Box; amount: Minor; legal: Minor };

/** The line of Form 990, Part IX, for fees for legal services. */
const LEGAL_LINE = '11b';

type Paid = { vendorId: number; box: Form1099Box; form990LineCode: string | null; amount: Minor };

/** Adds up payments by vendor and box. Totals of zero are left out. */
export function totalsOf(paid: readonly Paid[]): BoxTotal[] {
  const totals = new Map<string, BoxTotal>();
  for (const { vendorId, box, form990LineCode, amount } of paid) {
    const key = `${vendorId} ${box}`;
    const known = totals.get(key) ?? { vendorId, box, amount: ZERO, legal: ZERO };
    const legal = form990LineCode === LEGAL_LINE ? amount : ZERO;
    totals.set(key, { ...known, amount: addMoney(known.amount, amount), legal: addMoney(known.legal, legal) });
  }
  return [...totals.values()].filter(({ amount }) => amount !== ZERO);
}

/** What somebody without a vendor's card was paid for a box. */
export type OtherTotal = { name: string; box: Form1099Box; amount: Minor };

/**
 * Adds up payments by name and box. Names that differ only in case, accents and spaces count as one. Totals of zero are
 * left out.
 */
export function totalsByName(paid: readonly OtherTotal[]): OtherTotal[] {
  const totals = new Map<string, OtherTotal>();
  for (const one of paid) {
    const key = `${fold(one.name)} ${one.box}`;
    const known = totals.get(key);
    totals.set(key, known ? { ...known, amount: addMoney(known.amount, one.amount) } : one);
  }
  return [...totals.values()].filter(({ amount }) => amount !== ZERO);
}

type Verdict = { reportable: boolean; reportableAmount: Minor; reason: NotReported | null };

const not = (reason: NotReported): Verdict => ({ reportable: false, reportableAmount: ZERO, reason });

/**
 * Decides whether a total is reported. Payments to corporations are reported only for medical services, for gross
 * proceeds paid to attorneys, and for legal services. A vendor of an unknown classification counts as an individual.
 */
export function judge({ box, amount, legal }: BoxTotal, classification: TaxClassification, threshold: Minor): Verdict {
  if (classification === 'Exempt') return not('exempt');
  if (classification === 'Foreign') return not('foreign');
  const isCorporation = classification === 'Corporation';
  if (isCorporation && (box === 'MISC1' || (box === 'NEC1' && legal === ZERO))) return not('corporation');
  const reportableAmount = isCorporation && box === 'NEC1' ? legal : amount;
  return reportableAmount < threshold ? not('below_threshold') : { reportable: true, reportableAmount, reason: null };
}
