import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDir } from '../support/daemon.ts';
import { AT_ONCE, firstHour } from '../support/first-hour.ts';
import { install, type Installed, pack } from '../support/package.ts';
import { hasTerminal } from '../support/terminal.ts';

const { dir, remove } = temporaryDir();
let installed: Installed;

beforeAll(async () => {
  const { file } = await pack(dir);
  installed = await install(file, dir);
});
afterAll(remove);

describe.runIf(hasTerminal)('the first hour of a church', () => {
  test('leads from the installed package to the first offering, with the commands that Vestry names', async () => {
    const { steps, date } = await firstHour(installed, AT_ONCE);
    expect(steps).toHaveLength(5);
    const { stdout } = await installed.vestry(['session', 'show', date, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'Submitted',
      totals: { totalAmount: 205.5 },
      countedBy: ['Ann Lee', 'Bo Chen'],
      givings: [
        { memberName: 'Mei Lin', amount: 50, method: 'Check', checkNumber: '101' },
        { memberName: null, amount: 155.5, method: 'Cash' },
      ],
    });
  });
});
