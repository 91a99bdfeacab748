import { useQuery } from '@tanstack/react-query';
import { useNames } from '../../expenses/names.ts';
import { nameOf } from '../../kit/record-name.ts';
import { allAccountsQuery } from '../queries.ts';
import type { Transfer } from './queries.ts';

/** What the church calls its accounts and funds, and functions that name where the money of a transfer comes from and goes. */
export function usePlaces() {
  const { data: accounts = [] } = useQuery(allAccountsQuery);
  const { fund, funds } = useNames();
  const account = (id: number | null, otherwise: string | null) => {
    const found = accounts.find((one) => one.id === id);
    return found ? nameOf(found) : (otherwise ?? '');
  };
  const joined = (...names: readonly string[]) => names.filter(Boolean).join(' · ');
  return {
    accounts: accounts.filter(({ isReserved, kind }) => !isReserved && kind !== 'Undeposited'),
    funds,
    from: (one: Transfer) =>
      joined(
        account(one.fromAccountId, one.fromAccountName),
        fund({ fundId: one.fromFundId, fundName: one.fromFundName }),
      ),
    to: (one: Transfer) =>
      joined(account(one.toAccountId, one.toAccountName), fund({ fundId: one.toFundId, fundName: one.toFundName })),
  };
}
