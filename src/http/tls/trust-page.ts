/** The page on which a device gets the certificate of the authority, and reads how to trust it. */
import { createHash } from 'node:crypto';
import { TRUST_WORDS, type TrustLanguage, type TrustWords } from './trust-words.ts';

/**
 * What the page says: the name of the authority, and the address of the service. It does not say the fingerprint.
 * Somebody in the network who replaces the certificate could pass on a page with the genuine one.
 */
export type TrustFacts = { name: string; url: string };

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2430; --paper: #fff; --line: #cdd3dd; --accent: #1f5fae; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebf1; --paper: #14181f; --line: #414b5c; --accent: #8fbcf5; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 40rem; padding: 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, 'Noto Sans TC', sans-serif; }
h1 { font-size: 1.4rem; line-height: 1.25; margin: 0.5rem 0; }
nav { text-align: end; }
a { color: var(--accent); }
nav a { display: inline-block; }
nav a, summary { padding: 0.6rem 0; min-height: 2.75rem; }
.button { display: block; margin: 1rem 0; padding: 0.75rem 1rem; border-radius: 0.4rem; text-align: center;
  background: var(--accent); color: var(--paper); font-weight: 600; text-decoration: none; }
details { border-top: 1px solid var(--line); }
summary { font-weight: 600; cursor: pointer; }
li { margin-bottom: 0.5rem; }
.last { border-top: 1px solid var(--line); padding-top: 1rem; }
`;

/** The only style that the page may use, as its Content-Security-Policy names it. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** Returns the page. The steps for the device that asks, as its browser names itself, are open. */
export function trustPage(facts: TrustFacts, language: TrustLanguage, userAgent: string): string {
  const words = TRUST_WORDS[language];
  const own = deviceOf(userAgent);
  const other = language === 'en' ? 'zh-TW' : 'en';
  return `<!doctype html>
<html lang="${language === 'en' ? 'en' : 'zh-Hant-TW'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.title}</title>
<style>${STYLE}</style>
</head>
<body>
<nav><a href="/?lang=${other}" lang="${other}">${words.other}</a></nav>
<main>
<h1>${words.title}</h1>
<p>${words.why}</p>
<a class="button" href="/ca.crt" download="vestry-ca.crt">${words.download}</a>
<p>${escape(words.name(facts.name))} ${words.limits}</p>
<p>${words.compare}</p>
<p>${words.warning}</p>
<p>${words.install}</p>
${Object.entries(words.devices)
  .map(([kind, device]) => steps(device, kind === own))
  .join('\n')}
<p class="last">${words.last}</p>
<a class="button" href="${escape(facts.url)}">${words.open}</a>
</main>
</body>
</html>
`;
}

type Kind = keyof TrustWords['devices'];

function steps({ name, steps: list }: TrustWords['devices'][Kind], isOpen: boolean): string {
  const items = list.map((step) => `<li>${escape(step)}</li>`).join('');
  return `<details${isOpen ? ' open' : ''}><summary>${name}</summary><ol>${items}</ol></details>`;
}

function deviceOf(userAgent: string): Kind {
  if (/iPhone|iPad/.test(userAgent)) return 'apple';
  if (userAgent.includes('Android')) return 'android';
  if (userAgent.includes('Firefox/')) return 'firefox';
  if (userAgent.includes('Windows')) return 'windows';
  return userAgent.includes('Macintosh') ? 'mac' : 'firefox';
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
