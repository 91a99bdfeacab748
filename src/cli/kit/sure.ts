import { AppError, type ErrorCode } from '../../errors.ts';
import type { Options } from './action.ts';
import { confirm, isInteractive } from './prompt.ts';

/**
 * Runs an operation. If the operation is refused with `code`, asks the person at the terminal whether to run it anyway.
 */
export async function unlessSure<T>(
  options: Options,
  code: ErrorCode,
  run: (isConfirmed: boolean) => Promise<T>,
): Promise<T> {
  if (options.confirm === true) return run(true);
  try {
    return await run(false);
  } catch (error) {
    const isAsked = error instanceof AppError && error.code === code && isInteractive();
    if (isAsked && (await confirm(`${error.message}\nDo it anyway?`))) return run(true);
    throw error;
  }
}
