import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#testing/portal-process.ts';
import { WRONG_SETTINGS } from '../../operator-errors.ts';
import { installService } from './install-service.ts';
import { settingsFile, settingsOfService } from './service-settings.ts';
import { unitFile } from './unit-file.ts';

const UNIT = 'etc/systemd/system/telltale.service';
const SETTINGS = 'etc/telltale/telltale.env';
const paths = { program: '/opt/telltale', data: '/var/lib/telltale', settings: '/etc/telltale/telltale.env' };
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const said: string[] = [];
const install = (env: Record<string, string>, options: { user?: string; data?: string } = {}) => {
  said.length = 0;
  const all = { user: 'telltale', root: folder.path, ...options };
  return installService(all, env, (line) => said.push(line));
};
const read = (path: string) => readFile(join(folder.path, path), 'utf8');

describe.skipIf(!existsSync(join(import.meta.dirname, '../../../../web/dist/index.html')))(
  'installing the service',
  () => {
    it('writes the unit, the settings that there are, and the folders, and says so', async () => {
      await install({ TELLTALE_PORT: '443', TELLTALE_ADMIN_PASSWORD: 'a "long" $word', PATH: '/usr/bin' });
      expect(await read(UNIT)).toContain('AmbientCapabilities=CAP_NET_BIND_SERVICE');
      const settings = await read(SETTINGS);
      expect(settings).toContain('TELLTALE_PORT=443\n');
      expect(settings).toContain(`TELLTALE_ADMIN_PASSWORD='a "long" $word'\n`);
      expect(settings).toContain('TELLTALE_DATA=/var/lib/telltale\n');
      // Beside the program pages could save nothing, and an upgrade would take its place.
      expect(settings).toContain('TELLTALE_CONFIG=/var/lib/telltale/config\n');
      expect(settings).not.toContain('PATH');
      expect((await stat(join(folder.path, SETTINGS))).mode & 0o777).toBe(0o640);
      expect((await stat(join(folder.path, 'var/lib/telltale'))).mode & 0o777).toBe(0o700);
      expect(said.join('\n')).toMatch(
        /The folder \/var\/lib\/telltale was made[\s\S]*The unit is[\s\S]*sudo \/usr\/local\/bin\/telltale doctor[\s\S]*systemctl enable --now telltale/,
      );
    });

    it('makes the unit again by what its settings say by then, whatever is set where it is called', async () => {
      await install({});
      expect(await read(UNIT)).toContain('CapabilityBoundingSet=\n');
      const changed = 'TELLTALE_PORT=443\nTELLTALE_DATA=/srv/telltale\nTELLTALE_BACKUP_DIR=/mnt/backups\n';
      await writeFile(join(folder.path, SETTINGS), changed);
      await install({ TELLTALE_PORT: '8080', TELLTALE_BACKUP_DIR: '/elsewhere' });
      const unit = await read(UNIT);
      expect(unit).toContain('CapabilityBoundingSet=CAP_NET_BIND_SERVICE\n');
      // Or the doctor would find a fault that the service does not have.
      expect(await read('usr/local/bin/telltale')).toContain('--ambient-caps +net_bind_service env ');
      expect(unit).toContain('ReadWritePaths=/srv/telltale /mnt/backups\n');
      expect((await stat(join(folder.path, 'mnt/backups'))).mode & 0o777).toBe(0o700);
      expect(existsSync(join(folder.path, 'elsewhere'))).toBe(false);
      expect(await read(SETTINGS)).toBe(changed);
      expect(said.join('\n')).toMatch(/until TELLTALE_CONFIG is set there: \/srv\/telltale\/config/);
      await expect(install({}, { data: '/var/lib/telltale' })).rejects.toThrow('The data folder is /srv/telltale by');
    });

    it('writes its own command, and leaves one of somebody else alone', async () => {
      const command = 'usr/local/bin/telltale';
      await install({});
      expect((await stat(join(folder.path, command))).mode & 0o777).toBe(0o755);
      expect(execFileSync('sh', ['-n', join(folder.path, command)], { encoding: 'utf8' })).toBe('');
      expect(await read(command)).toMatch(
        /setpriv --reuid telltale --regid telltale --init-groups env .*--env-file-if-exists=\/etc\/telltale\/telltale\.env /,
      );
      await install({});
      await writeFile(join(folder.path, command), '#!/bin/sh\necho mine\n');
      await install({});
      expect(await read(command)).toContain('echo mine');
      expect(said.join('\n')).toMatch(/is another program's, and stays/);
    });

    it('refuses folders whose names systemd would read as something else', async () => {
      await expect(install({}, { data: '/var/lib/my data' })).rejects.toThrow('characters that systemd would read');
      await expect(install({ TELLTALE_BACKUP_DIR: '/mnt/%h' })).rejects.toThrow('characters that systemd would read');
      expect(existsSync(join(folder.path, UNIT))).toBe(false);
    });

    it('leaves settings that there are alone, and writes the unit anew', async () => {
      await mkdir(join(folder.path, 'etc/telltale'), { recursive: true });
      await writeFile(join(folder.path, SETTINGS), 'TELLTALE_PORT=81\n');
      await install({});
      expect(await read(SETTINGS)).toBe('TELLTALE_PORT=81\n');
      expect(said[1]).toMatch(/stay as they are/);
    });

    it('takes no settings that are wrong, and no name that is none', async () => {
      await expect(install({ TELLTALE_PORT: 'x' })).rejects.toThrow('TELLTALE_PORT');
      await expect(install({}, { user: 'a; rm' })).rejects.toThrow('no name for a user');
      expect(existsSync(join(folder.path, UNIT))).toBe(false);
    });
  },
);

describe('the settings of the service', () => {
  it.each(['a "long" $word', "it's", 'back\\slash', '#1 `tick`', 'plain/path:1@x'])(
    'say %s to Node.js as it is',
    async (value) => {
      const made = await settingsOfService({ TELLTALE_ADMIN_PASSWORD: value }, join(folder.path, 'none'), undefined);
      expect(parseEnv(settingsFile(made)).TELLTALE_ADMIN_PASSWORD).toBe(value);
    },
  );
});

describe('the unit', () => {
  it('writes to the data folder, the backups and the common files alone, and opens low ports only when asked to', () => {
    const more = { backups: '/mnt/backups', files: '/srv/files', config: '/etc/telltale/config' };
    const unit = unitFile('telltale', { ...paths, ...more }, [8080, 1883]);
    expect(unit).toContain('ReadWritePaths=/var/lib/telltale /mnt/backups /srv/files /etc/telltale/config\n');
    expect(unitFile('telltale', paths, [])).toContain('ReadWritePaths=/var/lib/telltale\n');
    expect(unit).toContain('ProtectSystem=strict');
    expect(unit).toContain('CapabilityBoundingSet=\n');
    expect(unitFile('telltale', paths, [443])).toContain('CapabilityBoundingSet=CAP_NET_BIND_SERVICE\n');
    expect(unitFile('telltale', { ...paths, program: '/home/ann/telltale' }, [])).toContain('ProtectHome=read-only');
  });

  it('starts the portal again after anything but a wrong setting, for as long as it takes', () => {
    const [head = '', service = ''] = unitFile('telltale', paths, []).split('[Service]');
    expect(service).toContain('Restart=always\nRestartSec=2\n');
    expect(service).toContain(`RestartPreventExitStatus=${WRONG_SETTINGS}\n`);
    // Systemd's own limit would give up on a database that is away, should a start once fail fast enough.
    expect(head).toContain('StartLimitIntervalSec=0\n');
    // Folders on other machines are there before settings that name them are read.
    expect(head).toMatch(/^After=.*\bremote-fs\.target\b/m);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('is one that systemd takes, and finds closed', async () => {
    const file = join(folder.path, 'telltale.service');
    await writeFile(file, unitFile('root', { ...paths, program: folder.path }, [443]));
    await mkdir(join(folder.path, 'node_modules/node/bin'), { recursive: true });
    await writeFile(join(folder.path, 'node_modules/node/bin/node'), '', { mode: 0o755 });
    const answer = execFileSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8', stdio: 'pipe' });
    expect(answer).toBe('');
    // It ends with 1 where the exposure that it counts, of 10, is above 2.5.
    const open = ['security', '--offline=true', '--threshold=25', '--no-pager', file];
    execFileSync('systemd-analyze', open, { stdio: 'pipe' });
  });
});
