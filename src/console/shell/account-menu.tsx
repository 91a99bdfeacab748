import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { later } from '../kit/later.ts';
import { MenuButton, preloadMenus } from '../kit/menu-button.tsx';
import { signOut, useMe } from '../session/session.ts';
import { countUnsent } from '../session/unsent.ts';

const loadDialog = () => import('./unsent-dialog.tsx');
const UnsentDialog = later(loadDialog, 'UnsentDialog');

/**
 * The menu of the signed-in account, with `Sign out`. If some gifts have not been sent yet, a dialog asks before
 * signing out.
 */
export function AccountMenu() {
  const { t } = useTranslation('shell');
  const me = useMe();
  const [, navigate] = useLocation();
  const [unsent, setUnsent] = useState(0);
  // Loaded in advance, because signing out must also work without a network.
  useEffect(() => {
    preloadMenus();
    void loadDialog().catch(() => {});
  }, []);
  const leave = async () => {
    const waiting = await countUnsent();
    if (waiting === 0) await signOut();
    else setUnsent(waiting);
  };
  return (
    <>
      <MenuButton
        label={t('account')}
        choices={[
          { id: 'account', label: t('ownAccount', { name: me.displayName }) },
          { id: 'sign-out', label: t('signOut') },
        ]}
        onChoose={(id) => {
          if (id === 'account') navigate('/account');
          else void leave();
        }}
      />
      {unsent > 0 && (
        <Suspense>
          <UnsentDialog count={unsent} onKeep={() => setUnsent(0)} onDelete={() => void signOut()} />
        </Suspense>
      )}
    </>
  );
}
