import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addMoney, formatMoney } from '../../lib/money.ts';
import { Button } from '../kit/button.tsx';
import type { Church } from '../kit/church.ts';
import { DateField } from '../kit/date-field.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { MarkedText } from '../kit/marked-text.tsx';
import { moneyText } from '../kit/money.ts';
import { Notice } from '../kit/notice.tsx';
import { nameOf } from '../kit/record-name.ts';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { useFaults } from '../problems/problems.ts';
import { useCan } from '../session/session.ts';
import type { Sums } from './entry/rows.ts';
import { type Left, leftToDeposit } from './left-to-deposit.ts';
import { depositAccountsQuery, depositItemsQuery, moveOffering, type Offering } from './queries.ts';

type Props = { offering: Offering; church: Church; sums: Sums };

/** What is left to do with a submitted offering: its cash and checks go to the bank. The service calls it reconciling. */
export function Deposit({ offering, church, sums }: Props) {
  const { t } = useTranslation('offerings');
  const faults = useFaults();
  const mayReadDeposits = useCan('reports.read');
  const { data: items, error } = useQuery({ ...depositItemsQuery(offering), enabled: mayReadDeposits });
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (error) return <Notice tone="bad">{faults(error).sentence}</Notice>;
  if (mayReadDeposits && !items) return null;
  const left = leftToDeposit(offering.id, sums.byMethod, items ?? []);
  return (
    <section className="sheet deposit" aria-labelledby={id}>
      <h2 id={id}>{t('deposit')}</h2>
      <p>
        <MoneySentence left={left} />
      </p>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {t('reconcile')}
      </Button>
      {isOpen && <DepositDialog offering={offering} church={church} left={left} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** Says how much money goes to the bank, and how much was deposited before. */
function MoneySentence({ left: { cash, checks, before } }: { left: Left }) {
  const { t } = useTranslation('offerings');
  const total = addMoney(cash, checks);
  const earlier = { amount: moneyText(before) };
  const rest = { total: moneyText(total), cash: formatMoney(cash), checks: formatMoney(checks) };
  if (before === 0) return <MarkedText text={total === 0 ? t('depositNothing') : t('depositMoney', rest)} />;
  return <MarkedText text={total === 0 ? t('depositDone', earlier) : t('depositRest', { ...rest, ...earlier })} />;
}

type DialogProps = { offering: Offering; church: Church; left: Left; onClose: () => void };

function DepositDialog({ offering, church, left, onClose }: DialogProps) {
  const { t } = useTranslation('offerings');
  const { t: common } = useTranslation();
  const { fault, isBusy, save } = useSaving<unknown>(onClose);
  const { data: accounts = [] } = useQuery(depositAccountsQuery);
  const [bankReference, setBankReference] = useState('');
  const [depositedOn, setDepositedOn] = useState<string | null>(church.today);
  const [chosen, setChosen] = useState<number>();
  const accountId = chosen ?? accounts.find(({ isDefault }) => isDefault)?.id ?? null;
  const body = { bankReference: bankReference || null, depositedOn, accountId };
  return (
    <Dialog title={t('deposit')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save(() => moveOffering(offering.id, { kind: 'reconcile', body }), t('reconciled'));
        }}
      >
        {fault && <FaultNotice fault={fault} />}
        <p>
          <MoneySentence left={left} />
        </p>
        <div className="fields">
          {accountId !== null && (
            <SelectField
              label={t('depositAccount')}
              value={String(accountId)}
              options={accounts.map((one) => ({ value: String(one.id), label: nameOf(one) }))}
              fault={fault?.fields['accountId']}
              onChange={(value) => setChosen(Number(value))}
            />
          )}
          <DateField
            label={t('depositedOn')}
            value={depositedOn}
            today={church.today}
            onChange={setDepositedOn}
            fault={fault?.fields['depositedOn']}
            isPast
          />
          <TextField
            label={t('bankReference')}
            value={bankReference}
            help={t('bankReferenceHelp')}
            maxLength={100}
            onChange={(event) => setBankReference(event.target.value)}
          />
        </div>
        <footer>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {t('reconcile')}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
