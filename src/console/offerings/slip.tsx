import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, type Minor, subtractMoney } from '../../lib/money.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import type { Church } from '../kit/church.ts';
import { dateText } from '../kit/dates.ts';
import { amountText } from '../kit/money.ts';
import { listText } from '../kit/list-text.ts';
import { METHODS } from './entry/row.ts';
import type { Row, Sums } from './entry/rows.ts';
import type { Counted } from './entry/totals.tsx';
import type { GiftWords } from './entry/words-of.ts';
import type { Offering } from './queries.ts';
import './slip.css';

type Props = {
  offering: Offering;
  church: Church;
  rows: readonly Row[];
  sums: Sums;
  counted: Counted;
  words: GiftWords;
};

/** The deposit slip, visible only in print: the gifts, the counted amounts, and lines for two signatures. */
export function Slip({ offering, church, rows, sums, counted, words }: Props) {
  const { t } = useTranslation('offerings');
  return (
    <article className="slip" aria-label={t('slip')}>
      <header>
        <p className="slip-church">{church.name}</p>
        <h2>{t('slip')}</h2>
        <p>{dateText(offering.date, currentLanguage(), 'withWeekday')}</p>
      </header>
      <div className="slip-sums">
        <SumsTable title={t('byMethod')} sums={sums}>
          {METHODS.filter((method) => sums.byMethod.has(method)).map((method) => (
            <Sum key={method} name={words.method(method)} amount={sums.byMethod.get(method) ?? (0 as Minor)} />
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
    </article>
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
    { name: t('countedCash'), amount: counted.cash, entered: sums.byMethod.get('Cash') ?? (0 as Minor) },
    { name: t('countedChecks'), amount: counted.checks, entered: sums.byMethod.get('Check') ?? (0 as Minor) },
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
    <table className="slip-gifts" aria-label={t('gifts')}>
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
    <section className="slip-signatures">
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
