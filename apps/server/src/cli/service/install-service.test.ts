import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#testing/portal-process.ts';
import { installService } from './install-service.ts';
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
const install = (env: Record<string, string>, options: { user?: string } = {}) => {
  said.length = 0;
  const all = { user: 'telltale', data: '/var/lib/telltale', root: folder.path, ...options };
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
      expect(settings).toContain('TELLTALE_ADMIN_PASSWORD="a \\"long\\" \\$word"\n');
      expect(settings).toContain('TELLTALE_DATA=/var/lib/telltale\n');
      expect(settings).not.toContain('PATH');
      expect((await stat(join(folder.path, SETTINGS))).mode & 0o777).toBe(0o640);
      expect((await stat(join(folder.path, 'var/lib/telltale'))).mode & 0o777).toBe(0o700);
      expect(said.join('\n')).toMatch(
        /The folder \/var\/lib\/telltale was made[\s\S]*The unit is[\s\S]*systemctl enable --now telltale/,
      );
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

describe('the unit', () => {
  it('writes to the data folder, the backups and the common files alone, and opens low ports only when asked to', () => {
    const unit = unitFile('telltale', { ...paths, backups: '/mnt/backups', files: '/srv/files' }, [8080, 1883]);
    expect(unit).toContain('ReadWritePaths=/var/lib/telltale /mnt/backups /srv/files\n');
    expect(unitFile('telltale', paths, [])).toContain('ReadWritePaths=/var/lib/telltale\n');
    expect(unit).toContain('ProtectSystem=strict');
    expect(unit).toContain('CapabilityBoundingSet=\n');
    expect(unitFile('telltale', paths, [443])).toContain('CapabilityBoundingSet=CAP_NET_BIND_SERVICE\n');
    expect(unitFile('telltale', { ...paths, program: '/home/ann/telltale' }, [])).toContain('ProtectHome=read-only');
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
