import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Minor, toDecimal } from '../../lib/money.ts';
import { AmountField } from './amount-field.tsx';
import { DateField } from './date-field.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** A reversal as the service expects it. Without an amount, everything that is left is reversed. */
export type NewReversal = { date: string; reason: string; amount?: number };

type Props<Result> = {
  today: string;
  /** What will happen. */
  help: string;
  /** What is announced when it is done. */
  done: string | ((result: Result) => string);
  /** What is left to reverse, with which the amount starts. If it is not known, an empty amount means all of it. */
  left?: Minor;
  /** True if a part alone cannot be reversed by its amount. */
  isWhole?: boolean;
  /** Reverses it. The same `key` reverses it once, however often it is sent. */
  act: (body: NewReversal, key: string) => Promise<Result>;
  onClose: () => void;
};

/** The dialog that reverses a document: on which date, how much of it, and why. */
export function ReverseDialog<Result>({ today, help, done, left, isWhole = false, act, onClose }: Props<Result>) {
  const { t } = useTranslation();
  const [key] = useState(() => crypto.randomUUID());
  const [date, setDate] = useState<string | null>(today);
  const [amount, setAmount] = useState<Minor | null>(left ?? null);
  return (
    <ReasonDialog
      title={t('reverse')}
      help={help}
      button={t('reverse')}
      done={done}
      act={(reason) => act({ date: date ?? today, reason, ...(amount !== null && { amount: toDecimal(amount) }) }, key)}
      onClose={onClose}
      fields={(fault) => (
        <>
          <DateField
            label={t('date')}
            value={date}
            today={today}
            isPast
            isRequired
            onChange={setDate}
            fault={fault?.fields['date']}
          />
          {!isWhole && (
            <AmountField
              label={t('amount')}
              value={amount}
              isRequired={left !== undefined}
              onChange={setAmount}
              help={left === undefined ? t('reverseAmountHelp') : undefined}
              fault={fault?.fields['amount']}
            />
          )}
        </>
      )}
    />
  );
}
