import type { Channel } from './channel.ts';

type Entry = {
  /** True if messages on this channel have a subject line. */
  hasSubject: boolean;
  /** Loads the channel's code, which is not loaded until it is needed. */
  load: () => Promise<Channel>;
};

/**
 * Every channel, under its name in the API and in the database. To add a channel, add an entry here, and a folder next
 * to this file with its code, routes and commands. A migration must also add its name to the CHECK constraints on
 * `notificationBatches.channel` and `notificationLogs.channel`.
 */
export const CHANNELS = {
  Email: { hasSubject: true, load: async (): Promise<Channel> => (await import('./email/channel.ts')).emailChannel },
  Line: { hasSubject: false, load: async (): Promise<Channel> => (await import('./line/channel.ts')).lineChannel },
} satisfies Record<string, Entry>;

export type ChannelName = keyof typeof CHANNELS;

export const CHANNEL_NAMES = Object.keys(CHANNELS) as ChannelName[];

/**
 * Loads the code of all channels. Call this before a transaction begins, because a transaction may wait only for the
 * database.
 */
export async function loadChannels(): Promise<ReadonlyMap<ChannelName, Channel>> {
  return new Map(await Promise.all(CHANNEL_NAMES.map(async (name) => [name, await CHANNELS[name].load()] as const)));
}
