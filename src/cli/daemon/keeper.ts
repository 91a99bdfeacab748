/** What keeps a service in the background, as its PID file names it: `start`, `systemd:NAME` or `launchd:NAME`. */
import os from 'node:os';
import type { Tool } from './run-tool.ts';

export type Manager = 'systemd' | 'launchd';

/** The keeper of a service that is installed under a name. */
export function keeperOf(manager: Manager, name: string): string {
  return `${manager}:${name}`;
}

/** The name that launchd knows a service by. */
export function labelOf(name: string): string {
  return name === 'vestry' ? 'org.vestry' : `org.vestry.${name}`;
}

/** Where launchd keeps the agents of a person who is signed in. */
export function launchdDomain(): string {
  return `gui/${os.userInfo().uid}`;
}

/** The command that has the keeper of a service start it; undefined for a service without. */
export function startTool(keeper: string | null): Tool | undefined {
  const [, manager, name = ''] = /^(systemd|launchd):([\w-]+)$/.exec(keeper ?? '') ?? [];
  if (manager === 'systemd') return ['systemctl', '--user', 'start', `${name}.service`];
  return manager === 'launchd' ? ['launchctl', 'kickstart', `${launchdDomain()}/${labelOf(name)}`] : undefined;
}
