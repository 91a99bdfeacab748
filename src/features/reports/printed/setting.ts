import type { App } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { Report } from '../formats/report.ts';
import { readTranslation } from './names.ts';
import { bookTexts, type Described, type Setting } from './texts.ts';

/** Returns a report with its church and its language. The default language is that of the church. */
export async function completed(
  app: App,
  language: Locale | undefined,
  describe: (setting: Setting) => Described | Promise<Described>,
): Promise<Report> {
  const { name, ein, currency, paper, locale: own } = await getLetterhead(app);
  const locale = language ?? own;
  const [church, texts] = [{ name, ein, currency, paper }, bookTexts(locale)];
  const described = await describe({ texts, say: await readTranslation(app, locale, texts) });
  return { locale, church, ...described };
}
