import { Command } from 'commander';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bindCommand } from '../../../../src/features/messages/line/commands.ts';
import { findCode } from '../../../../src/features/messages/line/codes.ts';
import { church } from './support.ts';

async function run(dataDir: string, ...args: string[]): Promise<string> {
  const program = new Command('vestry').option('--data-dir <dir>').option('--json').exitOverride();
  const family = program.command('notify');
  bindCommand(family);
  let printed = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  onTestFinished(() => write.mockRestore());
  await program.parseAsync(['notify', ...args, '--data-dir', dataDir], { from: 'user' });
  return printed;
}

test('vestry notify bind prints a working code and the instructions for the member in both languages', async () => {
  const { app, addMember } = await church();
  const memberId = await addMember();
  const text = await run(app.config.dataDir, 'bind', String(memberId));
  const [, code = ''] = /^Code: (\w{8}) \(for one use, until \d{4}-.*Z\)$/m.exec(text) ?? [];
  expect(await findCode(app, [code])).toMatchObject({ memberId });
  expect(text.split('\n').filter((line) => line.endsWith(code))).toEqual([
    expect.stringMatching(/^Add the LINE account/),
    expect.stringMatching(/加為好友/),
  ]);
});

test('vestry notify bind prints the response of the API with --json', async () => {
  const { app, addMember } = await church();
  const text = await run(app.config.dataDir, 'bind', String(await addMember()), '--json');
  expect(JSON.parse(text)).toEqual({ code: expect.stringMatching(/^\w{8}$/), expiresAt: expect.any(String) });
});

test.each([
  ['999', 'not_found'],
  ['Mei', 'validation_failed'],
])('vestry notify bind refuses %s', async (id, code) => {
  const { app } = await church();
  await expect(run(app.config.dataDir, 'bind', id)).rejects.toMatchObject({ code });
});
