import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '#config/config.ts';
import { CommandError } from '#control/control-command.ts';
import { unitFile } from './unit-file.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../../..');
const UNIT = '/etc/systemd/system/telltale.service';
const SETTINGS = '/etc/telltale/telltale.env';
const EXECUTE_BY_OTHERS = 0o001;
const USER_NAME = /^[a-z_][a-z0-9_-]{0,31}$/;

interface Options {
  user: string;
  data: string;
  /** Files are written below it, and nothing else is done. */
  root?: string;
}

/**
 * `telltale service install`: writes what systemd needs to run the portal, and says each thing that it did. A second time it writes the unit
 * anew and leaves settings and data as they are.
 * @throws CommandError when this user may not, or the portal is not ready to be run
 */
export async function installService(
  { user, data, root }: Options,
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<void> {
  if (!USER_NAME.test(user)) throw new CommandError(`${user} is no name for a user of this machine.`);
  if (root === undefined && process.getuid?.() !== 0)
    throw new CommandError('Only root can install a service: use sudo.');
  if (!existsSync(join(PROGRAM, 'apps/web/dist/index.html'))) {
    throw new CommandError('The web client is not built yet. Run: npm run build');
  }
  const given = settingsOf(env);
  const config = readConfig({ ...given, TELLTALE_DATA: data });
  const at = (path: string) => (root === undefined ? path : join(resolve(root), path));
  const run = async (program: string, ...args: string[]) => {
    if (root === undefined) await promisify(execFile)(program, args);
  };

  if (root === undefined && !(await isUser(user))) {
    await run(
      'useradd',
      '--system',
      '--user-group',
      '--home-dir',
      data,
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      user,
    );
    say(`The user ${user} was made.`);
  }
  for (const folder of [data, config.backupFolder]) {
    if (folder === undefined || existsSync(at(folder))) continue;
    await mkdir(at(folder), { recursive: true, mode: 0o700 });
    await run('chown', `${user}:${user}`, folder);
    say(`The folder ${folder} was made, for ${user} alone.`);
  }
  if (existsSync(at(SETTINGS))) say(`The settings in ${SETTINGS} stay as they are.`);
  else {
    await mkdir(dirname(at(SETTINGS)), { recursive: true });
    const lines = Object.entries({ ...given, TELLTALE_DATA: data }).map(([name, value]) => `${name}=${quoted(value)}`);
    const text = `# Settings of the portal; docs/guide/operations.md and README.md list them all.\n${lines.join('\n')}\n`;
    await writeFile(at(SETTINGS), text, { mode: 0o640 });
    await run('chown', `root:${user}`, SETTINGS);
    say(`The settings are in ${SETTINGS}.`);
  }
  await mkdir(dirname(at(UNIT)), { recursive: true });
  const ports = [config.httpPort, config.mqttPort, config.tls?.mqttsPort].filter((port) => port !== undefined);
  const { backupFolder: backups, cluster } = config;
  const paths = { program: PROGRAM, data, settings: SETTINGS, backups, files: cluster?.filesFolder };
  await writeFile(at(UNIT), unitFile(user, paths, ports));
  await chmod(at(UNIT), 0o644);
  say(`The unit is ${UNIT}.`);
  await run('systemctl', 'daemon-reload');
  const hidden = await closedFolder(PROGRAM);
  if (hidden !== undefined) {
    say(
      `${user} cannot read ${PROGRAM}, as ${hidden} is closed to others. Move the portal, to /opt/telltale for example.`,
    );
  }
  say('To start it now and with the machine: systemctl enable --now telltale');
  say('What it says is in: journalctl -u telltale');
}

/** What was set for the portal until now, to go on with. */
function settingsOf(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith('TELLTALE_') && value !== undefined && value.trim() !== '' ? [[name, value.trim()]] : [],
    ),
  );
}

/** As systemd and a `.env` file read it alike. */
const quoted = (value: string) => (/^[\w./:@,+-]*$/.test(value) ? value : `"${value.replaceAll(/["\\$`]/g, '\\$&')}"`);

async function isUser(name: string): Promise<boolean> {
  return promisify(execFile)('id', ['-u', name]).then(
    () => true,
    () => false,
  );
}

/** The first folder above, or the folder itself, that other users may not enter. */
async function closedFolder(folder: string): Promise<string | undefined> {
  const parent = dirname(folder);
  const above = parent === folder ? undefined : await closedFolder(parent);
  if (above !== undefined) return above;
  return ((await stat(folder)).mode & EXECUTE_BY_OTHERS) === 0 ? folder : undefined;
}
