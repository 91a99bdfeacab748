import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../client/client.ts';
import { NO_MONEY } from '../kit/account-kinds.ts';
import { nameOf } from '../kit/record-name.ts';
import { SelectField } from '../kit/select-field.tsx';
import { Balance } from './opening-balance.tsx';
import { accountKey, partOfKey } from './opening-rows.ts';

type Props = {
  accounts: readonly Schemas['AccountWithBalance'][];
  /** The funds other than the General fund. */
  funds: readonly Schemas['Fund'][];
  typed: Readonly<Record<string, string>>;
  onText: (key: string, text: string) => void;
};

/** The balances of the accounts. A fund may hold a part of an account that is no money. */
export function AccountRows({ accounts, funds, typed, onText }: Props) {
  const { t } = useTranslation('settings');
  return (
    <fieldset>
      <legend>{t('accountBalances')}</legend>
      {accounts.map((account) => (
        <Account key={account.id} {...{ account, funds, typed, onText }} />
      ))}
    </fieldset>
  );
}

function Account({ account, funds, typed, onText }: Omit<Props, 'accounts'> & { account: Props['accounts'][number] }) {
  const { t } = useTranslation('settings');
  const name = nameOf(account);
  const keys = Object.keys(typed).filter((key) => {
    const { accountId, fundId } = partOfKey(key);
    return accountId === account.id && fundId !== null;
  });
  const holders = new Set(keys.map((key) => partOfKey(key).fundId));
  const own = accountKey(account.id, null);
  const others = funds.filter(({ id, isActive }) => isActive && !holders.has(id));
  const mayBeHeld = NO_MONEY.has(account.kind) && others.length > 0;
  return (
    <>
      <Balance label={name} text={typed[own] ?? ''} onText={(text) => onText(own, text)} />
      {keys.map((key) => {
        const fund = funds.find(({ id }) => id === partOfKey(key).fundId);
        const label = t('heldBy', { account: name, fund: fund ? nameOf(fund) : '' });
        return <Balance key={key} label={label} text={typed[key] ?? ''} onText={(text) => onText(key, text)} />;
      })}
      {mayBeHeld && (
        <SelectField
          label={t('addHolder', { account: name })}
          value=""
          options={[
            { value: '', label: t('chooseHolder') },
            ...others.map((fund) => ({ value: String(fund.id), label: nameOf(fund) })),
          ]}
          onChange={(id) => id !== '' && onText(accountKey(account.id, Number(id)), '')}
        />
      )}
    </>
  );
}
