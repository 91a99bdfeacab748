import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Answer } from '../kit/answer.tsx';
import { rolesQuery } from './queries.ts';
import { roleName, useMay } from './role-names.ts';

/** Every role, with what it may do in plain words. */
export function Roles() {
  const { t } = useTranslation('settings');
  const may = useMay();
  return (
    <section className="screen-part">
      <h2>{t('part_roles')}</h2>
      <p className="settings-help">{t('rolesHelp')}</p>
      <Answer query={useQuery(rolesQuery)}>
        {(roles) => (
          <div className="role-list">
            {roles.map((role) => (
              <section key={role.name} className="sheet">
                <h3>{roleName(role)}</h3>
                {role.name === 'super_admin' ? (
                  <p>{t('mayAll')}</p>
                ) : (
                  <ul>
                    {may(role).map((text) => (
                      <li key={text}>{text}</li>
                    ))}
                  </ul>
                )}
                <p>
                  <Link href={`/settings/users?role=${role.name}`}>{t('whoHas', { role: roleName(role) })}</Link>
                </p>
              </section>
            ))}
          </div>
        )}
      </Answer>
    </section>
  );
}
