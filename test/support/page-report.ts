/** What each page of a test in the browser shows, and which requests it sent last. */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';

/** How many of the last requests are printed. */
const LAST = 15;

type Sent = { request: Request; at: number; answer: string };

/** The pages of the current test, and those of its file, which stay open. */
const pages = new Map<Page, Sent[]>();
let began = Date.now();

/** Keeps a list of what each page in this browser sends. */
export function watch(browser: Browser): Browser {
  browser.on('context', (context: BrowserContext) => void context.on('page', watchPage));
  return browser;
}

function watchPage(page: Page): void {
  const sent: Sent[] = [];
  pages.set(page, sent);
  const answered = (request: Request, answer: string) => {
    const one = sent.find((each) => each.request === request);
    if (one) one.answer = `${answer} after ${Date.now() - began - one.at} ms`;
  };
  page.on('request', (request) => {
    sent.push({ request, at: Date.now() - began, answer: 'no answer' });
    if (sent.length > LAST) sent.shift();
  });
  page.on('response', (response) => answered(response.request(), String(response.status())));
  page.on('requestfailed', (request) => answered(request, request.failure()?.errorText ?? 'failed'));
}

async function reportOf(page: Page, sent: readonly Sent[]): Promise<string> {
  const requests = sent.map(({ request, at, answer }) => `  ${at} ms ${request.method()} ${request.url()}: ${answer}`);
  const shown = await page
    .evaluate<string>('document.body.innerText')
    .catch(() => 'The page is closed, so its text is gone.');
  return [`Page ${page.url()}`, ...requests, shown].join('\n');
}

/** Begins the report of a test. */
export function beginReport(): void {
  began = Date.now();
  for (const page of pages.keys()) if (page.isClosed()) pages.delete(page);
}

/** Returns what all pages of the test showed and sent. */
export async function pageReport(): Promise<string> {
  const reports = await Promise.all(Array.from(pages, ([page, sent]) => reportOf(page, sent)));
  return reports.join('\n\n');
}
