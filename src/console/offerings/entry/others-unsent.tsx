import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../kit/notice.tsx';
import { useMe } from '../../session/session.ts';
import type { Outbox } from './outbox.ts';
import { startOutbox, useElsewhere, useEntries } from './own-outbox.ts';

/** Shows who else has unsent gifts on this computer, and how many. Nothing else about these gifts is shown. */
export function OthersUnsent() {
  const { t } = useTranslation('session');
  const me = useMe();
  const [outbox, setOutbox] = useState<Outbox>();
  useEffect(() => void startOutbox().then(setOutbox), []);
  const counts = new Map<string, number>();
  for (const { owner } of [...useEntries(outbox), ...useElsewhere(outbox)]) {
    if (owner.id !== me.id) counts.set(owner.name, (counts.get(owner.name) ?? 0) + 1);
  }
  return Array.from(counts, ([name, count]) => (
    <Notice key={name} tone="warn">
      {t('unsent', { name, count })}
    </Notice>
  ));
}
