import { useTranslation } from 'react-i18next';
import { amountText } from '../../kit/money.ts';
import { ReverseDialog } from '../../kit/reverse-dialog.tsx';
import { leftOf } from '../../kit/reversals.ts';
import { type Entered, reverseTransfer, type Shown } from './queries.ts';
import { usePlaces } from './use-places.ts';
import { useSaid } from './use-said.ts';

type Props = { transfer: Shown; today: string; onClose: () => void };

/** The dialog that reverses a transfer, as a whole or in part. */
export function Reverse({ transfer, today, onClose }: Props) {
  const { t } = useTranslation('bank');
  const { from, to } = usePlaces();
  const said = useSaid();
  const { id, amount, memo, reversals } = transfer;
  return (
    <ReverseDialog<Entered>
      today={today}
      help={t('reverseTransferHelp', { from: from(transfer), to: to(transfer), amount: amountText(amount), memo })}
      done={(reversal) => said('reversed', reversal)}
      left={leftOf(transfer, reversals)}
      act={(body, key) => reverseTransfer(id, body, key)}
      onClose={onClose}
    />
  );
}
