import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Notice } from '../kit/notice.tsx';
import { useMe } from '../session/session.ts';
import type { Fault } from './problems.ts';

type Props = {
  fault: Pick<Fault, 'sentence' | 'next'>;
  /** What can be done where the refusal is shown, such as a button. */
  children?: ReactNode;
};

/** Why the service refused, with a link to the screen of the next step if the account may take that step. */
export function FaultNotice({ fault: { sentence, next }, children }: Props) {
  const { t } = useTranslation('problems');
  const me = useMe();
  return (
    <Notice tone="bad">
      {sentence}
      {next && me.permissions.includes(next.needs) && (
        <>
          {' '}
          <Link href={next.href}>{t(`next_${next.step}`)}</Link>
        </>
      )}
      {children}
    </Notice>
  );
}
