/**
 * The files with which systemd and launchd run the service, as texts: a user unit and an agent. `commands/service.ts` writes
 * them and calls `systemctl` or `launchctl`. A file of ours is known by its first lines, which also name its data directory.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EXIT } from '../../exit-codes.ts';
import { keeperOf, labelOf, type Manager } from './keeper.ts';

/** The content of such a file. */
export type ServiceFacts = {
  name: string;
  node: string;
  program: string;
  dataDir: string;
  /** More arguments of `vestry serve`. */
  settings: readonly string[];
};

/** This line identifies a file made by `vestry service install`. */
export const MARK = 'Made by vestry service install.';

/** Returns where the manager looks for the file of a service. */
export function serviceFile(manager: Manager, name: string): string {
  if (manager === 'launchd') return path.join(os.homedir(), 'Library', 'LaunchAgents', `${labelOf(name)}.plist`);
  const config = process.env.XDG_CONFIG_HOME || path.join(os.homedir(), '.config');
  return path.join(config, 'systemd', 'user', `${name}.service`);
}

/** Returns the line with the data directory of a file. */
function dataDirLine(dataDir: string): string {
  return `Data directory: ${JSON.stringify(dataDir)}`;
}

/** The same as an XML comment, which must not have two hyphens in a row. */
const xmlDataDirLine = (dataDir: string) => dataDirLine(dataDir).replace(/--/g, '- -');

/** Whether a file is ours and for this data directory. */
export function isFileFor(text: string, dataDir: string): boolean {
  return text.includes(MARK) && [dataDirLine(dataDir), xmlDataDirLine(dataDir)].some((line) => text.includes(line));
}

/** Returns the keeper of an installed service of a data directory, as its PID file would name it. */
export function installedKeeper(dataDir: string): string | undefined {
  for (const [manager, end] of [
    ['systemd', '.service'],
    ['launchd', '.plist'],
  ] as const) {
    const folder = path.dirname(serviceFile(manager, 'vestry'));
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(end)) : [];
    for (const name of names) {
      const text = textOf(path.join(folder, name));
      if (isFileFor(text, dataDir)) return keeperIn(text);
    }
  }
  return undefined;
}

/** A file that cannot be read, such as a broken link, is not ours. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the keeper in the command of such a file. */
function keeperIn(text: string): string | undefined {
  return /"?--kept-by"?(?:<\/string>)?\s+(?:<string>|")((?:systemd|launchd):[\w-]+)/.exec(text)?.[1];
}

/**
 * Returns the content of the file for a manager. It has no secrets, because settings are read from the data directory.
 */
export function serviceText(manager: Manager, facts: ServiceFacts): string {
  return manager === 'systemd' ? systemdUnit(facts) : launchdAgent(facts);
}

const argumentsOf = (manager: Manager, { name, dataDir, settings }: ServiceFacts) => [
  'serve',
  '--data-dir',
  dataDir,
  ...settings,
  '--kept-by',
  keeperOf(manager, name),
];

/**
 * Starting again does not help after wrong usage, a missing file or a refusal. The restrictions are those that a user's
 * systemd supports without a helper. Memory that is both writable and executable must be permitted, because V8
 * compiles.
 */
function systemdUnit(facts: ServiceFacts): string {
  const command = [quoteProgram(facts.node), ...[facts.program, ...argumentsOf('systemd', facts)].map(quoteArgument)];
  return `# ${MARK} Remove it with: vestry service uninstall
# ${dataDirLine(facts.dataDir)}
# Settings: ${JSON.stringify(path.join(facts.dataDir, 'config.json'))}
[Unit]
Description=Vestry, the back office of a church
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
ExecStart=${command.join(' ')}
Restart=on-failure
RestartSec=5
RestartPreventExitStatus=${EXIT.usage} ${EXIT.notFound} ${EXIT.refused}
TimeoutStopSec=30
UMask=0077
NoNewPrivileges=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictNamespaces=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
SystemCallArchitectures=native

[Install]
WantedBy=default.target
`;
}

/** systemd.syntax(7): in double quotes, with C escapes; systemd.unit(5): a percent sign begins a specifier. */
function quoteProgram(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/%/g, '%%').replace(/\n/g, '\\n').replace(/\t/g, '\\t');
  return `"${escaped}"`;
}

/** systemd.service(5): variables are expanded in arguments, but not in the program itself. */
function quoteArgument(text: string): string {
  return quoteProgram(text).replace(/\$/g, '$$$$');
}

function launchdAgent(facts: ServiceFacts): string {
  const all = [facts.node, facts.program, ...argumentsOf('launchd', facts)];
  const strings = all.map((text) => `    <string>${escapeXml(text)}</string>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ${MARK} Remove it with: vestry service uninstall -->
<!-- ${xmlDataDirLine(facts.dataDir)} -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${labelOf(facts.name)}</string>
  <key>ProgramArguments</key>
  <array>
${strings}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>10</integer>
  <key>ExitTimeOut</key>
  <integer>30</integer>
  <key>Umask</key>
  <integer>63</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>StandardErrorPath</key>
  <string>${escapeXml(path.join(facts.dataDir, 'logs', 'stderr.log'))}</string>
</dict>
</plist>
`;
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
