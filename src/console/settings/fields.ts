/** The fields of a record: how the form shows them, and how they become the request body. */
import { formatMoney, toDecimal, ZERO } from '../../lib/money.ts';
import { minorOf } from '../kit/money.ts';
import { readAmount } from '../../lib/typed-amount.ts';

type Choice = { value: string; label: string; help?: string };

export type Field = {
  /** The path of the field in the record, in the request, and in refusals, such as `address.city`. */
  name: string;
  label: string;
  kind?:
    | 'text'
    | 'lines'
    | 'email'
    | 'secret'
    | 'flag'
    | 'choice'
    | 'number'
    | 'amount'
    | 'list'
    | 'ids'
    | 'person'
    | 'country';
  /** The choices of `choice` and `list`, and of `number` and `ids`, whose values are whole numbers. */
  options?: readonly Choice[];
  help?: string;
  isRequired?: boolean;
  max?: number;
  /** What to say if nothing in the list is chosen, but something must be. */
  saidIfNone?: string;
  /** True if only the form for an existing record has the field. */
  isForExisting?: boolean;
  /** True if a new record begins with the flag off. */
  isOffAtFirst?: boolean;
  lang?: string;
  /** True if the field is not shown. Its value stays in the record. */
  isHidden?: boolean;
};

export type Value = string | boolean | number | null | readonly string[];
export type Typed = Readonly<Record<string, Value>>;
type Json = Record<string, unknown>;

/** Returns the values of the fields of a record, or of an empty form with the first choice of each list. */
export function typedFrom(record: object | undefined, fields: readonly Field[]): Typed {
  return Object.fromEntries(fields.map((field) => [field.name, typedOf(valueAt(record, field.name), field, !record)]));
}

function typedOf(value: unknown, { kind, options, isRequired, isOffAtFirst }: Field, isNew: boolean): Value {
  if (kind === 'flag') return isNew ? isOffAtFirst !== true : value === true;
  if (kind === 'list') return (value ?? []) as string[];
  if (kind === 'ids') return ((value ?? []) as number[]).map(String);
  if (kind === 'person') return (value ?? null) as number | null;
  if (isNew && options && isRequired) return options[0]?.value ?? '';
  if (kind === 'amount') return typeof value === 'number' ? formatMoney(minorOf(value)) : '';
  return value === null || value === undefined ? '' : `${value as string | number}`;
}

function valueAt(record: object | undefined, path: string): unknown {
  let value: unknown = record;
  for (const name of path.split('.')) value = (value as Json | null | undefined)?.[name];
  return value;
}

/** Returns the request body for the values of the fields. An empty text becomes null. */
export function bodyFrom(typed: Typed, fields: readonly Field[]): Json {
  const body: Json = {};
  for (const field of fields) {
    const names = field.name.split('.');
    const last = names.pop() ?? '';
    let place = body;
    for (const name of names) place = (place[name] ??= {}) as Json;
    place[last] = sentOf(typed[field.name], field);
  }
  return body;
}

function sentOf(value: Value | undefined, { kind, isRequired }: Field): unknown {
  if (kind === 'ids') return (value as readonly string[]).map(Number);
  if (typeof value !== 'string') return value ?? null;
  const text = value.trim();
  if (text === '') return isRequired ? '' : null;
  if (kind === 'number') return Number(text);
  if (kind !== 'amount') return text;
  const amount = readAmount(text);
  return toDecimal('minor' in amount ? amount.minor : ZERO);
}

/** True if a typed text is not an amount. An amount of zero is one. */
export function isUnreadable(text: string): boolean {
  const amount = readAmount(text);
  return 'fault' in amount && amount.fault !== 'empty' && amount.fault !== 'zero';
}
