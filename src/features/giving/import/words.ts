/** The words by which the files of other programs say what a row is. They are in `data/gift-words.json`. */
import { wordLists } from '../../imports/word-lists.ts';

type List =
  /** The status or the method of a pledge. */
  | 'pledged'
  | 'refunded'
  /** The status of a payment that was refunded in part. */
  | 'partly'
  /** The status or the method of a payment that brought no money. */
  | 'failed'
  /** The status of a payment that was made. */
  | 'paid'
  /** Those of the last list that may also be said of a giver, such as an active member. */
  | 'paidOrOfGiver'
  /** What stands in the column of a refund if the whole gift was refunded, or if nothing was. */
  | 'wasRefunded'
  | 'noRefund'
  /** What stands in the column of the method if a gift is not deductible. */
  | 'notDeductible'
  /** What stands in place of a name. */
  | 'anonymous'
  /** Those that are also surnames, such as that of John Cash. They count only if they are all that a row says. */
  | 'anonymousAlone'
  /** What ChurchCRM writes for a gift without a family. */
  | 'noFamily';

/** Returns whether a list has a word, which is in the form that `headerKey` returns. */
export const isOneOf: (list: List, key: string) => boolean = wordLists('data/gift-words.json');
