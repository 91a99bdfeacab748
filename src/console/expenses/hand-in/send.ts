/**
 * Sends an expense with its receipts. Each step is recorded before the next one begins, so after a lost connection the
 * expense continues where it stopped, and nothing is sent twice.
 */
import type { NewExpense, Receipt, Versioned } from '../queries.ts';

/** A receipt that was chosen here. It has its checksum once it was sent. */
export type ChosenFile = { id: string; file: File; sha256?: string };

/** How far the sending of an expense has come. */
export type Progress = {
  /** The Idempotency-Key of the new expense. */
  key: string;
  /** The body that was sent with this key. It does not change until the service has answered. */
  frozen: NewExpense | null;
  /** The expense, once the service has it, and the body that it has there. */
  saved: { id: number; etag: string; body: NewExpense | null } | null;
  /** The receipts that were sent but then removed here. */
  removed: readonly string[];
  files: readonly ChosenFile[];
};

/** The requests of the sending. */
export type Service = {
  create: (body: NewExpense, key: string) => Promise<Versioned>;
  save: (id: number, body: NewExpense, etag: string) => Promise<Versioned>;
  attach: (id: number, file: File) => Promise<Versioned>;
  sha256: (file: File) => Promise<string>;
  receipts: (id: number) => Promise<readonly Pick<Receipt, 'id' | 'sha256'>[]>;
  detach: (id: number, receiptId: number) => Promise<void>;
  submit: (id: number) => Promise<Versioned>;
  read: (id: number) => Promise<Versioned>;
  /** True if the service refused the request, and false if it is unknown whether the request was carried out. */
  isRefused: (error: unknown) => boolean;
};

type Order = {
  body: NewExpense;
  isSubmitted: boolean;
  progress: Progress;
  /** Called with the new progress after each step. */
  keep: (progress: Progress) => Promise<void>;
};

/** Sends an expense with its receipts, and submits it if `isSubmitted` is true. Returns the expense. */
export async function sendExpense(service: Service, { body, isSubmitted, progress, keep }: Order): Promise<Versioned> {
  let now = progress;
  const note = async (change: Partial<Progress>) => {
    now = { ...now, ...change };
    await keep(now);
  };
  if (!now.saved) await note({ saved: await created(service, body, now, note), frozen: null });
  const { saved } = now;
  if (!saved) throw new Error('The new expense has no id.');
  const { id } = saved;
  if (!isSame(saved.body, body)) {
    const { etag } = await service.save(id, body, saved.etag);
    await note({ saved: { id, etag, body } });
  }
  if (now.removed.length > 0) {
    await detachRemoved(service, id, now.removed);
    await note({ removed: [] });
  }
  for (const chosen of now.files) {
    if (chosen.sha256 !== undefined) continue;
    const [sha256, { etag }] = [await service.sha256(chosen.file), await service.attach(id, chosen.file)];
    await note({
      saved: { id, etag, body },
      files: now.files.map((one) => (one.id === chosen.id ? { ...one, sha256 } : one)),
    });
  }
  return isSubmitted ? submitted(service, id) : service.read(id);
}

async function created(service: Service, body: NewExpense, { frozen, key }: Progress, note: Note) {
  const sent = frozen ?? body;
  if (!frozen) await note({ frozen: sent });
  try {
    const { expense, etag } = await service.create(sent, key);
    return { id: expense.id, etag, body: sent };
  } catch (error) {
    // A refused body was not stored, so the next attempt may send another one with the same key.
    if (service.isRefused(error)) await note({ frozen: null });
    throw error;
  }
}

type Note = (change: Partial<Progress>) => Promise<void>;

async function detachRemoved(service: Service, id: number, removed: readonly string[]): Promise<void> {
  for (const receipt of await service.receipts(id)) {
    if (removed.includes(receipt.sha256)) await service.detach(id, receipt.id);
  }
}

/** Submits the draft. If an earlier attempt did so without an answer, returns the submitted expense. */
async function submitted(service: Service, id: number): Promise<Versioned> {
  try {
    return await service.submit(id);
  } catch (error) {
    if (!service.isRefused(error)) throw error;
    const now = await service.read(id);
    if (now.expense.status === 'Draft') throw error;
    return now;
  }
}

const isSame = (one: NewExpense | null, other: NewExpense): boolean => JSON.stringify(one) === JSON.stringify(other);
