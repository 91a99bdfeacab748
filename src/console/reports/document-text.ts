/** The descriptions of documents, which the service writes in English, in the words of the page. */

/** What the descriptions are put together from. */
export type DocumentWords = {
  /** The word for a method of payment, such as `BankTransfer`. */
  method: (name: string) => string;
  /** What the church calls a category of giving, or undefined for an unknown name. */
  category: (name: string) => string | undefined;
  phrase: (name: Phrase, values?: Readonly<Record<string, string>>) => string;
};
export type Phrase = 'separator' | 'reversal' | 'voided' | 'fee' | 'payment' | 'income' | 'opening' | 'outstanding';

const METHODS: Readonly<Record<string, string>> = {
  Cash: 'Cash',
  Check: 'Check',
  Zelle: 'Zelle',
  PayPal: 'PayPal',
  Card: 'Card',
  'Bank transfer': 'BankTransfer',
  Other: 'Other',
};
const METHOD = Object.keys(METHODS).join('|');
const GIFT = new RegExp(String.raw`^(.+) \((${METHOD})\)(?:, reversal of (\d+))?$`, 's');
const PAYMENT = new RegExp(String.raw`^(Payment|${METHOD})(?: (.+?))?(?:, voided on (\d{4}-\d\d-\d\d))?$`, 's');
const FEE = /\bFee of the deposit of (\d{4}-\d\d-\d\d)/;

type Described = { type: string; description: string };

/** Returns the description of a document in these words. What somebody typed stays as it is. */
export function documentText({ type, description }: Described, words: DocumentWords): string {
  if (type === 'Giving') return giftText(description, words);
  if (type === 'Payment') return paymentText(description, words);
  if (type === 'Expense') return description.replace(FEE, (_, date: string) => words.phrase('fee', { date }));
  if (type === 'Opening') return words.phrase('opening');
  if (type === 'OutstandingItem' && description === 'From before the books') return words.phrase('outstanding');
  if (type === 'OtherIncome' && description === 'Other income') return words.phrase('income');
  return type === 'Deposit' || type === 'Transfer' ? memoOf(description) : description;
}

/** Returns what a description says beyond `Deposit` or `Transfer`, with which it begins. */
export function memoOf(description: string): string {
  const [, memo = ''] = /^(?:Deposit|Transfer)(?:: (.*))?$/s.exec(description) ?? [undefined, description];
  return memo;
}

function giftText(description: string, { method, category, phrase }: DocumentWords): string {
  const [, names, how, reversed] = GIFT.exec(description) ?? [];
  if (names === undefined || how === undefined) return description;
  // A name may contain a comma itself.
  const own =
    category(names) ??
    names
      .split(', ')
      .map((name) => category(name) ?? name)
      .join(phrase('separator'));
  const text = `${own} (${method(METHODS[how] ?? how)})`;
  return reversed === undefined ? text : phrase('reversal', { text, id: reversed });
}

function paymentText(description: string, { method, phrase }: DocumentWords): string {
  const [, how, reference, date] = PAYMENT.exec(description) ?? [];
  if (how === undefined) return description;
  const text = [how === 'Payment' ? phrase('payment') : method(METHODS[how] ?? how), reference]
    .filter(Boolean)
    .join(' ');
  return date === undefined ? text : phrase('voided', { text, date });
}
