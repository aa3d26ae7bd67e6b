import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { PointBatch, seriesKey } from '@telltale/historian';
import { noteForced } from '@telltale/historian/testing/forced-to-disk.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Portal, startPortal, TEST_PASSWORD } from '#testing/portal.ts';
import { logIn } from '#testing/portal-client.ts';
import { startPortalProcess, TelltaleProcess, temporaryFolder } from '#testing/portal-process.ts';
import { WRONG_SETTINGS } from '../operator-errors.ts';
import { makeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';

let folder: { path: string; remove: () => Promise<void> };
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const telltale = (data: string, args: string[], input?: string) =>
  new TelltaleProcess('cli/main.ts', args, { TELLTALE_DATA: data }, input).exited;

/** Starting a process takes seconds where others use the machine too. */
vi.setConfig({ testTimeout: 120_000 });

/** Does what makes a folder, of which every part must be on disk before it is called complete by its last file. */
async function expectForced(made: string, last: string, make: () => Promise<unknown>): Promise<void> {
  const forced = await noteForced(join(made, last));
  await make().finally(forced.stop);
  const lastly = existsSync(made) ? made : join(made, last);
  const parts = (await readdir(lastly, { recursive: true })).map((name) => join(made, name));
  expect(parts.length).toBeGreaterThan(5);
  const needed = parts.filter((path) => path !== join(made, last));
  expect(needed.filter((path) => !forced.paths.has(path))).toEqual([]);
}

describe('telltale user', () => {
  it('adds an account and sets its password, and refuses in one line what cannot be, beside the running portal and without one', async () => {
    const data = join(folder.path, 'data');
    const portal = await startPortalProcess(data);
    const refused = [
      [['user', 'add', 'admin'], 'a long password', 'The user name admin is taken.\n'],
      [['user', 'add', 'ann'], 'short', 'The password must have at least 10 characters.\n'],
      [['user', 'password', 'nobody'], 'a long password', 'There is no user nobody.\n'],
    ] as const;
    const answers = refused.map(([args, password]) => telltale(data, [...args], `${password}\n`));
    const expected = refused.map(([, , output]) => ({ code: 1, output }));
    expect(await Promise.all(answers)).toEqual(expected);
    expect(await telltale(data, ['user', 'add', 'ann'], 'a long password\n')).toEqual({
      code: 0,
      output: 'ann can log in now.\n',
    });
    const ann = await logIn(portal.url, 'ann', 'a long password');
    expect((await telltale(data, ['user', 'password', 'ann'], 'another password\n')).code).toBe(0);
    expect((await ann.get('/api/ef/auth/sessions')).status).toBe(401);
    await portal.kill('SIGTERM');

    expect(await telltale(data, ['user', 'add', 'a:b'], 'a long password\n')).toMatchObject({ code: 1 });
    expect((await telltale(data, ['user', 'add', 'bob', '--admin'], 'a long password\n')).code).toBe(0);
    const again = await startPortalProcess(data);
    await logIn(again.url, 'ann', 'another password');
    const bob = await logIn(again.url, 'bob', 'a long password');
    expect((await bob.get('/api/journal')).status).toBe(200);
    await again.kill('SIGTERM');
  });
});

describe('a backup', () => {
  let portal: Portal;
  const nothing = () => undefined;
  let configFolder: string;
  beforeAll(async () => {
    const own = await temporaryFolder();
    configFolder = join(own.path, 'config');
    portal = await startPortal({ config: { configFolder } });
    return own.remove;
  });
  afterAll(() => portal.close());

  it('made while the portal runs holds what was there before it began, and opens as a portal', async () => {
    await portal.aUser({ username: 'ann', permissions: [6] });
    const batch = new PointBatch();
    for (let index = 0; index < 1_000; index++) batch.add(seriesKey(1, 1), 1_700_000_000_000 + index, index, 192);
    await portal.context.historian.append(batch);
    const filesFolder = portal.context.folder.filesFolder;
    await mkdir(join(filesFolder, 'ab'), { recursive: true });
    await writeFile(join(filesFolder, 'ab', 'file'), 'content');
    await mkdir(configFolder);
    await writeFile(join(configFolder, 'frames.json'), '["https://maps.example"]');

    const backup = join(folder.path, 'backup');
    await expectForced(backup, 'manifest.json', () => makeBackup(portal.config, backup, nothing));
    await portal.aUser({ username: 'later' });
    const data = join(folder.path, 'restored');
    const said: string[] = [];
    await expectForced(`${data}.restoring`, '../restored', () =>
      restoreBackup(backup, data, (line) => said.push(line)).then(() => undefined),
    );
    expect(said.at(-1)).toContain(`${join(data, 'config')}: set TELLTALE_CONFIG to it`);
    expect(await readFile(join(data, 'config/frames.json'), 'utf8')).toContain('maps.example');
    expect((await stat(data)).mode & 0o777).toBe(0o700);

    const restored = await startPortal({ config: { dataFolder: data } });
    try {
      expect((await restored.as('ann')).login?.permissions).toEqual([{ permissionId: 6 }]);
      await expect(restored.newSession('later')).rejects.toThrow('403');
      const { values } = await restored.context.historian.readSeries(seriesKey(1, 1), 0, 2e12);
      expect([values.length, values[999]]).toEqual([1_000, 999]);
      expect(await readFile(join(data, 'files', 'ab', 'file'), 'utf8')).toBe('content');
    } finally {
      await restored.close();
    }
  });

  it('made while points come in holds every one that was acknowledged before it began', async () => {
    const { historian } = portal.context;
    const backup = join(folder.path, 'backup');
    let next = 0;
    let acknowledged = 0;
    const append = async () => {
      const batch = new PointBatch();
      const first = next;
      next += 500;
      for (let index = first; index < next; index++) batch.add(seriesKey(1, 1), 1_700_000_000_000 + index, index, 192);
      await historian.append(batch);
      acknowledged = next;
    };
    while (acknowledged < 20_000) await append();
    const before = acknowledged;
    let isDone = false;
    const made = makeBackup(portal.config, backup, nothing).finally(() => {
      isDone = true;
    });
    while (!isDone) await append();
    await made;
    await restoreBackup(backup, join(folder.path, 'restored'), nothing);
    const restored = await startPortal({ config: { dataFolder: join(folder.path, 'restored') } });
    try {
      const { timesMs, values } = await restored.context.historian.readSeries(seriesKey(1, 1), 0, 2e12);
      expect(timesMs.length).toBeGreaterThanOrEqual(before);
      expect([...values.slice(0, before)].every((value, index) => value === index)).toBe(true);
    } finally {
      await restored.close();
    }
  });

  it('needs an empty folder', async () => {
    await writeFile(join(folder.path, 'something'), '');
    await expect(makeBackup(portal.config, folder.path, nothing)).rejects.toThrow('is not empty');
  });

  describe('to restore', () => {
    let backup: string;
    beforeEach(async () => {
      backup = join(folder.path, 'backup');
      await makeBackup(portal.config, backup, nothing);
    });

    const restore = () => restoreBackup(backup, join(folder.path, 'restored'), nothing);
    const manifest = () => readFile(join(backup, 'manifest.json'), 'utf8');

    it('must have its manifest', async () => {
      await rm(join(backup, 'manifest.json'));
      await expect(restore()).rejects.toThrow('no complete backup');
    });

    it('must name what has the records', async () => {
      await writeFile(join(backup, 'manifest.json'), JSON.stringify({ ...JSON.parse(await manifest()), files: [] }));
      await expect(restore()).rejects.toThrow('its manifest does not name portal.db, which has the records');
    });

    it('must have every file as it was written', async () => {
      await writeFile(join(backup, 'portal.db'), 'x', { flag: 'a' });
      await expect(restore()).rejects.toThrow('portal.db is not what was written');
      await rm(join(backup, 'portal.db'));
      await expect(restore()).rejects.toThrow('portal.db is missing');
    });

    it.each(['../outside', '/etc/passwd', 'a/../../outside', 'C:\\x', 'a\\..\\b'])(
      'may not lead to %s',
      async (path) => {
        const text = (await manifest()).replace('"portal.db"', JSON.stringify(path));
        await writeFile(join(backup, 'manifest.json'), text);
        await expect(restore()).rejects.toThrow('no manifest that this version can read');
      },
    );

    it('may not hold links or more than its manifest says', async () => {
      await symlink('/etc/passwd', join(backup, 'link'));
      await expect(restore()).rejects.toThrow('no plain file');
      await rm(join(backup, 'link'));
      await writeFile(join(backup, 'extra'), '');
      await expect(restore()).rejects.toThrow('extra');
    });

    it('goes into a new folder only', async () => {
      const target = join(folder.path, 'restored');
      await mkdir(target);
      await writeFile(join(target, 'mine'), '');
      await expect(restore()).rejects.toThrow('is not empty');
      expect(await readFile(join(target, 'mine'), 'utf8')).toBe('');
    });
  });
});

describe('the process', () => {
  it('refuses a data folder that another one uses, and takes it over after a kill', async () => {
    const data = join(folder.path, 'data');
    const first = await startPortalProcess(data);
    const second = new TelltaleProcess('main.ts', [], {
      TELLTALE_DATA: data,
      TELLTALE_PORT: '1',
      TELLTALE_MQTT_PORT: 'off',
    });
    expect(await second.exited).toEqual({
      code: 1,
      output: `Another Telltale (process ${first.child.pid}) is using the data folder ${data}. Stop it first.\n`,
    });
    const ann = await logIn(first.url, 'admin', TEST_PASSWORD);
    await first.kill('SIGKILL');
    const third = await startPortalProcess(data);
    const cookie = ann.cookie ?? '';
    expect((await fetch(`${third.url}/api/ef/auth/sessions`, { headers: { Cookie: cookie } })).status).toBe(200);
    expect((await third.kill('SIGTERM')).code).toBe(0);
  });

  it('says in one line which setting is wrong, and does not start', async () => {
    const env = { TELLTALE_DATA: join(folder.path, 'data'), TELLTALE_PORT: '99999', TELLTALE_MQTT_PORT: 'x' };
    const { code, output } = await new TelltaleProcess('main.ts', [], env).exited;
    expect(code).toBe(WRONG_SETTINGS);
    expect(output).toMatch(/TELLTALE_PORT: must be a port number/);
    expect(output).toMatch(/TELLTALE_MQTT_PORT/);
    await expect(stat(join(folder.path, 'data'))).rejects.toThrow('ENOENT');
  });

  it('refuses a weak password for its first account by the name of the setting', async () => {
    const env = { TELLTALE_DATA: join(folder.path, 'data'), TELLTALE_ADMIN_PASSWORD: 'short', TELLTALE_PORT: '0' };
    const { code, output } = await new TelltaleProcess('main.ts', [], env).exited;
    expect(code).toBe(WRONG_SETTINGS);
    expect(output).toContain('TELLTALE_ADMIN_PASSWORD: The password must have at least 10 characters.');
  });

  it('shows the password of a new folder even when it cannot serve, and when a command is what makes the folder', async () => {
    const data = join(folder.path, 'data');
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const env = { TELLTALE_HOST: '127.0.0.1', TELLTALE_MQTT_PORT: 'off', TELLTALE_PORT: String(port) };
    const failed = await new TelltaleProcess('main.ts', [], { ...env, TELLTALE_DATA: data }).exited;
    taken.close();
    expect(failed.code).toBe(1);
    expect(failed.output).toMatch(/log in as admin with the password \S{20}/);
    expect(failed.output).toMatch(/another program uses this port/);
    const other = { TELLTALE_DATA: join(folder.path, 'other') };
    const command = await new TelltaleProcess('cli/main.ts', ['user', 'add', 'ann'], other, TEST_PASSWORD).exited;
    expect(command.output).toMatch(/log in as admin with the password \S{20}/);
  });

  it('prints the password of a new folder once, and logs no secret', async () => {
    const data = join(folder.path, 'data');
    const first = await startPortalProcess(data, { TELLTALE_ADMIN_PASSWORD: '', TELLTALE_LOG_LEVEL: 'debug' });
    await first.says('It is shown this once');
    const password = /password (\S+)/.exec(first.output)?.[1] ?? '';
    expect(password.length).toBeGreaterThanOrEqual(20);
    const admin = await logIn(first.url, 'admin', password);
    await admin.post('/api/v1/device-secret/telemetry', { temperature: 1 });
    await admin.get('/login?changeId=reset-secret');
    const { output } = await first.kill('SIGTERM');
    const log = output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .join('\n');
    for (const secret of [
      admin.cookie?.slice(8) ?? '?',
      admin.login?.brokerToken ?? '?',
      'device-secret',
      'reset-secret',
    ]) {
      expect(log).not.toContain(secret);
    }
    expect(log).not.toContain(password);
    const second = await startPortalProcess(data);
    expect(second.output).not.toContain('password');
    await second.kill('SIGTERM');
  });
});
