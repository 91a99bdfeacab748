import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../client/client.ts';
import { Answer } from '../kit/answer.tsx';
import { amountText } from '../kit/money.ts';
import { queryClient } from '../session/query-client.ts';
import { useCan } from '../session/session.ts';
import { Catalog } from './catalog.tsx';
import { ACCOUNT_KINDS, METHODS } from './choices.ts';
import { Facts } from './facts.tsx';
import { nameOf } from '../kit/record-name.ts';
import { accounts, accountsQuery, byMethodQuery, saveByMethod } from './queries.ts';
import { type Group, RecordForm } from './record-form.tsx';

type Account = Schemas['AccountWithBalance'];

/** The accounts, and which of them each payment method uses. */
export function Accounts() {
  const { t } = useTranslation('settings');
  const mayWrite = useCan('statements.manage');
  const kinds = ACCOUNT_KINDS.map((value) => ({ value, label: t(`kind_${value}`) }));
  return (
    <Answer query={useQuery(accountsQuery)}>
      {(rows) => (
        <>
          <Catalog
            name="account"
            title={t('part_accounts')}
            help={t('accountsHelp')}
            rows={rows}
            store={accounts}
            mayWrite={mayWrite}
            mayChange={({ isReserved }) => !isReserved}
            mayDelete={({ isDefault }) => !isDefault}
            columns={[
              { key: 'kind', title: t('kind'), cell: (one) => t(`kind_${one.kind}`), isWideOnly: true },
              { key: 'balance', title: t('balance'), kind: 'number', cell: (one) => amountText(one.balance) },
              {
                key: 'state',
                title: t('state'),
                kind: 'state',
                cell: ({ isActive, isDefault }) => t(isDefault ? 'isDefault' : isActive ? 'inUse' : 'closed'),
              },
            ]}
            fields={[
              { name: 'name', label: t('name'), isRequired: true, max: 100 },
              { name: 'nameZh', label: t('nameZh'), max: 100, lang: 'zh-Hant' },
              { name: 'kind', label: t('kind'), kind: 'choice', options: kinds, isRequired: true },
              { name: 'number', label: t('accountNumber'), max: 50 },
              { name: 'isDefault', label: t('isDefault'), kind: 'flag', isOffAtFirst: true, help: t('isDefaultHelp') },
              { name: 'isActive', label: t('isActive'), kind: 'flag', help: t('isActiveHelp'), isForExisting: true },
            ]}
          />
          <ByMethod accounts={rows} mayWrite={mayWrite} />
        </>
      )}
    </Answer>
  );
}

/** Which account receives and pays money by each payment method. */
function ByMethod({ accounts: all, mayWrite }: { accounts: readonly Account[]; mayWrite: boolean }) {
  const { t } = useTranslation('settings');
  const options = all
    .filter(({ isReserved, isActive }) => isActive && !isReserved)
    .map((one) => ({ value: String(one.id), label: nameOf(one) }));
  const groups = (['in', 'out'] as const).map((way): Group => ({
    legend: t(`way_${way}`),
    fields: METHODS.map((method) => ({
      name: `${way}.${method}`,
      label: t(`method_${method}`),
      kind: 'number',
      options,
      isRequired: true,
    })),
  }));
  return (
    <section className="screen-part">
      <h2>{t('byMethod')}</h2>
      <p className="settings-help">{t('byMethodHelp')}</p>
      <Answer query={useQuery(byMethodQuery)}>
        {(seen) =>
          mayWrite ? (
            <RecordForm<Schemas['AccountsByMethod']>
              label={t('byMethod')}
              groups={groups}
              before={seen}
              readAgain={() => queryClient.fetchQuery({ ...byMethodQuery, staleTime: 0 })}
              save={(body, basis) => saveByMethod(body, (basis ?? seen).etag)}
              saidWhenDone={t('saved')}
              onDone={() => {}}
            />
          ) : (
            groups.map(({ legend, fields }) => (
              <section key={legend} className="screen-part" aria-label={legend}>
                <h3>{legend}</h3>
                <Facts record={seen.record} fields={fields} />
              </section>
            ))
          )
        }
      </Answer>
    </section>
  );
}
