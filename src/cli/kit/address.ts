/** The flags of a postal address, which has a flag for each of its parts, such as `--address-city`. */
import type { Command } from 'commander';
import type { Options } from './action.ts';
import { flagOf } from './flag.ts';

const PARTS = ['line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;

export type AddressPart = (typeof PARTS)[number];

/** Returns the name of the option of a part of the address. */
export const optionOfPart = (part: AddressPart): string => `address${part.charAt(0).toUpperCase()}${part.slice(1)}`;

/** The name under which messages refer to the flags of an address. */
export const ADDRESS_FLAGS = { address: '--address-...' };

/** Adds the flags of an address to a command. `whose` completes the help: "a part of ... postal address". */
export function addressOptions(command: Command, whose: string): Command {
  for (const part of PARTS) command.option(`${flagOf(optionOfPart(part))} <text>`, `a part of ${whose} postal address`);
  return command;
}

/**
 * Returns an address with the parts that flags set, or null if every part of it is empty. Returns undefined if no flag
 * sets a part.
 */
export function changedAddress(before: object | null, options: Options): Record<string, unknown> | null | undefined {
  const named = PARTS.filter((part) => options[optionOfPart(part)] !== undefined);
  if (named.length === 0) return undefined;
  const given = Object.fromEntries(named.map((part) => [part, options[optionOfPart(part)]]));
  const address: Record<string, unknown> = { ...before, ...given };
  return Object.values(address).some(Boolean) ? address : null;
}
