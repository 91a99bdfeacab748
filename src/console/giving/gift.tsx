import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { currentLanguage } from '../i18n/i18n.ts';
import { Answer } from '../kit/answer.tsx';
import { Button } from '../kit/button.tsx';
import { type Church, churchQuery } from '../kit/church.ts';
import { dateText } from '../kit/dates.ts';
import { amountText } from '../kit/money.ts';
import { Notice } from '../kit/notice.tsx';
import { leftOf } from '../kit/reversals.ts';
import { FaultNotice } from '../problems/fault-notice.tsx';
import { Screen } from '../kit/page.tsx';
import { useSaving } from '../kit/use-saving.ts';
import { useCan } from '../session/session.ts';
import { announce } from '../shell/status.ts';
import { GiftForm } from './gift-form.tsx';
import { referenceOf } from './gift-table.tsx';
import { type GivingWords, useGivingWords } from './gift-words.ts';
import { deleteGift, enterAgain, giftQuery, offeringOfQuery, reversalsOfQuery, type VersionedGift } from './queries.ts';
import type { Giving } from './types.ts';
import { ReverseForm } from './reverse-form.tsx';
import './giving.css';

/** The card of one gift: what is known, what may still be done, and its reversals. The id `new` enters a gift. */
export function Page({ id }: { id: string }) {
  return id === 'new' ? <NewGift /> : <Card id={Number(id)} />;
}

function NewGift() {
  const { t } = useTranslation('giving');
  const [, navigate] = useLocation();
  const church = useQuery(churchQuery);
  const words = useGivingWords();
  return (
    <Screen title={t('newGift')}>
      <p className="list-note">{t('newGiftHelp')}</p>
      <Answer query={church}>
        {({ today }) => (
          <GiftForm
            today={today}
            words={words}
            onCancel={() => navigate('/giving')}
            onDone={({ gift }) => navigate(`/giving/gifts/${gift.id}`, { replace: true })}
          />
        )}
      </Answer>
    </Screen>
  );
}

function Card({ id }: { id: number }) {
  const { t } = useTranslation('giving');
  const words = useGivingWords();
  const gift = useQuery(giftQuery(id));
  const church = useQuery(churchQuery);
  return (
    <Answer query={gift}>
      {(known) =>
        church.data && (
          <Screen title={t('giftOf', { giver: words.giverOf(known.gift) })}>
            <Known known={known} church={church.data} words={words} />
            <p className="no-print">
              <Link href="/giving">{t('gifts')}</Link>
            </p>
          </Screen>
        )
      }
    </Answer>
  );
}

type KnownProps = { known: VersionedGift; church: Church; words: GivingWords };

function Known({ known, church, words }: KnownProps) {
  const { gift } = known;
  const { t } = useTranslation('giving');
  const reversals = useQuery(reversalsOfQuery(gift));
  const offering = useQuery(offeringOfQuery(gift.sessionId));
  const [doing, setDoing] = useState<'nothing' | 'changing' | 'reversing'>('nothing');
  const close = () => setDoing('nothing');
  const may = useMoves(gift, reversals.data, offering.data?.status);
  if (doing === 'changing') {
    return <GiftForm before={known} today={church.today} words={words} onCancel={close} onDone={close} />;
  }
  return (
    <>
      {gift.reversalOf !== null && (
        <Notice tone="plain">
          {t('isReversal')} <Link href={`/giving/gifts/${gift.reversalOf}`}>{t('toOriginal')}</Link>
        </Notice>
      )}
      <Facts gift={gift} words={words} offeringDate={offering.data?.date} />
      <Reversals reversals={reversals.data ?? []} />
      {doing === 'reversing' ? (
        <ReverseForm gift={gift} reversals={reversals.data ?? []} words={words} today={church.today} onDone={close} />
      ) : (
        <Moves known={known} may={may} onChange={() => setDoing('changing')} onReverse={() => setDoing('reversing')} />
      )}
    </>
  );
}

type May = { change: boolean; changeInOffering: boolean; reverse: boolean };

/** Returns what the account may do to a gift. Nothing is offered that the service would surely refuse. */
function useMoves(gift: Giving, reversals: readonly Giving[] | undefined, status: string | undefined): May {
  const mayWrite = useCan('giving.write');
  const mayManage = useCan('giving.manage');
  const isWhole = gift.reversalOf === null && reversals?.length === 0;
  const isLeft = gift.reversalOf === null && reversals !== undefined && leftOf(gift, reversals) > 0;
  return {
    change: mayWrite && isWhole && gift.sessionId === null,
    changeInOffering: mayWrite && isWhole && status === 'Draft',
    reverse: mayManage && isLeft && (gift.sessionId === null || (status !== undefined && status !== 'Draft')),
  };
}

