import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../../client/client.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { rolesQuery } from './queries.ts';

type Role = Schemas['Role'];

/** Returns the name of a role in the language of the page, such as `Offering counter`. */
export function roleName({ name, nameZh }: Pick<Role, 'name' | 'nameZh'>): string {
  if (currentLanguage() === 'zh-TW' && nameZh !== null) return nameZh;
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the names of all roles by their keys, in the order of the service. */
export function useRoleNames(): ReadonlyMap<Role['name'], string> {
  const { data = [] } = useQuery(rolesQuery);
  return new Map(data.map((role) => [role.name, roleName(role)]));
}

/** Returns a function that says in one line what a role may do. */
export function useMay(): (role: Role) => string[] {
  const { t } = useTranslation('settings');
  // i18next would read the point in the name of a permission as a path.
  return ({ permissions }) => permissions.map((one) => t(`may_${one.replace('.', '_')}` as 'may_users_manage'));
}
