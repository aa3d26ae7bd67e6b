import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, PortalClient } from '#testing/portal-client.ts';
import { startPortalProcess, TelltaleProcess, temporaryFolder } from '#testing/portal-process.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { WRONG_SETTINGS } from './operator-errors.ts';

let folder: { path: string; remove: () => Promise<void> };
let data: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
});
afterEach(() => folder.remove());

const startAgain = (env: Record<string, string> = {}) =>
  new TelltaleProcess('main.ts', [], {
    TELLTALE_DATA: data,
    TELLTALE_HOST: '127.0.0.1',
    TELLTALE_PORT: '0',
    TELLTALE_MQTT_PORT: 'off',
    ...env,
  });

/** Starting a process takes seconds where others use the machine too. */
vi.setConfig({ testTimeout: 180_000 });

describe('a data folder that cannot be used', () => {
  beforeEach(async () => {
    const portal = await startPortalProcess(data);
    await portal.kill('SIGTERM');
  });

  it('with a damaged database says at its address what is wrong, and stays, and leaves it as it is (R13)', async () => {
    const backup = join(folder.path, 'backup');
    const environment = { TELLTALE_DATA: data };
    expect(await new TelltaleProcess('cli/main.ts', ['backup', backup], environment).exited).toMatchObject({ code: 0 });
    const file = await open(join(data, 'portal.db'), 'r+');
    const { size } = await file.stat();
    for (let page = 1; page < size / 4096; page++) await file.write(Buffer.alloc(64, 0x5a), 0, 64, page * 4096);
    await file.close();
    const port = await freePort();
    const damaged = startAgain({ TELLTALE_PORT: String(port) });
    await damaged.says('answering 503');
    expect(damaged.output).toMatch(/portal\.db is damaged .*telltale restore/);
    expect(damaged.output).not.toMatch(/\.ts:\d+/);
    const anonymous = new PortalClient(`http://127.0.0.1:${port}`, 'anonymous');
    const health = await anonymous.get<{ status: string; reason: string }>('/api/health');
    expect([health.status, health.body.status]).toEqual([503, 'failing']);
    expect(health.body.reason).toContain('damaged');
    const page = await anonymous.get<string>('/');
    expect([page.status, page.text]).toEqual([503, expect.stringContaining('The database of this portal is damaged')]);
    expect(page.text).not.toContain(data);
    expect((await damaged.kill('SIGTERM')).code).toBe(0);
    expect((await stat(join(data, 'portal.db'))).size).toBe(size);

    const restored = join(folder.path, 'restored');
    const restore = new TelltaleProcess('cli/main.ts', ['restore', backup, '--to', restored], environment);
    expect(await restore.exited).toMatchObject({ code: 0 });
    const portal = await startPortalProcess(restored);
    expect((await logIn(portal.url, 'admin', TEST_PASSWORD)).login?.auth.user.username).toBe('admin');
    await portal.kill('SIGTERM');
  });

  it('from a newer version is refused with a text', async () => {
    const database = new DatabaseSync(join(data, 'portal.db'));
    database.exec("insert into kysely_migration (name, timestamp) values ('9999-future', 'x')");
    database.close();
    const { code, output } = await startAgain().exited;
    expect([code, output]).toEqual([
      WRONG_SETTINGS,
      expect.stringMatching(/^The database was written by a newer version of Telltale/),
    ]);
  });

  it('from an older version is copied before it is brought up to date', async () => {
    const database = new DatabaseSync(join(data, 'portal.db'));
    const older = '0186-alarm-places';
    database.exec(`delete from kysely_migration where name >= '${older}'`);
    database.close();
    // Its table is there already, so that it fails: both states must survive that.
    const { code, output } = await startAgain().exited;
    expect([code, output]).toEqual([WRONG_SETTINGS, expect.stringContaining('it was left as it was')]);
    const [copy = ''] = await readdir(join(data, 'before-migration'));
    expect(copy).toContain(older);
    const saved = new DatabaseSync(join(data, 'before-migration', copy), { readOnly: true });
    expect(saved.prepare('select count(*) as users from users').get()).toEqual({ users: 1 });
    saved.close();
  });

  it('is told from a port that is taken', async () => {
    const portal = await startPortalProcess(data);
    const port = new URL(portal.url).port;
    const { code, output } = await startAgain({ TELLTALE_DATA: join(folder.path, 'other'), TELLTALE_PORT: port })
      .exited;
    expect(code).toBe(1);
    expect(output).toContain('another program uses this port');
    await portal.kill('SIGTERM');
  });
});
