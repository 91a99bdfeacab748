import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Answer } from '../kit/answer.tsx';
import { useMe } from '../session/session.ts';
import { hasRoom } from '../shell/rooms.ts';
import { useCheckTexts } from './check-texts.ts';
import { runningCheck, sorted, type Way, wayOf, wayOfItem } from './checks.ts';
import { type Check, type Checklist, checklistQuery } from './queries.ts';

/** The checklist of a month: what is open, what to look at, and what is in order. */
export function ChecklistPart({ month }: { month: string }) {
  const { t } = useTranslation('month-end');
  return (
    <section className="sheet month-checklist no-print" aria-labelledby="month-checklist">
      <h2 id="month-checklist">{t('checklist')}</h2>
      <Answer query={useQuery(checklistQuery(month))}>{(list) => <Checks list={list} month={month} />}</Answer>
    </section>
  );
}

function Checks({ list, month }: { list: Checklist; month: string }) {
  const { t } = useTranslation('month-end');
  const texts = useCheckTexts();
  const { open, look, done } = sorted(list);
  const running = runningCheck(list);
  return (
    <>
      {running && <p>{texts.sentence(running)}</p>}
      {open.length === 0 && <p>{t('nothingOpen')}</p>}
      {open.length > 0 && <CheckList title={t('toSettle')} checks={open} month={month} />}
      {look.length > 0 && <CheckList title={t('toLookAt')} checks={look} month={month} />}
      {done.length > 0 && (
        <details>
          <summary>{t('inOrder', { count: done.length })}</summary>
          <CheckList checks={done} month={month} />
        </details>
      )}
    </>
  );
}

type Props = { title?: string; checks: readonly Check[]; month: string };

/** A list of checks, each with links to the places where it is settled. */
export function CheckList({ title, checks, month }: Props) {
  const texts = useCheckTexts();
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      <ul className="month-checks">
        {checks.map((check) => (
          <li key={check.code} className={`month-check month-check-${check.state}`}>
            <Linked way={check.items.some(({ id }) => id !== null) ? undefined : wayOf(check, month)}>
              {texts.sentence(check)}
            </Linked>
            {texts.hasItems(check) && (
              <ul>
                {check.items.map((item, place) => (
                  <li key={place}>
                    <Linked way={wayOfItem(item, month) ?? wayOf(check, month)}>{texts.item(item, check)}</Linked>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A text that is a link if the person may go there. */
function Linked({ way, children }: { way: Way | undefined; children: ReactNode }) {
  const me = useMe();
  const mayGo = way && hasRoom(me, way.room) && (!way.needs || me.permissions.includes(way.needs));
  return mayGo ? <Link href={way.href}>{children}</Link> : children;
}
