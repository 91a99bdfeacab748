/**
 * The keeper of a background service is what started it. The PID file names it as `start`, `systemd:NAME` or
 * `launchd:NAME`.
 */
import os from 'node:os';
import type { Tool } from './run-tool.ts';

export type Manager = 'systemd' | 'launchd';

/** Returns the keeper of a service that is installed in systemd or launchd, as the PID file names it. */
export function keeperOf(manager: Manager, name: string): string {
  return `${manager}:${name}`;
}

/** Returns the launchd label of a service. */
export function labelOf(name: string): string {
  return name === 'vestry' ? 'org.vestry' : `org.vestry.${name}`;
}

/** Returns the launchd domain of the signed-in user. */
export function launchdDomain(): string {
  return `gui/${os.userInfo().uid}`;
}

/** Returns the command with which systemd or launchd starts the service; undefined for any other keeper. */
export function startTool(keeper: string | null): Tool | undefined {
  const [, manager, name = ''] = /^(systemd|launchd):([\w-]+)$/.exec(keeper ?? '') ?? [];
  if (manager === 'systemd') return ['systemctl', '--user', 'start', `${name}.service`];
  return manager === 'launchd' ? ['launchctl', 'kickstart', `${launchdDomain()}/${labelOf(name)}`] : undefined;
}
