import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { minorOf } from '../../kit/money.ts';
import { TextField } from '../../kit/text-field.tsx';
import { readAmount } from '../../../lib/typed-amount.ts';
import type { Row } from './rows.ts';
import type { GiftWords } from './words-of.ts';

type Props = { rows: readonly Row[]; words: GiftWords; onFound: (key: string) => void; onClose: () => void };

/** The dialog that finds a gift by its amount. It helps when the sum differs from the count. */
export function FindDialog({ rows, words, onFound, onClose }: Props) {
  const { t } = useTranslation('offerings');
  const [typed, setTyped] = useState('');
  const amount = readAmount(typed);
  const found = 'minor' in amount ? rows.filter(({ body }) => minorOf(body.amount) === amount.minor) : [];
  return (
    <Dialog title={t('findGift')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = found;
          if (first) onFound(first.key);
        }}
      >
        <TextField
          label={t('amount')}
          value={typed}
          autoFocus
          inputMode="decimal"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        {'minor' in amount && found.length === 0 && <p>{t('nothingFound')}</p>}
        <ul className="found">
          {found.map(({ key, number, body, memberName }) => (
            <li key={key}>
              <Button kind="quiet" onClick={() => onFound(key)}>
                {number}: {words.gift(body, memberName)}
              </Button>
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  );
}
