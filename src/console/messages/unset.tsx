import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Notice } from '../kit/notice.tsx';
import { useCan } from '../session/session.ts';
import { channelsQuery } from './queries.ts';
import type { Channel, ChannelState, Way } from './types.ts';

const CHANNELS_OF: Readonly<Record<Way, readonly Channel[]>> = {
  email: ['Email'],
  line: ['Line'],
  both: ['Line', 'Email'],
};

/** What must be set up before messages can be sent in a way. Empty if nothing is missing, or while this is not known. */
export function useMissing(way: Way): NonNullable<ChannelState['missing']>[] {
  const { data: channels = [] } = useQuery(channelsQuery);
  return channels
    .filter(({ channel }) => CHANNELS_OF[way].includes(channel))
    .flatMap(({ missing }) => (missing === null ? [] : [missing]));
}

/** Says before a message is written that it cannot be sent yet, and who sets up what is missing, and where. */
export function Unset({ way }: { way: Way }) {
  const { t } = useTranslation('messages');
  const maySetUp = useCan('users.manage');
  return useMissing(way).map((missing) => (
    <Notice key={missing} tone="warn">
      <p>{t(`missing_${missing}`)}</p>
      {missing === 'sender' && <Link href="/settings/church">{t('enterSender')}</Link>}
      {missing === 'mail_server' && maySetUp && <Link href="/settings/mail">{t('setUpMail')}</Link>}
    </Notice>
  ));
}
