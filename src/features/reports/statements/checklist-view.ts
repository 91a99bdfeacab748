/** The checklist of a month as text for the terminal, in English or Traditional Chinese. */
import type { Check, CheckItem } from '../../../books/checklist.ts';
import type { Language } from '../../../cli/kit/language.ts';
import { bold, pairTable, state } from '../../../cli/kit/print.ts';
import { CHECKLIST_WORDS, itemWordOf, listsItems, wordOf } from '../../../lib/checklist-words.ts';
import { formatMonth, monthOf } from '../../../lib/date.ts';
import { formatMoney, type Minor } from '../../../lib/money.ts';
import { fillPlain } from '../../../lib/plain-fill.ts';
import type { Checklist } from './schema.ts';

const HEADS = {
  en: { title: (month: string) => `Before finalizing ${month}`, done: 'ok', look: 'look', open: 'OPEN' },
  'zh-TW': { title: (month: string) => `${month} 關帳前的檢查`, done: '完成', look: '留意', open: '待處理' },
} as const;

/** Returns the checklist of a month as a table for the terminal. */
export function printChecklist({ checks, ...month }: Checklist, language: Language): string {
  const head = HEADS[language];
  const sentence = language === 'en' ? ({ message }: Check) => message : inChinese;
  const rows = checks.map((check) => [state(head[check.state]), sentence(check)] as const);
  return `${bold(head.title(formatMonth(month)))}\n\n${pairTable('', rows, { lines: Infinity })}`;
}

const WORDS: Readonly<Record<string, string>> = CHECKLIST_WORDS;

/** Returns the sentence of a check with its items. A check without Chinese words keeps its English message. */
function inChinese(check: Check): string {
  const key = `check_${wordOf(check)}`;
  const words = WORDS[key] ?? WORDS[`${key}_other`];
  if (words === undefined) return check.message;
  const { count, amount, items, code } = check;
  const [first] = items;
  const sentence = fillPlain(words, {
    count: String(count ?? ''),
    amount: money(amount),
    date: first?.date ?? '',
    carried: money(first?.amount ?? null),
  });
  return listsItems(check) ? `${sentence}${listed(items.map((item) => itemText(item, code)))}` : sentence;
}

const SHOWN = 5;

function listed(texts: readonly string[]): string {
  const rest = texts.length - SHOWN;
  return [...texts.slice(0, SHOWN), ...(rest > 0 ? [`另有 ${rest} 項`] : [])].join('、');
}

const money = (amount: Minor | null) => (amount === null ? '' : formatMoney(amount));

function itemText(item: CheckItem, code: string): string {
  const { type, id, date, amount, amountBefore, name } = item;
  if (type === 'MonthlyStatement') return formatMonth(monthOf(date ?? ''));
  if (type === null) return date ?? '';
  const values = { id: String(id ?? ''), date: date ?? '', name: name ?? '', amount: money(amount) };
  const before = amountBefore === null ? (WORDS['item_NoAmount'] ?? '') : money(amountBefore);
  const text = fillPlain(WORDS[`item_${itemWordOf({ code }, item)}`] ?? '', { ...values, before });
  if (code === 'reopened') return text;
  const command = code === 'reconciliation' ? `（vestry bank reconcile ${id}）` : '';
  return [`${text}${command}`, money(amount)].filter(Boolean).join(' ');
}
