import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { DataTable } from '../kit/data-table.tsx';
import { instantText } from '../kit/dates.ts';
import { listText } from '../kit/list-text.ts';
import { Pager } from '../kit/pager.tsx';
import { SelectField } from '../kit/select-field.tsx';
import { TextField } from '../kit/text-field.tsx';
import { useAddress } from '../kit/use-address.ts';
import { usersQuery } from './queries.ts';
import { useRoleNames } from './role-names.ts';

/** The accounts, with filters in the address. */
export function Users() {
  const { t } = useTranslation('settings');
  const address = useAddress();
  const roleNames = useRoleNames();
  const [search, role, isActive] = ['q', 'role', 'active'].map(address.get) as [string, string, string];
  const users = useQuery(usersQuery({ search: search.trim(), role, isActive, page: address.page }));
  return (
    <section className="screen-part">
      <header className="screen-head">
        <h2>{t('part_users')}</h2>
        <Link href="/settings/users/new" className="button button-primary">
          {t('addUser')}
        </Link>
      </header>
      <div className="settings-filters">
        <TextField
          label={t('find')}
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => address.set({ q: event.target.value })}
        />
        <SelectField
          label={t('role')}
          value={role}
          options={[{ value: '', label: t('all') }, ...[...roleNames].map(([value, label]) => ({ value, label }))]}
          onChange={(value) => address.set({ role: value })}
        />
        <SelectField
          label={t('state')}
          value={isActive}
          options={[
            { value: '', label: t('all') },
            { value: 'true', label: t('active') },
            { value: 'false', label: t('deactivated') },
          ]}
          onChange={(value) => address.set({ active: value })}
        />
      </div>
      <Answer query={users}>
        {({ items, page, totalPages }) => (
          <>
            {items.length === 0 && <p className="empty">{t('noUsers')}</p>}
            {items.length > 0 && (
              <DataTable
                label={t('part_users')}
                rows={items}
                keyOf={({ id }) => id}
                columns={[
                  {
                    key: 'name',
                    title: t('name'),
                    cell: (user) => <Link href={`/settings/users/${user.id}`}>{user.displayName}</Link>,
                  },
                  { key: 'email', title: t('email'), cell: ({ email }) => email, isWideOnly: true },
                  {
                    key: 'roles',
                    title: t('roles'),
                    cell: ({ roles }) => listText(roles.map((one) => roleNames.get(one) ?? one)),
                  },
                  {
                    key: 'secondFactor',
                    title: t('part_secondFactor'),
                    isWideOnly: true,
                    cell: ({ hasSecondFactor }) => t(hasSecondFactor ? 'yes' : 'no'),
                  },
                  {
                    key: 'last',
                    title: t('lastSignIn'),
                    kind: 'date',
                    isWideOnly: true,
                    cell: ({ lastLoginAt }) =>
                      lastLoginAt === null ? t('never') : instantText(lastLoginAt, currentLanguage()),
                  },
                  {
                    key: 'state',
                    title: t('state'),
                    kind: 'state',
                    cell: (user) => t(user.isActive ? 'active' : 'deactivated'),
                  },
                ]}
              />
            )}
            <Pager page={page} pages={totalPages} onPage={(next) => address.set({ page: next })} />
          </>
        )}
      </Answer>
    </section>
  );
}
