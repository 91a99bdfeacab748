import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { currentLanguage } from '../../i18n/i18n.ts';
import { Button } from '../../kit/button.tsx';
import { dateText } from '../../kit/dates.ts';
import { minorOf, moneyText } from '../../kit/money.ts';
import { Notice } from '../../kit/notice.tsx';
import { BankText } from '../bank-text.tsx';
import type { Account } from '../queries.ts';
import { ByHand } from './by-hand.tsx';
import { MakeForm } from './make-form.tsx';
import type { Line } from './queries.ts';
import { SettledLine } from './settled-line.tsx';
import { Suggestions } from './suggestions.tsx';
import type { Work } from './use-work.ts';
import type { Bench } from './use-workbench.ts';
import { canMake, LETTERS, sumOf, type Task, TASKS } from './work.ts';

type Props = { account: Account; line: Line; lines: readonly Line[]; bench: Bench; work: Work };

/** What belongs to the active line: its suggestions, or the task that somebody began with it. */
export function LinePanel({ account, line, lines, bench, work }: Props) {
  const { t } = useTranslation('bank');
  const { task, marked } = bench;
  return (
    <section
      className="sheet bank-panel"
      aria-label={t('activeLine')}
      onKeyDown={(event) => {
        const isInList = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
        if (event.key === 'Escape' && !isInList) bench.leave();
      }}
    >
      <header>
        <h2>
          <BankText text={line.description} />
        </h2>
        <p>
          {dateText(line.date, currentLanguage(), 'withWeekday')}
          {line.checkNumber !== null && ` · ${t('checkNumber', { number: line.checkNumber })}`}
        </p>
        <p className="bank-amount">{moneyText(minorOf(line.amount))}</p>
      </header>
      {work.fault && <Notice tone="bad">{work.fault.sentence}</Notice>}
      {line.status !== 'Open' && <SettledLine key={line.id} account={account} line={line} bench={bench} />}
      {bench.isOpen && task === undefined && (
        <>
          {marked.size > 0 && (
            <Notice tone="plain">
              {t('markedNote', { count: marked.size, sum: moneyText(sumOf([...marked.values()])) })}
            </Notice>
          )}
          <Suggestions line={line} lines={lines} bench={bench} isBusy={work.isBusy} />
          {bench.mayManage && <Tasks line={line} bench={bench} />}
        </>
      )}
      {bench.isOpen && task === 'match' && <ByHand account={account} bench={bench} isBusy={work.isBusy} />}
      {bench.isOpen && task !== undefined && task !== 'match' && (
        <MakeForm key={`${line.id} ${task}`} account={account} line={line} task={task} bench={bench} work={work} />
      )}
    </section>
  );
}

/** The buttons for a line that no suggestion fits, each with its key. */
function Tasks({ line, bench }: { line: Line; bench: Bench }) {
  const { t } = useTranslation('bank');
  const button = (task: Task) => (
    <Button
      key={task}
      className="bank-key"
      data-key={LETTERS[task]}
      aria-keyshortcuts={LETTERS[task]}
      onClick={() => bench.begin(task)}
    >
      {t(`task_${task}`)}
    </Button>
  );
  const isMarked = bench.marked.has(line.id);
  return (
    <div className="screen-actions">
      {TASKS.filter((task) => canMake(task, line)).map(button)}
      <Button
        className="bank-key"
        data-key={LETTERS.aside}
        aria-keyshortcuts={LETTERS.aside}
        title={t('asideHelp')}
        onClick={bench.aside}
      >
        {t('aside')}
      </Button>
      <Button aria-pressed={isMarked} title={t('markHelp')} onClick={() => bench.setMark(line, !isMarked)}>
        {t('mark')}
      </Button>
      <Link className="button button-quiet" href={`/bank/${line.accountId}/rules?line=${line.id}`}>
        {t('makeRule')}
      </Link>
    </div>
  );
}
