import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { CheckedField } from '../kit/checked-field.tsx';
import { DateField } from '../kit/date-field.tsx';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { PersonBox } from '../kit/person-box.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { StaleNotice, useNowText } from '../kit/stale.tsx';
import { useRevision } from '../kit/use-revision.ts';
import { useSaving } from '../kit/use-saving.ts';
import { FundBenefit, GiftDay } from '../offerings/entry/gift-day.tsx';
import { amountSentence } from '../offerings/entry/options.ts';
import { METHODS } from '../offerings/entry/row.ts';
import { SourceFields } from '../offerings/entry/source-fields.tsx';
import { bodyOf, type From, hasReference, typedGift, type TypedGift } from './gift-body.ts';
import type { GivingWords } from './gift-words.ts';
import { queryClient } from '../session/query-client.ts';
import { giftQuery, saveGift, type VersionedGift } from './queries.ts';
import type { Giving, Method } from './types.ts';

type Props = {
  /** The gift to change. Without it, the form enters a gift. */
  before?: VersionedGift;
  today: string;
  words: GivingWords;
  onDone: (saved: VersionedGift) => void;
  onCancel: () => void;
};

const WHO = ['member', 'looseCash', 'anonymous'] as const satisfies readonly From[];

/**
 * The form to enter or change a gift that is in no offering. If somebody else changed the gift meanwhile, what was typed
 * stays, and the new value stands beside each field that differs.
 */
export function GiftForm({ before, today, words, onDone, onCancel }: Props) {
  const { t } = useTranslation('giving');
  const { t: common } = useTranslation();
  const { t: offerings } = useTranslation('offerings');
  const { typed, basis, isStale, set, nowOf, reload } = useRevision(
    before,
    (seen) => typedGift(seen?.gift, today),
    () => queryClient.fetchQuery({ ...giftQuery(before?.gift.id ?? 0), staleTime: 0 }),
  );
  const [isChecked, setChecked] = useState(false);
  const { fault, isBusy, save } = useSaving<VersionedGift>(onDone, before && reload);
  const now = useNow(nowOf);
  const isSplit = basis?.gift.parts != null;
  const whoText = (who: From) => (who === 'member' ? t('person') : offerings(who));
  const missing = (isMissing: boolean, sentence: string) => (isChecked && isMissing ? sentence : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    const body = bodyOf(typed, basis?.gift);
    if (body) void save(() => saveGift(body, basis), basis ? t('changed') : t('entered'));
  };
  return (
    <form className="sheet fields" aria-label={before ? t('changeGift') : t('newGift')} onSubmit={submit}>
      {fault && <FaultNotice fault={fault} />}
      <StaleNotice isStale={isStale} />
      <DateField
        label={offerings('date')}
        value={typed.date}
        today={today}
        isRequired
        isPast
        help={now('date')}
        fault={fault?.fields['date']}
        onChange={(date) => set('date', date)}
      />
      <SelectField
        label={t('giftFrom')}
        value={typed.from}
        options={WHO.map((value) => ({ value, label: whoText(value) }))}
        help={now('from', whoText) ?? now('memberId', () => (basis ? words.giverOf(basis.gift) : ''))}
        onChange={(from) => set('from', from as From)}
      />
      {typed.from === 'member' && (
        <PersonBox
          label={offerings('giver')}
          personId={typed.memberId}
          fault={fault?.fields['memberId'] ?? missing(typed.memberId === null, offerings('chooseGiver'))}
          onChange={(memberId) => set('memberId', memberId)}
        />
      )}
      <CheckedField
        label={offerings('amount')}
        inputMode="decimal"
        autoComplete="off"
        required
        readOnly={isSplit}
        value={typed.amount}
        help={now('amount')}
        unreadable={typed.amount === '' ? undefined : amountSentence(typed.amount, offerings)}
        fault={fault?.fields['amount']}
        onChange={(event) => set('amount', event.target.value)}
      />
      {!isSplit && (
        <SelectField
          label={offerings('category')}
          value={String(typed.categoryId ?? '')}
          help={now('categoryId', (categoryId) => words.categoriesOf({ categoryId, parts: null }))}
          fault={fault?.fields['categoryId'] ?? missing(typed.categoryId === null, offerings('chooseCategory'))}
          options={[
            { value: '', label: '–' },
            ...words.categories
              .filter(({ isActive, id }) => isActive || id === basis?.gift.categoryId)
              .map((one) => ({ value: String(one.id), label: words.categoryName(one) })),
          ]}
          onChange={(category) => set('categoryId', category === '' ? null : Number(category))}
        />
      )}
      <SelectField
        label={offerings('method')}
        value={typed.method}
        options={METHODS.map((value) => ({ value, label: words.method(value) }))}
        help={now('method', words.method)}
        onChange={(method) => set('method', method as Method)}
      />
      {hasReference(typed.method) && (
        <TextField
          label={typed.method === 'Check' ? offerings('checkNumber') : offerings('reference')}
          autoComplete="off"
          maxLength={50}
          value={typed.reference}
          help={now('reference')}
          onChange={(event) => set('reference', event.target.value)}
        />
      )}
      <TextField
        label={offerings('note')}
        maxLength={4000}
        value={typed.note}
        help={now('note')}
        fault={fault?.fields['note']}
        onChange={(event) => set('note', event.target.value)}
      />
      <RareFields {...{ typed, today, now, set, fields: fault?.fields ?? {} }} before={basis?.gift} />
      {isSplit && <p className="fields-note">{t('splitStays')}</p>}
      <div className="screen-actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {common('save')}
        </Button>
        <Button onClick={onCancel}>{common('cancel')}</Button>
      </div>
    </form>
  );
}

