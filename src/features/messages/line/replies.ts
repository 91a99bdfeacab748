/** The replies of the church's account to people on LINE, in their language. */
import { fullName } from '../../../lib/person-name.ts';
import { type App, now } from '../../../app.ts';
import { dateInZone, timeInZone } from '../../../lib/date.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readTexts } from '../../../package.ts';
import { getChurch, getLetterhead } from '../../church/profile/service.ts';
import type { Before } from './bindings.ts';
import type { CodeHolder } from './codes.ts';

/** The replies in `templates/LOCALE/line.json`. */
export type Said = 'bound' | 'connected' | Exclude<Before, 'nothing'> | 'invalid' | 'tooMany' | 'greeting';
type Texts = Record<Said | 'handout' | 'group' | 'room', string>;

const textsIn = (locale: Locale) => readTexts(locale, 'line') as Texts;

type Person = { language: string | null | undefined; member?: CodeHolder | undefined };

/**
 * Returns a reply in the language of the LINE account. If LINE does not give the language, the reply is in Chinese for
 * a member with a Chinese name, and otherwise in the language of the church's letters.
 */
export async function say(app: App, what: Said, { language, member }: Person): Promise<string> {
  const church = await getLetterhead(app);
  const ofName: Locale | undefined = member?.chineseName ? 'zh-TW' : undefined;
  const locale = localeOf(language) ?? ofName ?? church.locale;
  const name = member && ((locale === 'zh-TW' && member.chineseName) || fullName(member));
  return fill(textsIn(locale)[what], { church: church.name, name: name ?? '' });
}

/** Returns the locale for a language that LINE gives, or undefined if LINE gives no language. */
function localeOf(language: string | null | undefined): Locale | undefined {
  if (language == null) return undefined;
  return /^zh\b/i.test(language) ? 'zh-TW' : 'en-US';
}

/** Returns the name for a new group whose name LINE does not give. It contains today's date. */
export async function nameOfGroup(app: App, isRoom: boolean): Promise<string> {
  const [{ locale }, { timeZone }] = [await getLetterhead(app), await getChurch(app)];
  const date = dateInZone(new Date(now(app)), timeZone);
  return fill(textsIn(locale)[isRoom ? 'room' : 'group'], { date });
}

/** The length of a date and time without the seconds. */
const TO_THE_MINUTE = 16;

/** Returns the instructions for a member who gets a code, in both languages. */
export async function handouts(app: App, code: string, expiresAt: string): Promise<string[]> {
  const [{ name }, { timeZone }] = [await getLetterhead(app), await getChurch(app)];
  const expires = timeInZone(expiresAt, timeZone).slice(0, TO_THE_MINUTE);
  return (['en-US', 'zh-TW'] as const).map((locale) => fill(textsIn(locale).handout, { church: name, code, expires }));
}
