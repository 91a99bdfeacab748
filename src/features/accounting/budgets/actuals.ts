import type { App } from '../../../app.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Point } from '../../../room-declarations.ts';
import type { LineKey } from './line-rules.ts';

/** What was really given, received or spent in a year: the sums of its months, in the order of the fiscal year. */
export type ActualLine = { key: Required<LineKey>; months: readonly Minor[] };

/** Returns the actual amounts of a fiscal year, by category, ministry and fund. */
export type ActualsOf = (app: App, year: number) => Promise<readonly ActualLine[]>;

/** The actual amounts from which a budget can be copied. The reports room declares them, because it adds them up. */
export const ACTUALS: Point<ActualsOf> = { name: 'the actual amounts of a fiscal year' };
