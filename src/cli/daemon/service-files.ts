/** The files by which systemd and launchd keep the service: a user unit and an agent. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EXIT } from '../../exit-codes.ts';
import { keeperOf, labelOf, type Manager } from './keeper.ts';

/** What such a file says. */
export type ServiceFacts = {
  name: string;
  node: string;
  program: string;
  dataDir: string;
  /** Further arguments of `vestry serve`. */
  settings: readonly string[];
};

/** By this line a file is known as made by `vestry service install`. */
export const MARK = 'Made by vestry service install.';

/** Where the manager looks for the file of a service. */
export function serviceFile(manager: Manager, name: string): string {
  if (manager === 'launchd') return path.join(os.homedir(), 'Library', 'LaunchAgents', `${labelOf(name)}.plist`);
  const config = process.env.XDG_CONFIG_HOME || path.join(os.homedir(), '.config');
  return path.join(config, 'systemd', 'user', `${name}.service`);
}

/** The line of a file that says which data directory it is for. */
function dataDirLine(dataDir: string): string {
  return `Data directory: ${JSON.stringify(dataDir)}`;
}

/** The same as a comment of XML, which must not have two hyphens in a row. */
const xmlDataDirLine = (dataDir: string) => dataDirLine(dataDir).replace(/--/g, '- -');

/** Whether such a file is one of ours, and for this data directory. */
export function isFileFor(text: string, dataDir: string): boolean {
  return text.includes(MARK) && [dataDirLine(dataDir), xmlDataDirLine(dataDir)].some((line) => text.includes(line));
}

/** What keeps the service of a data directory, as its PID file would name it, if one is installed for it here. */
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

/** A file that cannot be read, such as a link to nowhere, is none of ours. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The keeper that the command in such a file names. */
function keeperIn(text: string): string | undefined {
  return /"?--kept-by"?(?:<\/string>)?\s+(?:<string>|")((?:systemd|launchd):[\w-]+)/.exec(text)?.[1];
}

/** The content of the file for a manager. Holds no secrets: settings are read from the data directory. */
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
 * Starting again mends no mistake in the usage, nothing that is not found and no refusal. The restrictions are those that a user's own
 * systemd can give without a helper; memory that is written and run cannot be forbidden, because V8 compiles.
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

/** systemd.syntax(7): in double quotes, with C's escapes; systemd.unit(5): a percent sign begins a specifier. */
function quoteProgram(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/%/g, '%%').replace(/\n/g, '\\n').replace(/\t/g, '\\t');
  return `"${escaped}"`;
}

/** systemd.service(5): variables are replaced in arguments, though not in the program itself. */
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
