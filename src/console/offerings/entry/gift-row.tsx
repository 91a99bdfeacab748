import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { amountText } from '../../kit/money.ts';
import { Button } from '../../kit/button.tsx';
import { MarkedText } from '../../kit/marked-text.tsx';
import type { Row } from './rows.ts';
import type { GiftWords } from './words-of.ts';

type Props = {
  row: Row;
  words: GiftWords;
  reason: string | undefined;
  /** A remark about the gift, such as a likely double. */
  remark?: string | undefined;
  /** The button beside the remark. */
  onRemark?: { label: string; act: (key: string) => void } | undefined;
  canCorrect: boolean;
  onCorrect: (key: string) => void;
  /** The label of a button that calls `onCorrect`. If undefined, the row has no such button. */
  action?: string;
};

/** A gift as a row of text. If `canCorrect` is true, pressing the row calls `onCorrect`. */
export const GiftRow = memo(function GiftRow(props: Props) {
  const { row, words, reason, remark, onRemark, canCorrect, onCorrect, action } = props;
  const { t } = useTranslation('offerings');
  const { body, status, key } = row;
  const giver = words.giver(body, row.memberName);
  const reference = body.checkNumber ?? body.zelleReference ?? body.payPalReference ?? undefined;
  const categories = body.parts ?? [{ categoryId: body.categoryId ?? 0, amount: body.amount }];
  return (
    <tr className={`gift gift-${status}`} onClick={canCorrect ? () => onCorrect(key) : undefined}>
      <td className="number">{row.number}</td>
      <td>{words.method(body.method)}</td>
      <td className="gift-giver">
        <MarkedText text={giver} />
      </td>
      <td>{reference}</td>
      <td className="number">{amountText(body.amount)}</td>
      <td>
        {categories.map(({ categoryId, amount }) => (
          <span key={categoryId} className="gift-part">
            <MarkedText text={words.category(categoryId)} />
            {categories.length > 1 && ` ${amountText(amount)}`}
          </span>
        ))}
      </td>
      <td className="gift-note">
        <MarkedText text={body.nonCashDescription ?? body.note ?? ''} />
        {row.gift?.reversalOf != null && t('reversal')}{' '}
        {canCorrect && action !== undefined && <RowButton label={action} act={() => onCorrect(key)} />}
        {remark !== undefined && <span className="gift-remark">{remark}</span>}
        {onRemark && <RowButton label={onRemark.label} act={() => onRemark.act(key)} />}
        {reason !== undefined && <span className="gift-reason">{reason}</span>}
      </td>
      <td>
        <MarkedText text={row.enteredByName} />
      </td>
      <td className="gift-status">{status !== 'coming' && t(status)}</td>
    </tr>
  );
});

/** A button in a row. Pressing the button does not count as pressing the row. */
function RowButton({ label, act }: { label: string; act: () => void }) {
  return (
    <Button
      kind="quiet"
      onClick={(event) => {
        event.stopPropagation();
        act();
      }}
    >
      {label}
    </Button>
  );
}
