import { useTranslation } from 'react-i18next';
import { SubRooms } from '../kit/sub-rooms.tsx';

/** The links between the parts of the giving room. */
export function Parts() {
  const { t } = useTranslation('giving');
  return (
    <SubRooms
      label={t('title')}
      rooms={[
        { href: '/giving', text: t('gifts') },
        { href: '/giving/givers', text: t('givers') },
        { href: '/giving/statements', text: t('statements') },
        { href: '/giving/summary', text: t('summary') },
      ]}
    />
  );
}
