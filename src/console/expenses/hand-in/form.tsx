import { type ComponentProps, type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../kit/amount-field.tsx';
import { Button } from '../../kit/button.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { FileField } from '../../kit/file-field.tsx';
import { Notice } from '../../kit/notice.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import { TextArea } from '../../kit/text-area.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { FundField } from '../fund-field.tsx';
import { CategoryBox } from '../category-box.tsx';
import { choices, numberOf, useNames } from '../names.ts';
import type { Versioned } from '../queries.ts';
import { ReceiptGallery } from '../receipts.tsx';
import { Differences } from './differences.tsx';
import { PaidFields } from './paid-fields.tsx';
import { PartsField, splitOf } from './parts-field.tsx';
import type { ChosenFile } from './send.ts';
import { useHandIn } from './use-hand-in.ts';
import { AddVendorDialog } from '../vendors/add-dialog.tsx';
import { VendorAsk } from './vendor-ask.tsx';
import { VendorBox } from './vendor-box.tsx';
import '../expenses.css';

/** The service stores receipts up to this size. */
const MOST_BYTES = 10 * 1024 * 1024;
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,application/pdf,.heic,.pdf';

type Props = {
  begun: Parameters<typeof useHandIn>[0];
  /** The draft that is changed. Without it, the form is for a new expense. */
  before?: Versioned;
  today: string;
  onDone: (done: Versioned, isSubmitted: boolean) => void;
  onCancel: () => void;
};

/** The form to hand in an expense: the receipt first, then what it was for. After a refusal, the typed text stays. */
export function ExpenseForm({ begun, before, today, onDone, onCancel }: Props) {
  const { t } = useTranslation('expenses');
  const { t: common } = useTranslation();
  const names = useNames();
  const form = useHandIn(begun, before, (done) => onDone(done, done.expense.status !== 'Draft'));
  const { typed, progress, fault, busy, change, setProgress } = form;
  const [isAdding, setAdding] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    void form.send((submitter as HTMLButtonElement | null)?.value !== 'draft');
  };
  return (
    <>
      <form className="expense-form" aria-label={t('expense')} onSubmit={submit}>
        {fault && (
          <Notice tone="bad">
            {fault.sentence}
            {fault.openDate !== undefined && (
              <Button onClick={() => change({ paidOn: fault.openDate ?? null })}>
                {t('useOpenDate', { date: fault.openDate })}
              </Button>
            )}
          </Notice>
        )}
        {form.now && <Differences theirs={form.now} mine={typed} />}
        <section className="sheet expense-receipt">
          {before && <ReceiptGallery expense={before.expense} mayRemove />}
          <FileField
            label={t('receipt')}
            files={progress.files.map(({ file }) => file)}
            onChange={(files) => setProgress(chosen(files, progress))}
            accept={ACCEPTED}
            limit={MOST_BYTES}
            isMultiple
            hasCamera
            help={t('receiptHelp')}
            fault={fault?.fields['receipt']}
          />
        </section>
        <section className="sheet fields">
          <AmountField
            label={t('amount')}
            value={typed.amount}
            onChange={(amount) => change({ amount })}
            fault={fault?.fields['amount']}
          />
          <DateField
            label={t('date')}
            value={typed.date}
            today={today}
            isPast
            onChange={(date) => change({ date })}
            fault={fault?.fields['expenseDate'] ?? fault?.fields['date']}
          />
          <TextField
            label={t('description')}
            value={typed.description}
            maxLength={500}
            autoComplete="off"
            placeholder={t('descriptionExample')}
            fault={fault?.fields['description']}
            onChange={(event) => change({ description: event.target.value })}
          />
          <VendorBox
            label={t('vendor')}
            name={typed.vendor}
            onChange={change}
            fault={fault?.fields['vendorId'] ?? fault?.fields['vendor']}
          />
          {!typed.parts && (
            <>
              <CategoryBox
                label={t('category')}
                subCategoryId={typed.subCategoryId}
                onChoose={(subCategoryId) => change({ subCategoryId })}
                onClear={() => change({ subCategoryId: null })}
                fault={fault?.fields['subCategoryId']}
              />
              <SelectField
                label={t('ministry')}
                value={String(typed.ministryId ?? '')}
                options={choices(names.ministries, typed.ministryId)}
                onChange={(id) => change({ ministryId: numberOf(id) })}
                fault={fault?.fields['ministryId']}
              />
              <div className="screen-actions">
                <Button onClick={() => change(splitOf(typed))}>{t('split')}</Button>
              </div>
            </>
          )}
        </section>
        <VendorAsk typed={typed} onAdd={() => setAdding(true)} />
        {typed.parts && <PartsField typed={typed} fields={fault?.fields ?? {}} onChange={change} />}
        <PaidFields typed={typed} today={today} fields={fault?.fields ?? {}} onChange={change} />
        <MoreFields typed={typed} fields={fault?.fields ?? {}} onChange={change} />
        <div className="screen-actions expense-buttons">
          <Button type="submit" kind="primary" isBusy={busy === 'submit'}>
            {t('submit')}
          </Button>
          <Button type="submit" value="draft" isBusy={busy === 'draft'}>
            {t('saveDraft')}
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              void form.forget();
              onCancel();
            }}
          >
            {before ? common('cancel') : t('discard')}
          </Button>
        </div>
      </form>
      {isAdding && (
        <AddVendorDialog
          name={typed.vendor.trim()}
          today={today}
          onDone={({ id, name }) => {
            change({ vendor: name, vendorId: id });
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

type MoreProps = Pick<ComponentProps<typeof PaidFields>, 'typed' | 'fields' | 'onChange'>;

/** The fund and the notes, which few expenses need. They are open if one of them is filled in. */
function MoreFields({ typed, fields, onChange }: MoreProps) {
  const { t } = useTranslation('expenses');
  return (
    <details className="sheet expense-more" open={typed.fundId !== null || typed.notes !== '' || undefined}>
      <summary>{t('more')}</summary>
      <div className="fields">
        {!typed.parts && (
          <FundField fundId={typed.fundId} onChange={(fundId) => onChange({ fundId })} fault={fields['fundId']} />
        )}
        <TextArea
          label={t('notes')}
          value={typed.notes}
          maxLength={4000}
          fault={fields['notes']}
          onChange={(event) => onChange({ notes: event.target.value })}
        />
      </div>
    </details>
  );
}

/** Returns the changed files of the progress. A receipt that was sent and then removed here is noted as removed. */
function chosen(files: readonly File[], before: { files: readonly ChosenFile[]; removed: readonly string[] }) {
  const kept = before.files.filter(({ file }) => files.includes(file));
  const known = new Set(kept.map(({ file }) => file));
  const added = files.filter((file) => !known.has(file)).map((file) => ({ id: crypto.randomUUID(), file }));
  const gone = before.files.filter((one) => !kept.includes(one)).flatMap(({ sha256 }) => sha256 ?? []);
  return { files: [...kept, ...added], removed: [...before.removed, ...gone] };
}
