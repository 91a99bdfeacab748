import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../i18n/i18n.ts';
import { Button } from '../kit/button.tsx';
import { dateText } from '../kit/dates.ts';
import { amountText } from '../kit/money.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { type Fault, useFaults } from '../problems/problems.ts';
import { useMe } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { openDateIn } from './hand-in/faults.ts';
import {
  approvalRulesQuery,
  approveExpense,
  ChangedMeanwhile,
  type Expense,
  expenseQuery,
  type Moved,
  rejectExpense,
} from './queries.ts';
import { queryClient } from '../session/query-client.ts';
import { RejectForm } from './reject-form.tsx';

/** The warnings about who approves. */
const OWN = new Set(['self_approval', 'own_family', 'own_rule']);

type Props = { expense: Expense; onDone?: () => void };

/**
 * The buttons to approve or reject an expense. People who may not decide about this expense see the reason instead. If
 * the month of the expense is closed, the first open date is offered.
 */
export function Decision({ expense, onDone }: Props) {
  const { t } = useTranslation('expenses');
  const decision = useDecision(expense, onDone);
  const bar = useBar(expense);
  const [isRejecting, setRejecting] = useState(false);
  const { data: rules } = useQuery(approvalRulesQuery);
  const limit = rules?.secondApprovalAbove ?? null;
  const needsTwo = limit !== null && expense.amount > limit;
  if (bar) return <p className="receipts-none">{t(bar)}</p>;
  const { fault, openDate, busy } = decision;
  return (
    <div className="decision no-print">
      {needsTwo && (
        <p className="receipts-none">
          {t(expense.approvals.length === 0 ? 'firstOfTwo' : 'secondOfTwo', { limit: amountText(limit) })}
        </p>
      )}
      {fault && <FaultNotice fault={fault} />}
      {isRejecting ? (
        <RejectForm
          busy={busy === 'reject'}
          fault={fault}
          onReject={(reason) => void decision.reject(reason)}
          onCancel={() => setRejecting(false)}
        />
      ) : (
        <div className="screen-actions">
          {openDate === undefined ? (
            <Button kind="primary" isBusy={busy === 'approve'} onClick={() => void decision.approve()}>
              {t('approve')}
            </Button>
          ) : (
            <Button kind="primary" isBusy={busy === 'approve'} onClick={() => void decision.approve(openDate)}>
              {t('approveOn', { date: dateText(openDate, currentLanguage()) })}
            </Button>
          )}
          <Button onClick={() => setRejecting(true)}>{t('reject')}</Button>
        </div>
      )}
    </div>
  );
}

/** Returns the word for the reason why the account may not decide about an expense; undefined if it may. */
function useBar(expense: Expense): 'ownExpense' | 'secondNeeded' | undefined {
  const me = useMe();
  const isPayee = expense.memberId !== null && expense.memberId === me.memberId;
  const isOwn = [expense.submittedBy, expense.createdBy].includes(me.id) || isPayee;
  if (isOwn && !me.roles.includes('super_admin')) return 'ownExpense';
  return expense.approvals.some(({ by }) => by === me.id) ? 'secondNeeded' : undefined;
}

function useDecision(expense: Expense, onDone: (() => void) | undefined) {
  const { t } = useTranslation('expenses');
  const faults = useFaults();
  const [state, setState] = useState<{ fault?: Fault; openDate?: string | undefined; busy?: 'approve' | 'reject' }>({});
  const decide = async (busy: 'approve' | 'reject', act: () => Promise<Moved>) => {
    setState({ busy });
    try {
      const { expense: after, warnings } = await act();
      const said = busy === 'reject' ? 'rejected' : after.status === 'PendingApproval' ? 'approvedFirst' : 'approved';
      const warned = warnings.some((code) => OWN.has(code)) ? ` ${t('approvedOwn')}` : '';
      announce(t(said, { name: after.description }) + warned);
      setState({});
      onDone?.();
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: expenseQuery(expense.id).queryKey });
      const isChanged = error instanceof ChangedMeanwhile;
      setState({
        fault: isChanged ? { sentence: t('changedMeanwhile'), fields: {} } : faults(error),
        openDate: openDateIn(error),
      });
    }
  };
  return {
    ...state,
    approve: (bookedOn?: string) => decide('approve', () => approveExpense(expense, bookedOn)),
    reject: (reason: string) => decide('reject', () => rejectExpense(expense, reason)),
  };
}
