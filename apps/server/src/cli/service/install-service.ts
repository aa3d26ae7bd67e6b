import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '#config/config.ts';
import { CommandError } from '#control/control-command.ts';
import { COMMAND_MARK, commandFile } from './command-file.ts';
import {
  type Environment,
  SETTINGS,
  type ServiceSettings,
  settingsFile,
  settingsOfService,
} from './service-settings.ts';
import { unitFile } from './unit-file.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../../..');
const UNIT = '/etc/systemd/system/telltale.service';
const COMMAND = '/usr/local/bin/telltale';
const RUNS_SYSTEMD = '/run/systemd/system';
const EXECUTE_BY_OTHERS = 0o001;
const READ_BY_OTHERS = 0o004;
const USER_NAME = /^[a-z_][a-z0-9_-]{0,31}$/;
/** What systemd and a shell take as it stands. */
const PLAIN_PATH = /^\/[\w./:@+-]*$/;

interface Options {
  user: string;
  data?: string | undefined;
  /** Files are written below it, and nothing else is done. */
  root?: string | undefined;
}

/** How the machine is changed, or the folder that stands for it. */
interface Machine {
  readonly isReal: boolean;
  /** Where a path of the machine is. */
  at(path: string): string;
  /** Does nothing where there is no machine. */
  run(program: string, ...args: string[]): Promise<void>;
}

/**
 * `telltale service install`: writes what systemd needs to run the portal, and says each thing that it did. A second time it writes the unit
 * anew, by what the file of its settings says then, and leaves settings and data as they are.
 * @throws CommandError when this user may not, or the portal is not ready to be run
 */
export async function installService(
  { user, data, root }: Options,
  env: Environment,
  say: (line: string) => void,
): Promise<void> {
  if (!USER_NAME.test(user)) throw new CommandError(`${user} is no name for a user of this machine.`);
  const machine = machineAt(root);
  if (!existsSync(join(PROGRAM, 'apps/web/dist/index.html'))) {
    throw new CommandError('The web client is not built yet. Run: npm run build');
  }
  const settings = await settingsOfService(env, machine.at(SETTINGS), data);
  const config = readConfig({ ...settings.values, TELLTALE_DATA: settings.data });
  const { backupFolder: backups, cluster } = config;
  const isConfigSet = settings.values.TELLTALE_CONFIG !== undefined;
  const paths = {
    program: PROGRAM,
    data: settings.data,
    settings: SETTINGS,
    backups,
    files: cluster?.filesFolder,
    config: isConfigSet && !config.configFolder.startsWith(`${settings.data}/`) ? config.configFolder : undefined,
  };
  for (const path of Object.values(paths)) {
    if (path !== undefined && !PLAIN_PATH.test(path))
      throw new CommandError(`${path} has characters that systemd would read as something else. Use another folder.`);
  }

  await makeUser(machine, user, settings.data, say);
  for (const folder of [settings.data, backups]) {
    if (folder === undefined || existsSync(machine.at(folder))) continue;
    await mkdir(machine.at(folder), { recursive: true, mode: 0o700 });
    await machine.run('chown', `${user}:${user}`, folder);
    say(`The folder ${folder} was made, for ${user} alone.`);
  }
  await writeSettings(machine, user, settings, say);
  const { httpPort, mqttPort, tls } = config;
  const ports = [httpPort, mqttPort, tls?.mqttsPort, tls?.redirectPort].filter((port) => port !== undefined);
  await writeFor(machine, UNIT, unitFile(user, paths, ports), 0o644);
  say(`The unit is ${UNIT}.`);
  await writeCommand(machine, commandFile(user, paths, ports), say);
  await machine.run('systemctl', 'daemon-reload');
  await tellHidden(user, say);
  say('To start it now and with the machine: systemctl enable --now telltale');
  say('What it says is in: journalctl -u telltale');
}

function machineAt(root: string | undefined): Machine {
  if (root !== undefined)
    return { isReal: false, at: (path) => join(resolve(root), path), run: () => Promise.resolve() };
  if (process.getuid?.() !== 0) throw new CommandError('Only root can install a service: use sudo.');
  if (!existsSync(RUNS_SYSTEMD))
    throw new CommandError('This machine does not run systemd. With --root the files are written into a folder.');
  const run = async (program: string, ...args: string[]) => {
    await promisify(execFile)(program, args).catch((error: Error & { stderr?: string }) => {
      throw new CommandError(`${program} failed: ${error.stderr?.trim() || error.message}`);
    });
  };
  return { isReal: true, at: (path) => path, run };
}

async function makeUser(machine: Machine, user: string, data: string, say: (line: string) => void): Promise<void> {
  if (!machine.isReal || (await isUser(user))) return;
  const home = ['--home-dir', data, '--no-create-home', '--shell', '/usr/sbin/nologin'];
  await machine.run('useradd', '--system', '--user-group', ...home, user);
  say(`The user ${user} was made.`);
}

async function writeSettings(
  machine: Machine,
  user: string,
  settings: ServiceSettings,
  say: (line: string) => void,
): Promise<void> {
  if (settings.isKept) {
    say(`The settings in ${SETTINGS} stay as they are.`);
    if (settings.values.TELLTALE_CONFIG === undefined) {
      say(
        `Pages cannot save what they keep in files (rules of the MQTT broker, sites of frames) until TELLTALE_CONFIG is set there: ${settings.data}/config`,
      );
    }
    return;
  }
  await writeFor(machine, SETTINGS, settingsFile(settings), 0o640);
  await machine.run('chown', `root:${user}`, SETTINGS);
  say(`The settings are in ${SETTINGS}.`);
}

/** Somebody else's program of that name is not overwritten. */
async function writeCommand(machine: Machine, text: string, say: (line: string) => void): Promise<void> {
  const there = await readFile(machine.at(COMMAND), 'utf8').catch(() => COMMAND_MARK);
  if (!there.includes(COMMAND_MARK)) return say(`${COMMAND} is another program's, and stays.`);
  await writeFor(machine, COMMAND, text, 0o755);
  say(`Its commands, with these settings: sudo ${COMMAND} doctor`);
}

async function writeFor(machine: Machine, path: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(machine.at(path)), { recursive: true });
  await writeFile(machine.at(path), text, { mode });
  // Whatever the mask of whoever calls it takes away.
  await chmod(machine.at(path), mode);
}

async function isUser(name: string): Promise<boolean> {
  return promisify(execFile)('id', ['-u', name]).then(
    () => true,
    () => false,
  );
}

/** What of the program the service cannot read. */
async function tellHidden(user: string, say: (line: string) => void): Promise<void> {
  const hidden = await closedFolder(PROGRAM);
  if (hidden !== undefined) {
    say(
      `${user} cannot read ${PROGRAM}, as ${hidden} is closed to others. Move the portal, to /opt/telltale for example.`,
    );
  }
  const own = join(PROGRAM, '.env');
  const info = await stat(own).catch(() => undefined);
  if (info && (info.mode & READ_BY_OTHERS) === 0)
    say(
      `${user} cannot read ${own}, and would not start: move it away. The service has its settings from ${SETTINGS}.`,
    );
}

/** The first folder above, or the folder itself, that other users may not enter. */
async function closedFolder(folder: string): Promise<string | undefined> {
  const parent = dirname(folder);
  const above = parent === folder ? undefined : await closedFolder(parent);
  if (above !== undefined) return above;
  return ((await stat(folder)).mode & EXECUTE_BY_OTHERS) === 0 ? folder : undefined;
}
