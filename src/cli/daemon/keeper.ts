/** What keeps a background service running, as its PID file names it: `start`, `systemd:NAME` or `launchd:NAME`. */
import os from 'node:os';
import type { Tool } from './run-tool.ts';

export type Manager = 'systemd' | 'launchd';

/** Returns the keeper of an installed service. */
export function keeperOf(manager: Manager, name: string): string {
  return `${manager}:${name}`;
}

/** Returns the name of a service in launchd. */
export function labelOf(name: string): string {
  return name === 'vestry' ? 'org.vestry' : `org.vestry.${name}`;
}

/** Returns the launchd domain of the signed-in user. */
export function launchdDomain(): string {
  return `gui/${os.userInfo().uid}`;
}

/** Returns the command that makes systemd or launchd start a service; undefined if neither of them keeps it. */
export function startTool(keeper: string | null): Tool | undefined {
  const [, manager, name = ''] = /^(systemd|launchd):([\w-]+)$/.exec(keeper ?? '') ?? [];
  if (manager === 'systemd') return ['systemctl', '--user', 'start', `${name}.service`];
  return manager === 'launchd' ? ['launchctl', 'kickstart', `${launchdDomain()}/${labelOf(name)}`] : undefined;
}
