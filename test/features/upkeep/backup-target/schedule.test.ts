import { expect, onTestFinished, test, vi } from 'vitest';
import { type Send, sendingSchedule } from '../../../../src/features/upkeep/backup-target/schedule.ts';
import { putBackupTarget } from '../../../../src/features/upkeep/backup-target/service.ts';
import { sendCopy } from '../../../../src/features/upkeep/backup-target/sending.ts';
import { record } from '../../../../src/features/audit/service.ts';
import { type App, inTransaction } from '../../../../src/app.ts';
import { choose, withTarget } from './support.ts';

const NEVER = new AbortController().signal;
const sent = (send: ReturnType<typeof vi.fn<Send>>) => send.mock.calls.map(([, holds]) => holds);
const submit = (app: App) =>
  inTransaction(app, (app) =>
    record(app, { action: 'OfferingSessionSubmitted', entityType: 'OfferingSession', entityId: 1 }),
  );

test('a new place gets the books and everything, each offering the books, each night everything', async () => {
  const { app } = await withTarget();
  const send = vi.fn<Send>((app, holds) => sendCopy(app, { holds, signal: NEVER }));
  const look = sendingSchedule(app, send);
  for (let looks = 0; looks < 3; looks += 1) await look();
  expect(sent(send)).toEqual(['Books', 'All']);
  // Two offerings are sent together, also by a service that started after them.
  await submit(app);
  await submit(app);
  const later = sendingSchedule(app, send);
  await later();
  await later();
  expect(sent(send)).toEqual(['Books', 'All', 'Books']);
  app.setNow('2026-11-19T18:00:00Z');
  await later();
  await later();
  expect(sent(send)).toEqual(['Books', 'All', 'Books', 'All']);
});

test('what is submitted while a copy is on its way is owed afterwards, and only one goes at a time', async () => {
  const { app } = await withTarget();
  let isRunning = false;
  const send = vi.fn<Send>(async (app, holds) => {
    expect(isRunning).toBe(false);
    isRunning = true;
    await Promise.all([sendCopy(app, { holds, signal: NEVER }), look()]);
    if (send.mock.calls.length === 1) await submit(app);
    isRunning = false;
  });
  const look = sendingSchedule(app, send);
  for (let looks = 0; looks < 4; looks += 1) await look();
  expect(sent(send)).toEqual(['Books', 'Books', 'All']);
});

test('after a failure the pauses grow by the monotonic clock, and a changed place is tried at once', async () => {
  const { app, folder } = await withTarget();
  const ticks = vi.spyOn(performance, 'now');
  onTestFinished(() => ticks.mockRestore());
  let minutes = 0;
  const send = vi.fn<Send>(async () => {
    throw new Error('the stick is not there');
  });
  const look = sendingSchedule(app, send);
  const after = async (more: number) => {
    ticks.mockReturnValue((minutes += more) * 60_000);
    await look();
    return send.mock.calls.length;
  };
  expect(await after(1)).toBe(1);
  expect(await after(0.9)).toBe(1);
  expect(await after(0.2)).toBe(2);
  expect(await after(1.9)).toBe(2);
  expect(await after(0.2)).toBe(3);
  app.setNow('2020-01-01T00:00:00Z');
  expect(await after(3.8)).toBe(3);
  await choose(app, folder);
  expect(await after(0)).toBe(4);
});

test('nothing is sent without a place, nor after what the church does not wish', async () => {
  const { app, folder } = await withTarget();
  const send = vi.fn<Send>((app, holds) => sendCopy(app, { holds, signal: NEVER }));
  const look = sendingSchedule(app, send);
  await choose(app, folder, { after: { submit: false, finalize: true, nightly: false } });
  await look();
  await submit(app);
  await look();
  expect(sent(send)).toEqual(['Books']);
  await putBackupTarget(app, { kind: null, place: null });
  await submit(app);
  await look();
  expect(send).toHaveBeenCalledOnce();
});
