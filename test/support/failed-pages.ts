/** When a test in the browser fails, prints what its pages showed and sent. It runs before each file of these tests. */
import { beforeEach } from 'vitest';
import { beginReport, pageReport } from './page-report.ts';

beforeEach(({ onTestFailed }) => {
  beginReport();
  onTestFailed(async () => console.error(await pageReport()));
});
