import { useTranslation } from 'react-i18next';
import { SubRooms } from '../kit/sub-rooms.tsx';

/** The links between the parts of the messages room. */
export function Parts() {
  const { t } = useTranslation('messages');
  return (
    <SubRooms
      label={t('title')}
      rooms={[
        { href: '/messages', text: t('write') },
        { href: '/messages/history', text: t('history') },
        { href: '/messages/line', text: t('line') },
      ]}
    />
  );
}
