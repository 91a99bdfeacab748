import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { ChoiceBox } from '../../kit/choice-box.tsx';
import { dateText } from '../../kit/dates.ts';
import { MarkedText } from '../../kit/marked-text.tsx';
import { amountText, moneyText } from '../../kit/money.ts';
import { keyOf } from '../names.ts';
import type { Account, BankDocument } from '../queries.ts';
import { match, openDocumentsQuery } from './queries.ts';
import type { Bench } from './use-workbench.ts';
import { differenceOf } from './work.ts';
import { useDocumentName } from '../use-document-name.ts';

type Props = { account: Account; bench: Bench; isBusy: boolean };

/** Matches the marked lines with documents that are searched. Their difference is always in view. */
export function ByHand({ account, bench, isBusy }: Props) {
  const { t } = useTranslation('bank');
  const { t: common } = useTranslation();
  const nameOf = useDocumentName();
  const [documents, setDocuments] = useState<readonly BankDocument[]>([]);
  const [search, setSearch] = useState('');
  const { data: found = [], isPlaceholderData } = useQuery(openDocumentsQuery(account.id, search));
  const box = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => box.current?.focus(), []);
  const lines = [...bench.marked.values()];
  const difference = differenceOf(lines, documents);
  const isReady = difference === 0 && (documents.length > 0 || lines.length > 1);
  // As soon as the sums are equal, Enter matches.
  useEffect(() => {
    if (isReady && documents.length > 0) button.current?.focus();
  }, [isReady, documents.length]);
  const chosen = new Set(documents.map(keyOf));
  const options = found
    .filter((one) => !chosen.has(keyOf(one)))
    .map((one) => ({
      id: keyOf(one),
      label: nameOf(one),
      hint: `${dateText(one.date, currentLanguage())}  ${amountText(one.amount)}`,
      value: one,
    }));
  const save = () =>
    void bench.settle(
      () =>
        match(account.id, {
          lines: lines.map(({ id }) => id),
          documents: documents.map(({ type, id }) => ({ type, id })),
        }),
      t('matchedByHand', { count: lines.length, documents: documents.length }),
    );
  return (
    <div className="bank-task">
      <h3>{t('task_match')}</h3>
      <h4 id="bank-by-hand-lines">{t('linesToMatch')}</h4>
      <ul aria-labelledby="bank-by-hand-lines">
        {lines.map((line) => (
          <Chosen
            key={line.id}
            text={line.description ?? ''}
            amount={line.amount}
            onRemove={lines.length > 1 ? () => bench.setMark(line, false) : undefined}
          />
        ))}
      </ul>
      <p className="field-help">{t('moreLines')}</p>
      <h4 id="bank-by-hand-documents">{t('documentsToMatch')}</h4>
      {documents.length > 0 && (
        <ul aria-labelledby="bank-by-hand-documents">
          {documents.map((one) => (
            <Chosen
              key={keyOf(one)}
              text={nameOf(one)}
              amount={one.amount}
              onRemove={() => setDocuments(documents.filter((other) => other !== one))}
            />
          ))}
        </ul>
      )}
      <ChoiceBox
        label={t('findDocument')}
        chosen=""
        optionsFor={() => (isPlaceholderData ? [] : options)}
        onType={(text) => setSearch(text.trim())}
        isSearching={isPlaceholderData}
        onChoose={(one) => {
          setDocuments([...documents, one]);
          setSearch('');
        }}
        inputRef={box}
      />
      <p className="bank-difference" data-even={difference === 0 || undefined}>
        {t('difference', { amount: moneyText(difference) })}
      </p>
      <div className="screen-actions">
        <Button
          ref={button}
          kind="primary"
          why={isReady ? undefined : t(difference === 0 ? 'chooseDocumentsFirst' : 'differenceFirst')}
          isBusy={isBusy}
          onClick={save}
        >
          {t('accept')}
        </Button>
        <Button onClick={bench.leave}>{common('cancel')}</Button>
      </div>
    </div>
  );
}

type ChosenProps = { text: string; amount: number; onRemove: (() => void) | undefined };

function Chosen({ text, amount, onRemove }: ChosenProps) {
  const { t } = useTranslation();
  return (
    <li className="bank-document">
      <span>
        <MarkedText text={text} />
      </span>
      <span className="bank-line-amount">{amountText(amount)}</span>
      {onRemove && (
        <Button kind="quiet" aria-label={t('removeNamed', { name: text })} onClick={onRemove}>
          {t('remove')}
        </Button>
      )}
    </li>
  );
}
