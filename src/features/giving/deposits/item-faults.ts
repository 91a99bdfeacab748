import { AppError, type FieldError } from '../../../errors.ts';

/** The bad items of a deposit, by the error that reports them: `unknown_reference` or `validation_failed`. */
export type Faults = { missing: FieldError[]; invalid: FieldError[] };

/** Returns the fault of an item that was received after the day of the deposit. */
export function tooEarly(path: string, date: string): FieldError {
  return { path, code: 'before_original', message: `was received on ${date}, after the day of the deposit` };
}

/** Returns the error for an attempt to deposit money twice. */
export function alreadyDeposited(why: string): AppError {
  return new AppError('deposited', `${why} Nothing was changed.`);
}
