/**
 * Moves restored files to the place of the old ones, one rename after another. Before the first move, all moves are
 * written to `restoring.json`. While that file exists, no other command and no service opens the data directory, and
 * `vestry backup restore --finish` can continue from any point.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { type DataPaths, RESTORING } from '../../../data-dir.ts';
import { AppError, SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { parseJson } from '../../../lib/parse-json.ts';
import { STAGED } from './leftovers.ts';
import { ENTRIES } from './rules.ts';
import { syncFolder } from './archive-writer.ts';

const Move = z.strictObject({
  /** The path of the new file or folder, or null if the old one has no replacement. */
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

/** The staging folders, and the name of the folder for the replaced files. */
export type Stage = { staging: string; receipts: string; beforeName: string };

/**
 * Returns the staging folders. If the folder of receipts is a link to another disk, the new receipts are staged on that
 * disk.
 */
export function stageFor(paths: DataPaths, stamp: string): Stage {
  const dataDir = path.dirname(paths.database);
  const staging = path.join(dataDir, `${STAGED}${stamp}`);
  const real = existsSync(paths.receipts) ? realpathSync(paths.receipts) : paths.receipts;
  const isLinked = path.dirname(real) !== realpathSync(dataDir);
  const receipts = isLinked ? `${real}.${STAGED}${stamp}` : path.join(staging, 'receipts');
  return { staging, receipts, beforeName: `before-restore-${stamp}` };
}

/**
 * Creates the folder for the replaced files, and returns its path. It is among the backups, or beside the database if
 * the backups are on another disk.
 */
export function makeBefore({ database, backups }: DataPaths, { staging, beforeName }: Stage): string {
  const made = path.join(staging, beforeName);
  mkdirSync(made, { mode: 0o700 });
  const [wanted, beside] = [backups, path.dirname(database)].map((folder) => path.join(folder, beforeName));
  try {
    mkdirSync(backups, { recursive: true, mode: 0o700 });
    // If this folder can be moved to the backups, both are on the same disk, so the books can be moved there, too.
    renameSync(made, wanted ?? made);
    return wanted ?? made;
  } catch {
    renameSync(made, beside ?? made);
    return beside ?? made;
  }
}

/**
 * Returns all moves. The receipts come first, because they may be on a disk of their own: if that disk fails, nothing
 * has changed yet.
 */
export function planMoves(
  paths: DataPaths,
  stage: Stage,
  { file, before, takesSettings }: Pick<Plan, 'file' | 'before'> & { takesSettings: boolean },
): Plan {
  const { staging, receipts } = stage;
  const isLinked = path.dirname(receipts) !== staging;
  const place = isLinked ? realpathSync(paths.receipts) : paths.receipts;
  const kept = isLinked ? `${place}.${path.basename(before)}` : path.join(before, 'receipts');
  const moves: Move[] = [{ staged: receipts, place, kept }];
  const move = (from: string, isNew: boolean) => {
    const name = path.basename(from);
    moves.push({ staged: isNew ? path.join(staging, name) : null, place: from, kept: path.join(before, name) });
  };
  // The write-ahead log of the old database must not stay: SQLite would apply it to the new database and damage it. The mark
  // of a damaged file belongs to the old database, too.
  for (const end of ['-wal', '-shm', '-damaged']) move(`${paths.database}${end}`, false);
  move(paths.database, true);
  if (existsSync(path.join(staging, path.basename(paths.secrets)))) move(paths.secrets, true);
  const config = configMove(path.dirname(paths.database), { staging, before, takesSettings });
  if (config) moves.push(config);
  return { file, staging: isLinked ? [staging, receipts] : [staging], before, moves };
}

/**
 * Returns the move for the settings in the backup. If they were chosen, they replace the settings of this computer.
 * Otherwise they are put beside the replaced files, unless they are the same as those of this computer.
 */
