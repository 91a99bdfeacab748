import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../client/client.ts';
import { addMoney, type Minor } from '../../lib/money.ts';
import { form1099Query } from '../expenses/vendors/queries.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { Checkbox } from '../kit/checkbox.tsx';
import { type Column, DataTable } from '../kit/data-table.tsx';
import { DateField } from '../kit/date-field.tsx';
import { dateText } from '../kit/dates.ts';
import { Dialog } from '../kit/dialog.tsx';
import { listText } from '../kit/list-text.ts';
import { amountText, minorOf, moneyText } from '../kit/money.ts';
import { useSaving } from '../kit/use-saving.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { filingsQuery, recordFilings } from './queries.ts';

type Form = Schemas['Form1099Form'];
type Filing = Schemas['Form1099Filing'];

/** What must be filed or corrected for a year, and what was filed. Shown once the year is over. */
export function Filings({ year, today }: { year: number; today: string }) {
  const { t } = useTranslation('reports');
  const [isRecording, setRecording] = useState(false);
  const { data } = useQuery(form1099Query(year));
  const { data: filings = [] } = useQuery(filingsQuery(year));
  const forms = data?.forms ?? [];
  if (today <= `${year}-12-31` || (forms.length === 0 && filings.length === 0)) return null;
  const open = forms.filter(({ need }) => need !== 'None');
  const dayOf = (date: string) => dateText(date, currentLanguage());
  const needed: Column<Form>[] = [
    { key: 'name', title: t('recipient'), cell: ({ name }) => name },
    { key: 'form', title: t('form1099'), cell: ({ form }) => form },
    {
      key: 'need',
      title: t('status'),
      cell: ({ need, filed }) => t(`need_${need}`, { date: filed ? dayOf(filed.filedOn) : '' }),
    },
  ];
  const history: Column<Filing>[] = [
    { key: 'filedOn', title: t('filedOn'), kind: 'date', cell: ({ filedOn }) => dayOf(filedOn) },
    { key: 'name', title: t('recipient'), cell: ({ name }) => name },
    { key: 'taxId', title: t('taxId'), isWideOnly: true, cell: ({ taxId }) => taxId },
    { key: 'box', title: t('box1099'), cell: ({ box }) => t(`box_${box}`) },
    { key: 'amount', title: t('amount'), kind: 'number', cell: ({ amount }) => amountText(amount) },
  ];
  return (
    <section className="screen-part no-print">
      <h2>{t('filing')}</h2>
      {forms.length > 0 && (
        <DataTable
          label={t('filing')}
          columns={needed}
          rows={forms}
          keyOf={({ vendorId, form }) => `${vendorId} ${form}`}
        />
      )}
      {open.length > 0 && (
        <div className="screen-actions">
          <Button onClick={() => setRecording(true)}>{t('recordFiling')}</Button>
        </div>
      )}
      {filings.length > 0 && (
        <>
          <h3>{t('filings')}</h3>
          <DataTable label={t('filings')} columns={history} rows={filings} keyOf={({ id }) => id} />
        </>
      )}
      {isRecording && (
        <FilingDialog year={year} today={today} recipients={recipientsOf(open)} onClose={() => setRecording(false)} />
      )}
    </section>
  );
}

type Recipient = { vendorId: number; name: string; forms: readonly string[]; amount: Minor };
type DialogProps = { year: number; today: string; recipients: readonly Recipient[]; onClose: () => void };

/** The dialog that records that forms were filed. All that must be are chosen at first. */
function FilingDialog({ year, today, recipients, onClose }: DialogProps) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const [filedOn, setFiledOn] = useState<string | null>(today);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { fault, isBusy, save } = useSaving<void>(onClose);
  const chosen = recipients.filter(({ vendorId }) => !left.has(vendorId)).map(({ vendorId }) => vendorId);
  const choose = (vendorId: number, isChosen: boolean) => {
    const next = new Set(left);
    if (isChosen) next.delete(vendorId);
    else next.add(vendorId);
    setLeft(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (filedOn === null || chosen.length === 0) return;
    void save(
      () => recordFilings({ year, filedOn, vendorIds: chosen }),
      t('recordedFilings', { count: chosen.length }),
    );
  };
  return (
    <Dialog title={t('recordFiling')} onClose={onClose}>
      <form onSubmit={submit}>
        {fault && <FaultNotice fault={fault} />}
        <p>{t('recordFilingHelp')}</p>
        <DateField
          label={t('filedOn')}
          value={filedOn}
          today={today}
          isPast
          isRequired
          autoFocus
          fault={fault?.fields['filedOn']}
          onChange={setFiledOn}
        />
        <fieldset>
          <legend>{t('recipients')}</legend>
          {recipients.map(({ vendorId, name, forms, amount }) => (
            <Checkbox
              key={vendorId}
              label={t('recipientForms', { name, forms: listText(forms), amount: moneyText(amount) })}
              isChecked={!left.has(vendorId)}
              onChange={(isChosen) => choose(vendorId, isChosen)}
            />
          ))}
        </fieldset>
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            isBusy={isBusy}
            why={chosen.length === 0 ? t('chooseRecipientFirst') : undefined}
          >
            {t('recordFiling')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Returns the recipients of forms, each with all forms and what is to report on them. */
function recipientsOf(forms: readonly Form[]): Recipient[] {
  const recipients = new Map<number, Recipient>();
  for (const { vendorId, name, form, boxes } of forms) {
    const known = recipients.get(vendorId) ?? { vendorId, name, forms: [], amount: minorOf(0) };
    const amount = addMoney(known.amount, ...boxes.map(({ now }) => minorOf(now)));
    recipients.set(vendorId, { ...known, forms: [...known.forms, form], amount });
  }
  return [...recipients.values()];
}