type Say = <Name extends keyof TypedGift>(name: Name, say?: (value: TypedGift[Name]) => string) => string | undefined;

/** Returns a function that says the present value of a field, if somebody else changed the gift and it differs. */
function useNow(nowOf: <Name extends keyof TypedGift>(name: Name) => TypedGift[Name] | undefined): Say {
  const nowText = useNowText();
  return (name, say = (value) => String(value ?? '')) => {
    const value = nowOf(name);
    return value === undefined ? undefined : nowText(say(value));
  };
}

type RareProps = {
  typed: TypedGift;
  today: string;
  now: Say;
  set: <Name extends keyof TypedGift>(name: Name, value: TypedGift[Name]) => void;
  /** The sentences at bad fields. */
  fields: Readonly<Record<string, string>>;
  before: Giving | undefined;
};

function RareFields({ typed, today, now, set, fields, before }: RareProps) {
  const { t: offerings } = useTranslation('offerings');
  return (
    <>
      <GiftDay
        help={now('giftDate')}
        fault={fields['giftDate']}
        value={typed.giftDate}
        date={typed.date}
        today={today}
        onChange={(giftDate) => set('giftDate', giftDate)}
      />
      <TextField
        label={offerings('nonCash')}
        help={now('nonCashDescription') ?? offerings('nonCashHelp')}
        maxLength={500}
        value={typed.nonCashDescription}
        onChange={(event) => set('nonCashDescription', event.target.value)}
      />
      <CheckedField
        label={offerings('benefit')}
        help={now('benefit') ?? offerings('benefitHelp')}
        inputMode="decimal"
        value={typed.benefit}
        unreadable={typed.benefit.trim() === '' ? undefined : amountSentence(typed.benefit, offerings)}
        onChange={(event) => set('benefit', event.target.value)}
      />
      <FundBenefit source={typed.source} benefit={typed.benefit} />
      <SourceFields
        value={typed}
        mayLackName={before?.source === 'Business' && before.companyName === null}
        now={{
          source: now('source', (source) => offerings(`source${source}`)),
          companyName: now('companyName'),
        }}
        fault={fields['companyName']}
        onChange={({ source, companyName }) => {
          set('source', source);
          set('companyName', companyName);
        }}
      />
    </>
  );
}