function configMove(
  dataDir: string,
  { staging, before, takesSettings }: { staging: string; before: string; takesSettings: boolean },
): Move | undefined {
  const [staged, own] = [staging, dataDir].map((folder) => path.join(folder, ENTRIES.config)) as [string, string];
  if (!existsSync(staged)) return undefined;
  if (takesSettings) return { staged, place: own, kept: path.join(before, ENTRIES.config) };
  const isSame = existsSync(own) && readFileSync(own).equals(readFileSync(staged));
  const beside = path.join(before, 'config.of-the-backup.json');
  return isSame ? undefined : { staged, place: beside, kept: beside };
}

const planFile = (dataDir: string) => path.join(dataDir, RESTORING);

/** Carries out the plan. After a crash, the file of the plan is still there, and `finishSwap` continues from it. */
export async function swap(dataDir: string, plan: Plan): Promise<void> {
  await writePlan(dataDir, plan);
  try {
    await moveAll(plan);
  } catch (error) {
    const hasChanged = hasBegun(plan);
    if (!hasChanged) {
      await rm(planFile(dataDir), { force: true });
      await rmdir(plan.before).catch(() => {});
    }
    throw inWords(error, hasChanged);
  }
  await conclude(dataDir, plan);
}

/** True if the first move has begun. Until then, nothing has changed. */
function hasBegun({ moves: [first] }: Plan): boolean {
  return first !== undefined && (existsSync(first.kept) || !existsSync(first.staged ?? ''));
}

function inWords(error: unknown, hasChanged: boolean): unknown {
  const { code, path: from, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  const what = `${from ?? 'A file'} cannot be moved (${code}).`;
  const isDisk = code === 'EBUSY' || code === 'EXDEV';
  const mend = isDisk
    ? 'A separate disk is mounted there. Mount that disk elsewhere, and replace this folder with a link to a folder on the disk.'
    : 'Correct the cause.';
  const next = hasChanged
    ? 'Then continue with: vestry backup restore --finish'
    : 'Then try again. Nothing was changed.';
  return new AppError('unavailable', `${what} ${mend} ${next}`, { cause: error });
}

/** Finishes a restore that was cut off while it moved files. Returns its plan, or undefined if there is none. */
export async function finishSwap(dataDir: string): Promise<Plan | undefined> {
  const plan = await readPlan(dataDir);
  if (!plan) return undefined;
  await moveAll(plan).catch((error: unknown) => {
    throw inWords(error, true);
  });
  await conclude(dataDir, plan);
  return plan;
}

async function moveAll({ moves, before }: Plan): Promise<void> {
  await mkdir(before, { recursive: true, mode: 0o700 });
  for (const { staged, place, kept } of moves) {
    // If the new item is no longer staged, it was already moved, so the item in its place is not the old one.
    const isDone = staged !== null && !existsSync(staged);
    if (isDone) continue;
    if (existsSync(place)) await rename(place, kept);
    if (staged !== null) await rename(staged, place);
    await syncFolder(path.dirname(place));
  }
  await syncFolder(before);
}

/**
 * Removes the plan, after which the restored books can be used. What remains afterwards does no harm: a plan that comes
 * back after a power cut has nothing left to do, and the next restore removes old staging folders.
 */
async function conclude(dataDir: string, { file, staging }: Plan): Promise<void> {
  await rm(planFile(dataDir), { force: true }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    const message =
      `${file} is restored, but ${planFile(dataDir)} cannot be removed (${code}), and Vestry cannot be used until it is. ` +
      'Correct the cause, and then: vestry backup restore --finish';
    throw new AppError('unavailable', message, { cause: error });
  });
  await syncFolder(dataDir).catch(() => {});
  for (const folder of staging) await rm(folder, { recursive: true, force: true }).catch(() => {});
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
  const message = `${file} is damaged. The replaced books are in backups/, in the newest folder before-restore-…. Ask for help.`;
  throw new SetupError(message, EXIT.unexpected);
}
