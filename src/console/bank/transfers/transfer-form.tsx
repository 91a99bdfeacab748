import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { AmountField } from '../../kit/amount-field.tsx';
import { SaveOrCancel } from '../../kit/save-or-cancel.tsx';
import { DateField } from '../../kit/date-field.tsx';
import { dateText } from '../../kit/dates.ts';
import { amountText } from '../../kit/money.ts';
import { TextField } from '../../kit/text-field.tsx';
import { useSaving } from '../../kit/use-saving.ts';
import { FaultNotice } from '../../problems/fault-notice.tsx';
import { addTransfer, type Entered, type Transfer } from './queries.ts';
import { Sides } from './sides.tsx';
import { bodyOf, type Typed, typedOf } from './transfer.ts';
import { usePlaces } from './use-places.ts';
import { useSaid } from './use-said.ts';

type Props = {
  today: string;
  /** The loan that the transfer pays back. Its funds are then fixed. */
  loan?: Transfer;
  onClose: () => void;
};

/** Enters a transfer between accounts or funds, or pays back a loan. */
export function TransferForm({ today, loan, onClose }: Props) {
  const { t } = useTranslation('bank');
  const said = useSaid();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => typedOf(today, loan, loan && t('repaymentOf', { memo: loan.memo })));
  const [key] = useState(() => crypto.randomUUID());
  const { fault, isBusy, save } = useSaving<Entered>(onClose);
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input')?.focus(), []);
  const set = (changes: Partial<Typed>) => setTyped((before) => ({ ...before, ...changes }));
  const faults = fault?.fields ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(
      () => addTransfer(bodyOf(typed, loan?.id ?? null), key),
      (entered) => said('entered', entered),
    );
  };
  const title = t(loan ? 'payBackLoan' : 'newTransfer');
  return (
    <form ref={form} className="sheet screen-part" aria-label={title} onSubmit={submit}>
      <h2>{title}</h2>
      {fault && <FaultNotice fault={fault} />}
      {loan && <LoanFacts loan={loan} />}
      <div className="fields">
        <Sides typed={typed} faults={faults} isFixed={loan !== undefined} onChange={set} />
        <DateField
          label={t('date')}
          value={typed.date}
          today={today}
          isPast
          isRequired
          onChange={(date) => set({ date })}
          fault={faults['date']}
        />
        <AmountField
          label={t('amount')}
          value={typed.amount}
          isRequired
          onChange={(amount) => set({ amount })}
          fault={faults['amount']}
        />
        <TextField
          label={t('purpose')}
          value={typed.memo}
          required
          maxLength={500}
          autoComplete="off"
          fault={faults['memo']}
          onChange={(event) => set({ memo: event.target.value })}
        />
        <ReasonField typed={typed} fault={faults['reason']} onChange={(reason) => set({ reason })} />
      </div>
      <SaveOrCancel isBusy={isBusy} onCancel={onClose} />
    </form>
  );
}

/** The loan that is paid back: its funds, its day and how much is still owed. */
function LoanFacts({ loan }: { loan: Transfer }) {
  const { t } = useTranslation('bank');
  const { from, to } = usePlaces();
  return (
    <p>
      {t('loanFacts', {
        lender: from(loan),
        borrower: to(loan),
        date: dateText(loan.date, currentLanguage()),
        amount: amountText(loan.amount),
        owed: amountText(loan.owed ?? 0),
      })}
    </p>
  );
}

type ReasonProps = { typed: Typed; fault: string | undefined; onChange: (reason: string) => void };

/** Money leaves a fund that donors have restricted only with a reason, and a second person approves it. */
function ReasonField({ typed: { between, from, reason }, fault, onChange }: ReasonProps) {
  const { t } = useTranslation('bank');
  const { funds } = usePlaces();
  const giver = between === 'funds' ? funds.find(({ id }) => id === from) : undefined;
  const isRestricted = giver?.class === 'Restricted' || giver?.class === 'Endowment';
  if (!isRestricted && fault === undefined) return null;
  return (
    <TextField
      label={t('transferReason')}
      help={t('transferReasonHelp')}
      value={reason}
      maxLength={500}
      autoComplete="off"
      fault={fault}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
