import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer } from '../../kit/answer.tsx';
import { Button } from '../../kit/button.tsx';
import { churchQuery } from '../../kit/church.ts';
import { PagedRows } from '../../kit/paged-rows.tsx';
import { Screen } from '../../kit/page.tsx';
import { SelectField } from '../../kit/select-field.tsx';
import { SubRooms } from '../../kit/sub-rooms.tsx';
import { useAddress } from '../../kit/use-address.ts';
import { useFocusBack, useFocusOnLoss } from '../../kit/use-focus-back.ts';
import { useSaving } from '../../kit/use-saving.ts';
import { FaultNotice } from '../../problems/fault-notice.tsx';
import { useCan } from '../../session/session.ts';
import { announce } from '../../shell/status.ts';
import { useParts } from '../sections.ts';
import { OwedBetweenFunds } from './owed.tsx';
import {
  approveTransfer,
  deleteTransfer,
  enterAgain,
  type Shown,
  type Transfer,
  transferQuery,
  transfersQuery,
} from './queries.ts';
import { Reverse } from './reverse.tsx';
import { mayReverse } from './transfer.ts';
import { TransferForm } from './transfer-form.tsx';
import { TransferTable } from './transfer-table.tsx';
import '../bank.css';

const STATUSES = ['PendingApproval', 'Posted'] as const satisfies readonly Transfer['status'][];

/** The transfers between accounts and between funds, and what funds owe each other. */
export function Page() {
  // Words that a field asks for later would hide the form while they load, and take the focus from it.
  const { t } = useTranslation(['bank', 'expenses']);
  const { data: church } = useQuery(churchQuery);
  return (
    <Screen title={t('transfers')}>
      <SubRooms label={t('parts')} rooms={useParts()} />
      {church && <Transfers today={church.today} />}
    </Screen>
  );
}

/** The address names the form that is open: `new`, or the loan that is paid back. */
function Transfers({ today }: { today: string }) {
  const { t } = useTranslation('bank');
  const address = useAddress();
  const mayManage = useCan('statements.manage');
  const opened = mayManage ? address.get('form') : '';
  const place = useFocusBack<HTMLDivElement>(opened || undefined);
  const close = () => address.set({ form: null });
  return (
    <div className="screen-part" ref={place}>
      {mayManage && opened === '' && (
        <div className="screen-actions no-print">
          <Button kind="primary" data-opens="new" onClick={() => address.set({ form: 'new' })}>
            {t('newTransfer')}
          </Button>
        </div>
      )}
      {opened === 'new' && <TransferForm today={today} onClose={close} />}
      {opened !== '' && opened !== 'new' && (
        <Repayment key={opened} id={Number(opened)} today={today} onClose={close} />
      )}
      <OwedBetweenFunds today={today} />
      <List today={today} />
    </div>
  );
}

function Repayment({ id, today, onClose }: { id: number; today: string; onClose: () => void }) {
  return (
    <Answer query={useQuery(transferQuery(id))}>
      {(loan) => <TransferForm today={today} loan={loan} onClose={onClose} />}
    </Answer>
  );
}

/** How many buttons disappear when each of the transfers is approved or deleted. */
const actionsOn = (all: readonly Transfer[]) =>
  all.length + all.filter(({ status }) => status === 'PendingApproval').length;

function List({ today }: { today: string }) {
  const { t } = useTranslation('bank');
  const address = useAddress();
  const status = address.get('status');
  const transfers = useQuery(transfersQuery(status, address.page));
  const { fault, isBusy, save } = useSaving<unknown>(() => {});
  const [reversing, setReversing] = useState<Shown>();
  const rows = transfers.data?.items ?? [];
  useFocusOnLoss(actionsOn(rows));
  // A reversal takes the button from one row and adds another row, so the number above does not fall.
  useFocusOnLoss(rows.filter(mayReverse).length);
  const remove = (transfer: Transfer) =>
    save(async () => {
      await deleteTransfer(transfer);
      announce(t('transferDeleted'), () => void enterAgain(transfer).catch(() => announce(t('notUndone'))));
    });
  return (
    <section className="screen-part" aria-label={t('transfers')}>
      <search className="bank-filters no-print" aria-label={t('filters')}>
        <SelectField
          label={t('status')}
          value={status}
          options={[
            { value: '', label: t('all') },
            ...STATUSES.map((value) => ({ value, label: t(`transfer_${value}`) })),
          ]}
          onChange={(next) => address.set({ status: next })}
        />
      </search>
      {fault && <FaultNotice fault={fault} />}
      <Answer query={transfers}>
        {(list) => (
          <PagedRows
            list={list}
            empty={t(status === '' ? 'noTransfers' : 'noSuchTransfers')}
            note={t('transferCount', { count: list.totalCount })}
          >
            <TransferTable
              rows={list.items}
              onApprove={(one) => isBusy || void save(() => approveTransfer(one), t('transferApproved'))}
              onPayBack={({ id }) => address.set({ form: id })}
              onReverse={setReversing}
              onDelete={(one) => isBusy || void remove(one)}
            />
          </PagedRows>
        )}
      </Answer>
      {reversing && <Reverse transfer={reversing} today={today} onClose={() => setReversing(undefined)} />}
    </section>
  );
}
