/** The form behind an invitation's link, for as long as no web app takes its address over. */
import { Page } from '../../http/route.ts';
import { Locale } from '../../lib/wire.ts';
import { readPage, readTexts } from '../../package.ts';

let page: Page | undefined;

/** The page, with its texts in every language; put together once. */
export function invitationPage(): Page {
  if (page) return page;
  const texts = Object.fromEntries(Locale.options.map((locale) => [locale, readTexts(locale, 'accept-invitation')]));
  // A text must not end the element that it stands in.
  const json = JSON.stringify(texts).replaceAll('<', '\\u003c');
  page = new Page(readPage('accept-invitation.html').replace('TEXTS', () => json));
  return page;
}
