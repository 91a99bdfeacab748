/** Describes the list of what happened in a month, for the terminal and for the PDF. */
import type { App } from '../../../app.ts';
import { eventSentence } from '../../../lib/event-words.ts';
import { type Month, monthRange, timeInZone } from '../../../lib/date.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readTexts } from '../../../package.ts';
import { getChurch, getLetterhead } from '../../church/profile/service.ts';
import type { Report, ReportRow } from '../formats/report.ts';
import { monthEvents } from './service.ts';

/** The texts of a language, from `templates/LOCALE/month-events.json`. */
type Texts = Record<
  'title' | 'period' | 'date' | 'what' | 'by' | 'amount' | 'nothing' | 'looked' | 'new' | 'open',
  string
>;

/** Returns what happened in a month as a report. If `locale` is undefined, it is in the church's language. */
export async function describeEvents(app: App, month: Month, locale?: Locale): Promise<Report> {
  const { locale: own, ...church } = await getLetterhead(app);
  const { timeZone } = await getChurch(app);
  const language = locale ?? own;
  const texts = readTexts(language, 'month-events') as Texts;
  const { items, looked, isLooked, newItems } = await monthEvents(app, month);
  const dayOf = (instant: string) => timeInZone(instant, timeZone).slice(0, 10);
  const note = looked
    ? fill(isLooked ? texts.looked : texts.new, { by: looked.by, date: dayOf(looked.at), count: newItems })
    : texts.open;
  return {
    locale: language,
    title: texts.title,
    church,
    about: [fill(texts.period, monthRange(month))],
    columns: [
      { title: texts.what, kind: 'text' },
      { title: texts.date, kind: 'date' },
      { title: texts.by, kind: 'text' },
      { title: texts.amount, kind: 'amount' },
    ],
    rows: items.map((event): ReportRow => {
      const sentence = eventSentence(event, language === 'zh-TW' ? 'zh' : 'en');
      return { kind: 'line', values: [sentence, dayOf(event.at), event.by, event.amount] };
    }),
    notes: items.length === 0 ? [texts.nothing] : [note],
  };
}
