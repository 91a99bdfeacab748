/** The thread that copies a long write-ahead log into the database. Its message is the code of an error of the disk. */
import { parentPort, workerData } from 'node:worker_threads';
import { tryCopy } from './db/checkpoint.ts';
import { openRaw } from './db/connect.ts';
import { noteFailure } from './db/disk-state.ts';

const handle = openRaw(workerData as string);
const error = tryCopy(handle);
if (error === undefined) handle.close();
else {
  const code = noteFailure(handle.name, error);
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(code);
}
