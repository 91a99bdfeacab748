import { type ComponentType, lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { Screen } from '../kit/page.tsx';
import { SubRooms } from '../kit/sub-rooms.tsx';
import { useMe } from '../session/session.ts';
import { NotAllowed, NotFound } from '../shell/not-found.tsx';
import { type Part, PARTS, partsOf } from './parts.ts';
import './settings.css';

const SCREENS: Readonly<Record<Part, ComponentType>> = {
  church: lazy(async () => ({ default: (await import('./church.tsx')).Church })),
  users: lazy(async () => ({ default: (await import('./users.tsx')).Users })),
  roles: lazy(async () => ({ default: (await import('./roles.tsx')).Roles })),
  secondFactor: lazy(async () => ({ default: (await import('./second-factor.tsx')).SecondFactorRules })),
  categories: lazy(async () => ({ default: (await import('./catalogs.tsx')).GivingCategories })),
  funds: lazy(async () => ({ default: (await import('./catalogs.tsx')).Funds })),
  accounts: lazy(async () => ({ default: (await import('./accounts.tsx')).Accounts })),
  opening: lazy(async () => ({ default: (await import('./opening.tsx')).Opening })),
  priorFigures: lazy(async () => ({ default: (await import('./prior-figures.tsx')).PriorFigures })),
  income: lazy(async () => ({ default: (await import('./catalogs.tsx')).IncomeCategories })),
  expenseKinds: lazy(async () => ({ default: (await import('./catalogs.tsx')).ExpenseKinds })),
  ministries: lazy(async () => ({ default: (await import('./catalogs.tsx')).Ministries })),
  limits: lazy(async () => ({ default: (await import('./limits.tsx')).Limits })),
  mail: lazy(async () => ({ default: (await import('./mail.tsx')).MailServer })),
  webhooks: lazy(async () => ({ default: (await import('./webhooks.tsx')).Webhooks })),
  audit: lazy(async () => ({ default: (await import('./audit.tsx')).Audit })),
  service: lazy(async () => ({ default: (await import('./service.tsx')).Service })),
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
