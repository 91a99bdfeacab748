import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { dateText } from '../../kit/dates.ts';
import { MarkedText } from '../../kit/marked-text.tsx';
import { amountText, moneyText } from '../../kit/money.ts';
import type { Bench } from './use-workbench.ts';
import { type Exact, LETTERS, sumOf } from './work.ts';
import { BankText } from '../bank-text.tsx';
import { useDocumentName } from '../use-document-name.ts';

/** Matches all shown lines whose only suggestion fits exactly, after somebody has read the list of them. */
export function MatchAll({ bench, isBusy }: { bench: Bench; isBusy: boolean }) {
  const { t } = useTranslation('bank');
  const { exact, asked, ask, close, match } = bench.all;
  return (
    <>
      {exact.length > 0 && (
        <div className="screen-actions no-print">
          <Button className="bank-key" data-key={LETTERS.all} aria-keyshortcuts={LETTERS.all} onClick={ask}>
            {t('matchAll', { count: exact.length })}
          </Button>
        </div>
      )}
      {asked && (
        <Confirm
          title={t('matchAll', { count: asked.length })}
          action={t('matchAll', { count: asked.length })}
          kind="primary"
          isBusy={isBusy}
          onConfirm={match}
          onClose={close}
        >
          <p>{t('matchAllHelp', { count: asked.length, sum: moneyText(sumOf(asked.map(({ line }) => line))) })}</p>
          <Pairs asked={asked} />
        </Confirm>
      )}
    </>
  );
}

function Pairs({ asked }: { asked: readonly Exact[] }) {
  const { t } = useTranslation('bank');
  const nameOf = useDocumentName();
  return (
    // A region that scrolls must be reachable by keyboard.
    <div className="bank-pairs" role="region" aria-label={t('lines')} tabIndex={0}>
      <ul>
        {asked.map(({ line, suggestion }) => (
          <li key={line.id} className="bank-document">
            <span>
              {dateText(line.date, currentLanguage())} <BankText text={line.description} />
              <span className="bank-line-hint">
                <MarkedText text={suggestion.documents.map(nameOf).join(', ')} />
              </span>
            </span>
            <span className="bank-line-amount">{amountText(line.amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
