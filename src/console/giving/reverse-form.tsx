import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { CheckedField } from '../kit/checked-field.tsx';
import { DateField } from '../kit/date-field.tsx';
import { dateText } from '../kit/dates.ts';
import { nameOf } from '../kit/record-name.ts';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { amountSentence } from '../offerings/entry/options.ts';
import { ReversalKindField } from '../offerings/reversal-kind.tsx';
import { Refusal } from '../session/api.ts';
import { useCan } from '../session/session.ts';
import type { GivingWords } from './gift-words.ts';
import { moneyAccountsQuery, reverseGift } from './queries.ts';
import type { Giving } from './types.ts';
import { reversalBody, typedReversal, type TypedReversal } from './reversal-body.ts';

type Props = { gift: Giving; reversals: readonly Giving[]; words: GivingWords; today: string; onDone: () => void };

/** The form that reverses a gift: why, how much, on which date, and from which account the money goes. */
export function ReverseForm({ gift, reversals, words, today, onDone }: Props) {
  const { t } = useTranslation('giving');
  const { t: common } = useTranslation();
  const { t: offerings } = useTranslation('offerings');
  const mayReadAccounts = useCan('reports.read');
  const { data: accounts = [] } = useQuery({ ...moneyAccountsQuery, enabled: mayReadAccounts });
  const [typed, setTyped] = useState(() => typedReversal(gift, reversals, today));
  const [openDate, setOpenDate] = useState<string>();
  // A new key lets the box show a date that was not typed.
  const [round, setRound] = useState(0);
  const { fault, isBusy, save } = useSaving<unknown>(onDone);
  const set = (changes: Partial<TypedReversal>) => setTyped((all) => ({ ...all, ...changes }));
  const reverse = async () => {
    const body = reversalBody(typed, gift);
    setOpenDate(undefined);
    if (!body) return undefined;
    try {
      return await reverseGift(gift, body);
    } catch (error) {
      setOpenDate(firstOpenDate(error));
      throw error;
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reversalBody(typed, gift)) void save(reverse, offerings('reversedGift'));
  };
  return (
    <form className="sheet fields" aria-label={offerings('reverse')} onSubmit={submit}>
      <p className="fields-note">{offerings('reverseHelp')}</p>
      {fault && (
        <FaultNotice fault={fault}>
          {openDate !== undefined && (
            <Button
              onClick={() => {
                set({ date: openDate });
                setRound(round + 1);
                setOpenDate(undefined);
              }}
            >
              {t('useDate', { date: dateText(openDate, currentLanguage()) })}
            </Button>
          )}
        </FaultNotice>
      )}
      <ReversalKindField value={typed.kind} onChange={(kind) => set({ kind })} />
      <DateField
        key={round}
        label={offerings('date')}
        value={typed.date}
        today={today}
        isRequired
        isPast
        fault={fault?.fields['date']}
        onChange={(date) => set({ date })}
      />
      {typed.amounts.map((amount, at) => (
        <CheckedField
          key={gift.parts?.[at]?.categoryId ?? 'whole'}
          label={labelOfAmount(gift, at, words) ?? offerings('amount')}
          inputMode="decimal"
          value={amount}
          required={!gift.parts}
          unreadable={isNothing(amount) && gift.parts ? undefined : amountSentence(amount, offerings)}
          onChange={({ target }) => set({ amounts: typed.amounts.map((one, i) => (i === at ? target.value : one)) })}
        />
      ))}
      {typed.kind !== 'Correction' && accounts.length > 0 && (
        <SelectField
          label={t('account')}
          help={t('accountHelp')}
          value={String(typed.accountId ?? '')}
          fault={fault?.fields['accountId']}
          options={[
            { value: '', label: t('whereMoneyIs') },
            ...accounts.map((one) => ({ value: String(one.id), label: nameOf(one) })),
          ]}
          onChange={(account) => set({ accountId: account === '' ? null : Number(account) })}
        />
      )}
      <TextField
        label={offerings('reopenReason')}
        value={typed.reason}
        required
        maxLength={500}
        fault={fault?.fields['reason']}
        onChange={(event) => set({ reason: event.target.value })}
      />
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {offerings('reverse')}
        </Button>
        <Button onClick={onDone}>{common('cancel')}</Button>
      </div>
    </form>
  );
}

const isNothing = (amount: string) => /^[0.\s]*$/.test(amount);

function labelOfAmount({ parts }: Giving, at: number, words: GivingWords): string | undefined {
  const part = parts?.[at];
  return part && words.categoriesOf({ categoryId: part.categoryId, parts: null });
}

function firstOpenDate(error: unknown): string | undefined {
  const date = error instanceof Refusal ? (error.problem as { firstOpenDate?: unknown }).firstOpenDate : undefined;
  return typeof date === 'string' ? date : undefined;
}
