/** What the account says to people on LINE, in their language. */
import { type App, now } from '../../../app.ts';
import { dateInZone } from '../../../lib/date.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readTexts } from '../../../package.ts';
import { fullName } from '../../people/members/rules.ts';
import { getChurch, getLetterhead } from '../../church/profile/service.ts';
import type { Before } from './bindings.ts';
import type { CodeHolder } from './codes.ts';

/** What may have to be said: `templates/LOCALE/line.json`. */
export type Said = 'bound' | 'connected' | Exclude<Before, 'nothing'> | 'invalid' | 'tooMany' | 'greeting';
type Texts = Record<Said | 'handout' | 'group' | 'room', string>;

const textsIn = (locale: Locale) => readTexts(locale, 'line') as Texts;

type Person = { language: string | null | undefined; member?: CodeHolder | undefined };

/** A sentence in the language of the account, else in that of the member's name, else in that of the church's letters. */
export async function say(app: App, what: Said, { language, member }: Person): Promise<string> {
  const church = await getLetterhead(app);
  const ofName: Locale | undefined = member?.chineseName ? 'zh-TW' : undefined;
  const locale = localeOf(language) ?? ofName ?? church.locale;
  const name = member && ((locale === 'zh-TW' && member.chineseName) || fullName(member));
  return fill(textsIn(locale)[what], { church: church.name, name: name ?? '' });
}

/** Of the languages there are, the one for a language of LINE's; undefined when LINE does not say. */
function localeOf(language: string | null | undefined): Locale | undefined {
  if (language == null) return undefined;
  return /^zh\b/i.test(language) ? 'zh-TW' : 'en-US';
}

/** What a group is called as long as nobody has given it a name: by the day on which it came to be known. */
export async function nameOfGroup(app: App, isRoom: boolean): Promise<string> {
  const [{ locale }, { timeZone }] = [await getLetterhead(app), await getChurch(app)];
  const date = dateInZone(new Date(now(app)), timeZone);
  return fill(textsIn(locale)[isRoom ? 'room' : 'group'], { date });
}

/** What to hand to a member with a code, in both languages. */
export async function handouts(app: App, code: string, expiresAt: string): Promise<string[]> {
  const [{ name }, { timeZone }] = [await getLetterhead(app), await getChurch(app)];
  const expires = new Date(expiresAt).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return (['en-US', 'zh-TW'] as const).map((locale) => fill(textsIn(locale).handout, { church: name, code, expires }));
}