type MovesProps = { known: VersionedGift; may: May; onChange: () => void; onReverse: () => void };

function Moves({ known: { gift, etag }, may, onChange, onReverse }: MovesProps) {
  const { t } = useTranslation('giving');
  const { t: common } = useTranslation();
  const { t: offerings } = useTranslation('offerings');
  const [, navigate] = useLocation();
  const { fault, isBusy, save } = useSaving<() => Promise<void>>((undo) => {
    announce(t('deleted'), () => void undo().catch(() => announce(t('notUndone'))));
    navigate('/giving');
  });
  if (!may.change && !may.changeInOffering && !may.reverse) return null;
  return (
    <>
      {fault && <FaultNotice fault={fault} />}
      <div className="screen-actions no-print">
        {may.change && <Button onClick={onChange}>{common('edit')}</Button>}
        {may.changeInOffering && (
          <Link href={`/offerings/${gift.sessionId}`} className="button">
            {t('changeInOffering')}
          </Link>
        )}
        {may.reverse && <Button onClick={onReverse}>{offerings('reverse')}</Button>}
        {may.change && (
          <Button
            kind="danger"
            isBusy={isBusy}
            onClick={() =>
              void save(async () => {
                await deleteGift(gift.id, etag);
                return () => enterAgain(gift);
              }, t('deleted'))
            }
          >
            {common('delete')}
          </Button>
        )}
      </div>
    </>
  );
}

function Facts({ gift, words, offeringDate }: { gift: Giving; words: GivingWords; offeringDate: string | undefined }) {
  const { t } = useTranslation('giving');
  const { t: offerings } = useTranslation('offerings');
  const language = currentLanguage();
  const giver = words.giverOf({ ...gift, companyName: null });
  const facts: readonly [string, ReactNode][] = [
    [offerings('date'), dateText(gift.date, language, 'withWeekday')],
    [offerings('amount'), gift.nonCashDescription === null ? amountText(gift.amount) : t('inKind')],
    [
      offerings('giver'),
      gift.memberId === null ? giver : <Link href={`/giving/givers/${gift.memberId}`}>{giver}</Link>,
    ],
    [
      offerings('category'),
      gift.parts ? (
        <ul className="plain-list">
          {gift.parts.map(({ categoryId, amount }) => (
            <li key={categoryId}>
              {words.categoriesOf({ categoryId, parts: null })}: {amountText(amount)}
            </li>
          ))}
        </ul>
      ) : (
        words.categoriesOf(gift)
      ),
    ],
    [offerings('method'), words.method(gift.method)],
    [gift.method === 'Check' ? offerings('checkNumber') : offerings('reference'), referenceOf(gift)],
    [offerings('giftDate'), gift.giftDate === gift.date ? null : dateText(gift.giftDate, language)],
    [offerings('nonCash'), gift.nonCashDescription],
    [offerings('benefit'), gift.benefitAmount === null ? null : amountText(gift.benefitAmount)],
    [offerings('source'), gift.source === 'Personal' ? null : offerings(`source${gift.source}`)],
    [offerings('companyName'), gift.companyName],
    [offerings('note'), gift.note],
    [
      t('offering'),
      offeringDate !== undefined && (
        <Link href={`/offerings/${gift.sessionId}`}>{dateText(offeringDate, language)}</Link>
      ),
    ],
    [offerings('enteredBy'), gift.enteredByName],
  ];
  return (
    <section className="sheet" aria-label={t('facts')}>
      <dl className="card-facts">
        {facts
          .filter(([, value]) => value !== null && value !== false)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function Reversals({ reversals }: { reversals: readonly Giving[] }) {
  const { t } = useTranslation('offerings');
  if (reversals.length === 0) return null;
  return (
    <Notice tone="warn">
      <ul className="plain-list">
        {reversals.map(({ id, date, amount, reversalKind, note }) => (
          <li key={id}>
            <Link href={`/giving/gifts/${id}`}>{dateText(date, currentLanguage())}</Link>{' '}
            {t(`kind${reversalKind ?? 'Correction'}`)}, {amountText(amount)}: {note}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
