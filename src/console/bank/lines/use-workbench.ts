/** The state of the work on the shown lines: the active line, its highlighted suggestion, the marks and the task. */
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moneyText } from '../../kit/money.ts';
import { useCan } from '../../session/session.ts';
import { announce } from '../../shell/status.ts';
import { type Line, match, setAside, type Settled, type Suggestion } from './queries.ts';
import { useMatchAll } from './use-match-all.ts';
import type { Work } from './use-work.ts';
import { type Action, actionOf, canMake, isRepeatable, movedTo, nextAfter, sumOf, type Task } from './work.ts';
import { useDocumentName } from '../use-document-name.ts';

export type Bench = ReturnType<typeof useWorkbench>;

export function useWorkbench(accountId: number, lines: readonly Line[], work: Work) {
  const { t } = useTranslation('bank');
  const nameOf = useDocumentName();
  const mayManage = useCan('statements.manage');
  const [activeId, setActiveId] = useState<number>();
  const [choice, setChoice] = useState(0);
  const [task, setTask] = useState<Task>();
  const [marked, setMarked] = useState<ReadonlyMap<number, Line>>(new Map());
  /** Counts how often the list should take the focus. */
  const [focusCount, setFocusCount] = useState(0);
  const active = lines.find(({ id }) => id === activeId) ?? lines[0];
  const isOpen = active?.status === 'Open';
  const chosen = Math.min(choice, Math.max(0, (active?.suggestions.length ?? 0) - 1));

  const activate = (line: Line | undefined) => {
    if (!line || line.id === active?.id) return;
    setActiveId(line.id);
    setChoice(0);
    work.forgetFault();
    if (task !== 'match') setTask(undefined);
  };
  const focusList = () => setFocusCount((count) => count + 1);
  const leave = () => {
    setTask(undefined);
    setMarked(new Map());
    work.forgetFault();
    focusList();
  };
  const goOn = (settled: Settled) => {
    setActiveId(nextAfter(lines, settled.lines, active?.id)?.id);
    setChoice(0);
    setTask(undefined);
    setMarked(new Map());
    focusList();
  };
  /** Carries out a decision about lines, and goes on with the next open line. */
  const settle = (act: Parameters<Work['run']>[0], said: string) => work.run(act, said, goOn);
  const all = useMatchAll({ accountId, lines, work, goOn, focusList });
  const accept = (suggestion: Suggestion | undefined) => {
    if (!suggestion) return;
    const { documents } = suggestion;
    const name = documents.map(nameOf).join(', ');
    void settle(() => match(accountId, suggestion), t('matched', { line: active?.description ?? '', name }));
  };
  const setMark = (line: Line, isMarked: boolean) => {
    const next = new Map(marked);
    if (isMarked) next.set(line.id, line);
    else next.delete(line.id);
    setMarked(next);
    announce(t('markedCount', { count: next.size, sum: moneyText(sumOf([...next.values()])) }));
  };
  const aside = () => {
    const all = marked.size > 0 ? [...marked.values()] : active ? [active] : [];
    const ids = all.map(({ id }) => id);
    void settle(() => setAside(accountId, ids), t('setAside', { count: ids.length }));
  };
  const begin = (next: Task) => {
    if (!active || !canMake(next, active)) return;
    work.forgetFault();
    if (next === 'match' && marked.size === 0) setMarked(new Map([[active.id, active]]));
    setTask(next);
  };
  // The undo of the status line is outside the list, so the line that is open again takes the focus from there, too.
  const { reopened, forgetReopened } = work;
  useEffect(() => {
    if (!reopened) return;
    setActiveId(reopened.lineId);
    setFocusCount((count) => count + 1);
    forgetReopened();
  }, [reopened, forgetReopened]);
  const choose = (by: number) => {
    const count = active?.suggestions.length ?? 0;
    if (!active || count === 0) return;
    const next = (chosen + by + count) % count;
    setChoice(next);
    const name = active.suggestions[next]?.documents.map(nameOf).join(', ') ?? '';
    announce(t('suggestionNumber', { number: next + 1, count, name }));
  };
  const carryOut = (action: Action) => {
    if (action.act === 'move') return activate(movedTo(lines, active?.id, action.by));
    if (action.act === 'first') return activate(lines[0]);
    if (action.act === 'last') return activate(lines.at(-1));
    if (action.act === 'choose') return choose(action.by);
    if (!mayManage) return;
    if (action.act === 'undo') return void work.undo();
    if (action.act === 'leave') return leave();
    if (action.act === 'all') return all.ask();
    if (!active || !isOpen) return;
    if (action.act === 'mark') return setMark(active, !marked.has(active.id));
    if (action.act === 'aside') return aside();
    if (action.act === 'task') return begin(action.task);
    const suggestion = active.suggestions[chosen];
    if (suggestion && task === undefined) accept(suggestion);
    else begin('match');
  };
  return {
    active,
    isOpen,
    chosen,
    task,
    marked,
    mayManage,
    all,
    focusCount,
    activate,
    accept,
    aside,
    begin,
    leave,
    settle,
    setMark,
    onKeyDown: (event: KeyboardEvent) => {
      const action = actionOf(event);
      if (!action) return;
      event.preventDefault();
      if (!event.repeat || isRepeatable(action)) carryOut(action);
    },
  };
}
