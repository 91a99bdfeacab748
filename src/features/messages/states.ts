import type { App } from '../../app.ts';
import { loadChannels } from './channels.ts';
import type { ChannelStates } from './schema.ts';

/** Returns every channel, with what must be set up before it can send messages. */
export async function listChannelStates(app: App): Promise<ChannelStates> {
  const channels = [...(await loadChannels())];
  return {
    items: await Promise.all(
      channels.map(async ([name, channel]) => ({ channel: name, missing: await channel.missing(app) })),
    ),
  };
}
