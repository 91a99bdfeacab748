import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dateInZone } from '../../src/lib/date.ts';
import { readXlsx } from '../../src/lib/xlsx.ts';
import { importPlace } from '../support/place.ts';

type Entry = { id: number; at: string; action: string; entityType: string; changes: Record<string, unknown> };

const { file, run, remove } = importPlace();
let listed: Entry[];
beforeAll(async () => {
  await run(['seed']);
  await run(['member', 'create', '--first-name', '=1+1', '--last-name', 'Lin', '--notes', 'A "quoted"\nnote, 林']);
  const { stdout } = await run(['audit', 'list', '--page-size', '200', '--json']);
  listed = (JSON.parse(stdout) as { items: Entry[] }).items.toReversed();
});
afterAll(remove);

describe('vestry export audit', () => {
  test('writes the same JSON as the API, but with the oldest entry first', async () => {
    const { stdout } = await run(['export', 'audit', '--json']);
    expect(JSON.parse(stdout)).toEqual(listed);
    expect(listed.at(-1)).toMatchObject({ action: 'MemberCreated', changes: { firstName: [null, '=1+1'] } });
  });

  test('writes the changes of each entry as JSON into one cell, in a CSV file and in a workbook', async () => {
    const csv = parse((await run(['export', 'audit'])).stdout, { bom: true });
    expect(csv[0]).toEqual([
      'id',
      'at',
      'action',
      'actorId',
      'actorName',
      'entityType',
      'entityId',
      'changes',
      'ipAddress',
      'requestId',
    ]);
    expect(csv.slice(1).map((cells) => JSON.parse(cells[7] ?? ''))).toEqual(listed.map(({ changes }) => changes));
    const said = await run(['export', 'audit', '--output', file('audit.xlsx')]);
    expect(said.stderr).toBe(`${listed.length} entries written to ${file('audit.xlsx')}\n`);
    const rows = await readXlsx(readFileSync(file('audit.xlsx')));
    expect(rows?.map(({ cells }) => cells.slice(0, 8))).toEqual(csv.map((cells) => cells.slice(0, 8)));
  });

  test('writes only the entries of the days in the range', async () => {
    const { timeZone } = JSON.parse((await run(['profile', 'show', '--json'])).stdout) as { timeZone: string };
    const dayOf = (instant: string) => dateInZone(new Date(instant), timeZone);
    const day = dayOf(listed.at(-1)?.at ?? '');
    const ids = async (...flags: string[]) =>
      (JSON.parse((await run(['export', 'audit', '--json', ...flags])).stdout) as Entry[]).map(({ id }) => id);
    const ofDay = listed.filter(({ at }) => dayOf(at) === day).map(({ id }) => id);
    expect(await ids('--from', day, '--to', day)).toEqual(ofDay);
    expect(await ids('--from', '2000-01-01', '--to', '2000-12-31')).toEqual([]);
    const reversed = await run(['export', 'audit', '--from', '2026-01-05', '--to', '2026-01-04']);
    expect([reversed.exitCode, reversed.stderr]).toEqual([2, expect.stringContaining('--to must not be before')]);
  });
});
