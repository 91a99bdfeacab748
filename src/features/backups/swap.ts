/** Puts what was restored in the place of what was there: one rename after another, by a list that outlives a crash. */
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { type DataPaths, RESTORING } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { syncFolder } from './writing.ts';

const UNEXPECTED = 1;

const Move = z.strictObject({
  /** What is to come, or null for what only has to go. */
  staged: z.string().nullable(),
  place: z.string(),
  kept: z.string(),
});
type Move = z.output<typeof Move>;

const Plan = z.strictObject({
  file: z.string(),
  staging: z.array(z.string()),
  before: z.string(),
  moves: z.array(Move),
});
export type Plan = z.output<typeof Plan>;

/** Where things are staged, and where what they replace goes. */
export type Stage = { staging: string; receipts: string; before: string };

/** The receipts may lie on another disk, behind a link: then theirs are staged and kept there, beside them. */
export function stageFor(paths: DataPaths, stamp: string): Stage {
  const dataDir = path.dirname(paths.database);
  const staging = path.join(dataDir, `restoring-${stamp}`);
  const real = existsSync(paths.receipts) ? realpathSync(paths.receipts) : paths.receipts;
  const isLinked = path.dirname(real) !== realpathSync(dataDir);
  const receipts = isLinked ? `${real}.restoring-${stamp}` : path.join(staging, 'receipts');
  return { staging, receipts, before: path.join(paths.backups, `before-restore-${stamp}`) };
}

/** What is to be moved, the receipts first: a disk that refuses does so before anything has changed. */
export function planMoves(paths: DataPaths, stage: Stage, file: string): Plan {
  const { staging, receipts, before } = stage;
  const isLinked = path.dirname(receipts) !== staging;
  const place = isLinked ? realpathSync(paths.receipts) : paths.receipts;
  const kept = isLinked ? `${place}.${path.basename(before)}` : path.join(before, 'receipts');
  const moves: Move[] = [{ staged: receipts, place, kept }];
  const move = (from: string, isNew: boolean) => {
    const name = path.basename(from);
    moves.push({ staged: isNew ? path.join(staging, name) : null, place: from, kept: path.join(before, name) });
  };
  // A log of the old database beside the new one would be taken for its own.
  for (const end of ['-wal', '-shm']) move(`${paths.database}${end}`, false);
  move(paths.database, true);
  if (existsSync(path.join(staging, path.basename(paths.secrets)))) move(paths.secrets, true);
  return { file, staging: isLinked ? [staging, receipts] : [staging], before, moves };
}

const planFile = (dataDir: string) => path.join(dataDir, RESTORING);

/** Carries the plan out. A crash leaves the plan behind, and `finishSwap` goes on from wherever it was. */
export async function swap(dataDir: string, plan: Plan): Promise<void> {
  await writePlan(dataDir, plan);
  try {
    await moveAll(plan);
  } catch (error) {
    // As long as the first has not left its place, nothing has changed.
    if (!existsSync(plan.moves[0]?.kept ?? '')) await rm(planFile(dataDir), { force: true });
    throw error;
  }
  await conclude(dataDir, plan);
}

/** Goes on with a restore that was cut off while it moved; returns its plan, or undefined when there is none. */
export async function finishSwap(dataDir: string): Promise<Plan | undefined> {
  const plan = await readPlan(dataDir);
  if (!plan) return undefined;
  await moveAll(plan);
  await conclude(dataDir, plan);
  return plan;
}

async function moveAll({ moves, before }: Plan): Promise<void> {
  await mkdir(before, { recursive: true, mode: 0o700 });
  for (const { staged, place, kept } of moves) {
    // What is no longer staged is in its place already, and what is there then is not the old one.
    const isDone = staged !== null && !existsSync(staged);
    if (isDone) continue;
    if (existsSync(place)) await rename(place, kept);
    if (staged !== null) await rename(staged, place);
    await syncFolder(path.dirname(place));
  }
  await syncFolder(before);
}

async function conclude(dataDir: string, { staging }: Plan): Promise<void> {
  await rm(planFile(dataDir), { force: true });
  await syncFolder(dataDir);
  for (const folder of staging) await rm(folder, { recursive: true, force: true });
}

async function writePlan(dataDir: string, plan: Plan): Promise<void> {
  const draft = `${planFile(dataDir)}.new`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(JSON.stringify(plan, null, 2));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, planFile(dataDir));
  await syncFolder(dataDir);
}

async function readPlan(dataDir: string): Promise<Plan | undefined> {
  const file = planFile(dataDir);
  if (!existsSync(file)) return undefined;
  const result = Plan.safeParse(parseJson(await readFile(file, 'utf8')));
  if (result.success) return result.data;
  const message = `${file} is damaged. What was replaced is in backups/, in the newest folder before-restore-…; ask for help.`;
  throw new SetupError(message, UNEXPECTED);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
