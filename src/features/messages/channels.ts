import type { Channel } from './channel.ts';

type Entry = {
  /** Whether a message has a subject line of its own. */
  hasSubject: boolean;
  /** Loads the channel when the first message goes out over it. */
  load: () => Promise<Channel>;
};

/**
 * Every channel, under its name in the API and in the database. A new channel is a folder beside this file and a row here;
 * the routes and commands that write to people over it are in its folder. The name must be allowed by the CHECKs on
 * `notificationBatches.channel` and `notificationLogs.channel`, which takes a migration.
 */
export const CHANNELS = {
  Email: { hasSubject: true, load: async (): Promise<Channel> => (await import('./email/channel.ts')).emailChannel },
  Line: { hasSubject: false, load: async (): Promise<Channel> => (await import('./line/channel.ts')).lineChannel },
} satisfies Record<string, Entry>;

export type ChannelName = keyof typeof CHANNELS;

export const CHANNEL_NAMES = Object.keys(CHANNELS) as ChannelName[];

/** Loads all channels; to be called before a transaction, in which only the database is awaited. */
export async function loadChannels(): Promise<ReadonlyMap<ChannelName, Channel>> {
  return new Map(await Promise.all(CHANNEL_NAMES.map(async (name) => [name, await CHANNELS[name].load()] as const)));
}
