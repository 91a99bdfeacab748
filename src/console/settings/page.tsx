import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { later } from '../kit/later.ts';
import { Screen } from '../kit/page.tsx';
import { SubRooms } from '../kit/sub-rooms.tsx';
import { useMe } from '../session/session.ts';
import { NotAllowed, NotFound } from '../shell/not-found.tsx';
import { type Part, PARTS, partsOf } from './parts.ts';
import './settings.css';

const SCREENS: Readonly<Record<Part, ComponentType>> = {
  church: later(() => import('./church.tsx'), 'Church'),
  users: later(() => import('./users.tsx'), 'Users'),
  roles: later(() => import('./roles.tsx'), 'Roles'),
  secondFactor: later(() => import('./second-factor.tsx'), 'SecondFactorRules'),
  categories: later(() => import('./catalogs.tsx'), 'GivingCategories'),
  funds: later(() => import('./catalogs.tsx'), 'Funds'),
  accounts: later(() => import('./accounts.tsx'), 'Accounts'),
  opening: later(() => import('./opening.tsx'), 'Opening'),
  priorFigures: later(() => import('./prior-figures.tsx'), 'PriorFigures'),
  income: later(() => import('./catalogs.tsx'), 'IncomeCategories'),
  expenseKinds: later(() => import('./catalogs.tsx'), 'ExpenseKinds'),
  ministries: later(() => import('./catalogs.tsx'), 'Ministries'),
  limits: later(() => import('./limits.tsx'), 'Limits'),
  mail: later(() => import('./mail.tsx'), 'MailServer'),
  backups: later(() => import('./backups.tsx'), 'Backups'),
  webhooks: later(() => import('./webhooks.tsx'), 'Webhooks'),
  audit: later(() => import('./audit.tsx'), 'Audit'),
  service: later(() => import('./service.tsx'), 'Service'),
};

/** The settings. The address names the part; without a name, the first part is shown. */
export function Page({ part: named }: { part?: string }) {
  const { t } = useTranslation('settings');
  const parts = partsOf(useMe());
  const part = named === undefined ? parts[0] : parts.find((one) => one === named);
  if (part === undefined) return named === undefined || named in PARTS ? <NotAllowed /> : <NotFound />;
  const Content = SCREENS[part];
  return (
    <Screen title={t('title')}>
      <SubRooms
        label={t('parts')}
        rooms={parts.map((one, index) => ({
          href: index === 0 && named === undefined ? '/settings' : `/settings/${one}`,
          text: t(`part_${one}`),
        }))}
      />
      <Content />
    </Screen>
  );
}
