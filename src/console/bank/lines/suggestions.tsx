import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { dateText } from '../../kit/dates.ts';
import { amountText } from '../../kit/money.ts';
import { BankText } from '../bank-text.tsx';
import { DocumentLink } from '../document-link.tsx';
import { keyOf } from '../names.ts';
import type { Line, Suggestion } from './queries.ts';
import type { Bench } from './use-workbench.ts';

type Props = { line: Line; lines: readonly Line[]; bench: Bench; isBusy: boolean };

/** The suggestions for a line with their reasons. Enter in the list of lines accepts the highlighted one. */
export function Suggestions({ line, lines, bench, isBusy }: Props) {
  const { t } = useTranslation('bank');
  if (line.suggestions.length === 0) {
    return (
      <>
        <p>{t(bench.mayManage ? 'nothingSuggested' : 'noSuggestion')}</p>
        {bench.mayManage && line.amount < 0 && <p className="field-help">{t('returnedCheck')}</p>}
      </>
    );
  }
  return (
    <ol className="bank-suggestions" aria-label={t('suggestions')}>
      {line.suggestions.map((suggestion, at) => (
        <li
          key={suggestion.documents.map(keyOf).join(' ')}
          aria-current={bench.mayManage && at === bench.chosen ? true : undefined}
        >
          <Documents suggestion={suggestion} />
          <OtherLines line={line} lines={lines} suggestion={suggestion} />
          <p className="bank-reasons">{suggestion.reasons.map((reason) => t(`reason_${reason}`)).join(' · ')}</p>
          {bench.mayManage && (
            <Button
              kind={at === bench.chosen ? 'primary' : 'plain'}
              isBusy={isBusy}
              onClick={() => bench.accept(suggestion)}
            >
              {t('accept')}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

function Documents({ suggestion: { documents } }: { suggestion: Suggestion }) {
  return (
    <ul>
      {documents.map((document) => (
        <li key={keyOf(document)} className="bank-document">
          <span>
            <DocumentLink document={document} />
            <span className="bank-line-hint">{dateText(document.date, currentLanguage())}</span>
          </span>
          <span className="bank-line-amount">{amountText(document.amount)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The lines that the suggestion matches together with the active line. */
function OtherLines({ line, lines, suggestion }: Pick<Props, 'line' | 'lines'> & { suggestion: Suggestion }) {
  const { t } = useTranslation('bank');
  const others = suggestion.lines.filter((id) => id !== line.id);
  if (others.length === 0) return null;
  const shown = lines.filter(({ id }) => others.includes(id));
  return (
    <div>
      <p>{t('withLines', { count: others.length })}</p>
      <ul>
        {shown.map((one) => (
          <li key={one.id} className="bank-document">
            <span>
              <BankText text={one.description} />
            </span>
            <span className="bank-line-amount">{amountText(one.amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
