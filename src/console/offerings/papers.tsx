import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addMoney, formatMoney, type Minor, subtractMoney, ZERO } from '../../lib/money.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import type { Church } from '../kit/church.ts';
import { dateText } from '../kit/dates.ts';
import { amountText, minorOf } from '../kit/money.ts';
import { listText } from '../kit/list-text.ts';
import { METHODS } from './entry/row.ts';
import type { Row, Sums } from './entry/rows.ts';
import type { Counted } from './entry/totals.tsx';
import type { GiftWords } from './entry/words-of.ts';
import type { Offering } from './queries.ts';
import './papers.css';

type Props = {
  offering: Offering;
  church: Church;
  rows: readonly Row[];
  sums: Sums;
  words: GiftWords;
};

/** A paper of an offering, visible only in print. The deposit slip goes to the bank; the count sheet names the givers. */
export type Paper = 'slip' | 'countSheet';

function PaperFrame({ paper, offering, church, children }: Pick<Props, 'offering' | 'church'> & FrameProps) {
  const { t } = useTranslation('offerings');
  return (
    <article className="paper" aria-label={t(paper)}>
      <header>
        <p className="paper-church">{church.name}</p>
        <h2>{t(paper)}</h2>
        <p>{dateText(offering.date, currentLanguage(), 'withWeekday')}</p>
      </header>
      {children}
    </article>
  );
}

type FrameProps = { paper: Paper; children: ReactNode };

/** The deposit slip: the cash, each check, what the bank gets, and lines for two signatures. It names no giver. */
export function DepositSlip({ offering, church, rows, sums, words }: Props) {
  const { t } = useTranslation('offerings');
  const checks = rows.filter(({ body }) => body.method === 'Check' && body.nonCashDescription === null);
  const inCash = sums.byMethod.get('Cash') ?? ZERO;
  const inChecks = sums.byMethod.get('Check') ?? ZERO;
  return (
    <PaperFrame paper="slip" offering={offering} church={church}>
      <table className="paper-deposit" aria-label={t('slip')}>
        <tbody>
          <Sum name={words.method('Cash')} amount={inCash} />
          {checks.map(({ key, body }) => (
            <Sum key={key} name={`${words.method('Check')} ${body.checkNumber ?? '–'}`} amount={minorOf(body.amount)} />
          ))}
        </tbody>
        <tfoot>
          <Sum name={t('checksInAll', { number: checks.length })} amount={inChecks} />
          <Sum name={t('toDeposit')} amount={addMoney(inCash, inChecks)} />
        </tfoot>
      </table>
      <Signatures counters={offering.countedBy} />
    </PaperFrame>
  );
}

/** The count sheet: the gifts with their givers, the counted amounts, and lines for two signatures. */
export function CountSheet({ offering, church, rows, sums, counted, words }: Props & { counted: Counted }) {
  const { t } = useTranslation('offerings');
  return (
    <PaperFrame paper="countSheet" offering={offering} church={church}>
      <p>{t('countSheetStays')}</p>
      <div className="paper-sums">
        <SumsTable title={t('byMethod')} sums={sums}>
          {METHODS.filter((method) => sums.byMethod.has(method)).map((method) => (
            <Sum key={method} name={words.method(method)} amount={sums.byMethod.get(method) ?? ZERO} />
          ))}
        </SumsTable>
        <SumsTable title={t('byCategory')} sums={sums}>
          {Array.from(sums.byCategory, ([id, amount]) => (
            <Sum key={id} name={words.category(id)} amount={amount} />
          ))}
        </SumsTable>
        <CountTable sums={sums} counted={counted} />
      </div>
      <Signatures counters={offering.countedBy} />
      <Gifts rows={rows} words={words} />
    </PaperFrame>
  );
}

function SumsTable({ title, sums, children }: { title: string; sums: Sums; children: ReactNode }) {
  const { t } = useTranslation('offerings');
  return (
    <table>
      <caption>{title}</caption>
      <tbody>{children}</tbody>
      <tfoot>
        <Sum name={t('total')} amount={sums.total} />
      </tfoot>
    </table>
  );
}

function Sum({ name, amount }: { name: string; amount: Minor }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{formatMoney(amount)}</td>
    </tr>
  );
}

/** The counted amounts, and by how much each differs from the entered gifts. */
function CountTable({ sums, counted }: { sums: Sums; counted: Counted }) {
  const { t } = useTranslation('offerings');
  const lines = [
    { name: t('countedCash'), amount: counted.cash, entered: sums.byMethod.get('Cash') ?? ZERO },
    { name: t('countedChecks'), amount: counted.checks, entered: sums.byMethod.get('Check') ?? ZERO },
    { name: t('controlTotal'), amount: counted.control, entered: sums.total },
  ];
  return (
    <table>
      <caption>{t('counts')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col" className="number">
            {t('amount')}
          </th>
          <th scope="col" className="number">
            {t('difference')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, amount, entered }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="number">{amount === null ? '–' : formatMoney(amount)}</td>
            <td className="number">{amount === null ? '' : formatMoney(subtractMoney(amount, entered))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Gifts({ rows, words }: { rows: readonly Row[]; words: GiftWords }) {
  const { t } = useTranslation('offerings');
  return (
    <table className="paper-gifts" aria-label={t('gifts')}>
      <thead>
        <tr>
          <th scope="col" className="number">
            #
          </th>
          <th scope="col">{t('giver')}</th>
          <th scope="col">{t('method')}</th>
          <th scope="col">{t('checkNumber')}</th>
          <th scope="col" className="number">
            {t('amount')}
          </th>
          <th scope="col">{t('category')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, number, body, memberName }) => (
          <tr key={key}>
            <td className="number">{number}</td>
            <td>
              {words.giver(body, memberName)}
              {body.nonCashDescription !== null && ` (${t('nonCash')}: ${body.nonCashDescription})`}
            </td>
            <td>{words.method(body.method)}</td>
            <td>{body.checkNumber ?? body.zelleReference ?? body.payPalReference}</td>
            <td className="number">{amountText(body.amount)}</td>
            <td>
              {listText(
                (body.parts ?? [{ categoryId: body.categoryId ?? 0, amount: undefined }]).map(
                  ({ categoryId, amount }) =>
                    [words.category(categoryId), amount !== undefined && amountText(amount)].filter(Boolean).join(' '),
                ),
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A signature line for each counter, or two lines if there are fewer than two counters. */
function Signatures({ counters }: { counters: readonly string[] }) {
  const { t } = useTranslation('offerings');
  const names = Array.from({ length: Math.max(2, counters.length) }, (_, at) => counters[at] ?? '');
  return (
    <section className="paper-signatures">
      <p>
        {t('countedBy')}: {listText(counters)}
      </p>
      <ol>
        {names.map((name, at) => (
          // eslint-disable-next-line react/no-array-index-key -- A line is identified only by its position.
          <li key={at}>
            <span>{name}</span>
            <span>
              {t('signature')}, {t('date')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
