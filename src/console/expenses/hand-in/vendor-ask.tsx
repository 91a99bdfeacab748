import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useCan } from '../../session/session.ts';
import { useNames } from '../names.ts';
import { isOn1099, type Typed } from './typed.ts';

type Props = { typed: Typed; onAdd: () => void };

/**
 * Asks for a vendor of the list, if what is paid may have to be reported on Form 1099. The question may be left
 * unanswered. Only those who may add vendors see the button.
 */
export function VendorAsk({ typed, onAdd }: Props) {
  const { t } = useTranslation('expenses');
  const { groups } = useNames();
  const mayAdd = useCan('finance.manage');
  const boxes = new Map(groups.flatMap(({ subCategories }) => subCategories.map((one) => [one.id, one.form1099])));
  if (typed.vendorId !== null || !isOn1099(typed, boxes)) return null;
  return (
    <div role="note">
      <Notice tone="plain">
        {t(mayAdd ? 'ask1099' : 'ask1099Choose')}
        {mayAdd && <Button onClick={onAdd}>{t('addVendor')}</Button>}
      </Notice>
    </div>
  );
}
