import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/button.tsx';
import { Notice } from '../kit/notice.tsx';

const EVERY_MS = 10 * 60_000;
const OWN_SCRIPT = document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src') ?? '';

/**
 * Shows a notice if the service has a newer version of this page. Checks every ten minutes and when the page becomes
 * visible.
 */
export function NewerBuild() {
  const { t } = useTranslation();
  const [isOld, setIsOld] = useState(false);
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'visible' && (await isReplaced())) setIsOld(true);
    };
    const timer = setInterval(() => void look(), EVERY_MS);
    const onVisible = () => void look();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
  if (!isOld) return null;
  return (
    <Notice tone="warn">
      {t('newerBuild')} <Button onClick={() => location.reload()}>{t('reload')}</Button>
    </Notice>
  );
}

/**
 * Returns true if the service has another build of the page. The name of the script contains a hash of its content, so
 * a different name means a different build.
 */
async function isReplaced(): Promise<boolean> {
  if (!OWN_SCRIPT.startsWith('/assets/')) return false;
  try {
    const answer = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(OWN_SCRIPT);
  } catch {
    return false;
  }
}
