/** Checks input against a wire schema, and says in plain words which fields are wrong and why. */
import type * as z from 'zod';
import { AppError, type FieldError, sentenceOf } from './errors.ts';

type Checked<T> = { value: T } | { errors: FieldError[] };

/** Returns the decoded input, or the errors of its bad fields. */
export function check<S extends z.ZodType>(schema: S, input: unknown): Checked<z.output<S>> {
  const result = schema.safeDecode(input as z.input<S>);
  if (result.success) return { value: result.data };
  return { errors: onePerField(result.error.issues.flatMap((issue) => toFieldErrors(issue, input))) };
}

/**
 * The largest number of bad fields that are listed. Any others are only counted, because a request could have
 * thousands.
 */
const ERRORS_SHOWN = 100;

/**
 * Returns the first error of each field, for at most `ERRORS_SHOWN` fields. A number far out of range breaks two rules,
 * but people need only one message.
 */
function onePerField(errors: readonly FieldError[]): FieldError[] {
  const byPath = new Map<string, FieldError>();
  for (const error of errors) if (!byPath.has(error.path)) byPath.set(error.path, error);
  const all = [...byPath.values()];
  if (all.length <= ERRORS_SHOWN) return all;
  const message = `has ${all.length - ERRORS_SHOWN} more bad fields`;
  return [...all.slice(0, ERRORS_SHOWN), { path: '', code: 'more_errors', message }];
}

/** Returns the decoded input. Raises `validation_failed` with every bad field. */
export function decode<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const checked = check(schema, input);
  if ('errors' in checked) throw refusal(checked.errors);
  return checked.value;
}

/** Returns the refusal for bad fields. Its message names the first ten of them, and `errors` lists them all. */
export function refusal(errors: readonly FieldError[]): AppError {
  const sentences = errors.map(({ path, message }) => sentenceOf(path || 'The body', message));
  return new AppError('validation_failed', sentences.slice(0, 10).join(' '), { errors });
}

type Issue = z.core.$ZodIssue;

function toFieldErrors(issue: Issue, input: unknown): FieldError[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key].join('.'),
      code: 'unknown_field',
      message: 'is not a field of this request',
    }));
  }
  if (issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined) {
    return [{ path: path.join('.'), code: 'required', message: 'is required' }];
  }
  return [{ path: path.join('.'), code: codeOf(issue), message: messageOf(issue) }];
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input);
}

function codeOf(issue: Issue): string {
  return issue.code === 'custom' ? String(issue.params?.code ?? 'invalid_value') : issue.code;
}

function messageOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `must ${boundOf(issue.origin, issue.inclusive ? 'at least' : 'over', issue.minimum)}`;
    case 'too_big':
      return `must ${boundOf(issue.origin, issue.inclusive ? 'at most' : 'under', issue.maximum)}`;
    case 'invalid_format':
      return issue.message.startsWith('must')
        ? issue.message
        : `must be a valid ${FORMATS[issue.format] ?? issue.format}`;
    default:
      return issue.message.replace(/\.$/, '');
  }
}

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const FORMATS: Record<string, string> = { email: 'e-mail address', url: 'address' };

function boundOf(origin: string, relation: string, bound: number | bigint): string {
  if (origin === 'string') return `have ${relation} ${bound} character${Number(bound) === 1 ? '' : 's'}`;
  if (origin === 'array') return `have ${relation} ${bound} ${Number(bound) === 1 ? 'entry' : 'entries'}`;
  return `be ${relation} ${bound}`;
}
