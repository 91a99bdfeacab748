/**
 * The text of the files with which systemd (a user unit) and launchd (an agent) run the service. `commands/service.ts`
 * writes the files and calls `systemctl` or `launchctl`. The first lines of each file show that Vestry made it, and
 * name the data directory.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EXIT } from '../../exit-codes.ts';
import { keeperOf, labelOf, type Manager } from './keeper.ts';

/** The values in the text of a service file. */
export type ServiceFacts = {
  name: string;
  node: string;
  program: string;
  dataDir: string;
  /** Additional arguments of `vestry serve`. */
  settings: readonly string[];
};

/** This text identifies a file made by `vestry service install`. */
export const MARK = 'Made by vestry service install.';

/** Returns the path at which systemd or launchd looks for the file of a service. */
export function serviceFile(manager: Manager, name: string): string {
  if (manager === 'launchd') return path.join(os.homedir(), 'Library', 'LaunchAgents', `${labelOf(name)}.plist`);
  const config = process.env.XDG_CONFIG_HOME || path.join(os.homedir(), '.config');
  return path.join(config, 'systemd', 'user', `${name}.service`);
}

/** Returns the line that names the data directory in a service file. */
function dataDirLine(dataDir: string): string {
  return `Data directory: ${JSON.stringify(dataDir)}`;
}

/** Returns the line of `dataDirLine` for an XML comment, which must not contain two hyphens in a row. */
const xmlDataDirLine = (dataDir: string) => dataDirLine(dataDir).replace(/--/g, '- -');

/** True if Vestry made the file with this text, and the file is for this data directory. */
export function isFileFor(text: string, dataDir: string): boolean {
  return text.includes(MARK) && [dataDirLine(dataDir), xmlDataDirLine(dataDir)].some((line) => text.includes(line));
}

/** Returns the keeper of the installed service for a data directory; undefined if none is installed. */
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

/** Returns the content of a file, or an empty text if the file cannot be read, as with a broken link. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Returns the keeper from the command in the text of a service file. */
function keeperIn(text: string): string | undefined {
  return /"?--kept-by"?(?:<\/string>)?\s+(?:<string>|")((?:systemd|launchd):[\w-]+)/.exec(text)?.[1];
}

/**
 * Returns the text of the service file for systemd or launchd. It contains no secrets, because the service reads them
 * from the data directory.
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
 * Returns a systemd user unit. After wrong usage, a missing file or a refusal, the service is not restarted, because it
 * would fail again. The restrictions are those that systemd can apply to a user service. MemoryDenyWriteExecute is not
 * among them, because V8 compiles code at run time.
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

/** Quotes a text for a unit file, with C escapes (systemd.syntax(7)) and doubled percent signs (systemd.unit(5)). */
function quoteProgram(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/%/g, '%%').replace(/\n/g, '\\n').replace(/\t/g, '\\t');
  return `"${escaped}"`;
}

/**
 * Quotes an argument. Dollar signs are doubled, because systemd expands variables in arguments (systemd.service(5)).
 */
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
