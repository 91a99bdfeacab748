/**
 * The mail servers that churches often use (`data/mail-presets.json`), with the limits that they publish for a day. The
 * limits for a minute and the connections are careful values of ours, because nobody publishes them.
 */
import { readShipped } from '../../../package.ts';

export const PRESET_NAMES = ['Gmail', 'GoogleWorkspace', 'ICloud', 'Yahoo', 'Fastmail'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

export type Preset = {
  name: PresetName;
  title: string;
  host: string;
  port: number;
  maxConnections: number;
  perMinute: number | null;
  perDay: number | null;
  /** The page on which the provider says how to sign in, and what it allows. */
  help: string;
};

/** Returns all presets. */
export function presets(): Preset[] {
  return readShipped('data/mail-presets.json') as Preset[];
}

/**
 * True for the servers of Microsoft 365, which by default takes no passwords any more from the end of December 2026 on.
 * Sources: Microsoft's message MC786329, as updated on 2026-01-27.
 */
export function isMicrosoft(host: string | null): boolean {
  return host !== null && /(^|\.)(office365\.com|outlook\.com|office\.com)$/i.test(host);
}
