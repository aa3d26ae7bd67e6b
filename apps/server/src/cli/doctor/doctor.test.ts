import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Config, ConfigError, readConfig } from '#config/config.ts';
import { ownCertificate } from '#testing/own-certificate.ts';
import { startPortal } from '#testing/portal.ts';
import { temporaryFolder } from '#testing/portal-process.ts';
import { backupName } from '../../backups/backup-plan.ts';
import { examine } from './doctor.ts';
import { checkConfigFolder } from './folder-checks.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.now();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let config: Config;

beforeEach(async () => {
  folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  await mkdir(data, { mode: 0o700 });
  config = {
    ...readConfig({ TELLTALE_DATA: data, TELLTALE_HOST: '127.0.0.1' }),
    configFolder: join(folder.path, 'config'),
    httpPort: 0,
    mqttPort: 0,
  };
});
afterEach(() => folder.remove());

/** How one thing stands with these settings. */
async function findingOf(what: string, changed: Partial<Config> = {}, nowMs = NOW_MS) {
  const findings = await examine(() => ({ ...config, ...changed }), nowMs);
  const found = findings.find((one) => one.what === what);
  return found && [found.state, found.text];
}

it('finds nothing wrong with a new portal but what is not set yet', async () => {
  const findings = await examine(() => config, NOW_MS);
  expect(findings.filter(({ state }) => state === 'fault')).toEqual([]);
  const warned = findings.filter(({ state }) => state === 'warning').map(({ what }) => what);
  expect(warned.filter((what) => !['Clock', 'Disk', 'Open files'].includes(what))).toEqual(['Mails', 'Backups']);
});

it('says which setting is wrong, and goes no further', async () => {
  const findings = await examine(() => {
    throw new ConfigError('TELLTALE_PORT: must be a port number');
  }, NOW_MS);
  expect(findings).toEqual([{ what: 'Settings', state: 'fault', text: 'TELLTALE_PORT: must be a port number' }]);
});

it('looks at the data folder: there, for this user alone', async () => {
  expect(await findingOf('Data folder', { dataFolder: join(folder.path, 'new/deep') })).toEqual([
    'ok',
    expect.stringMatching(/not exist/),
  ]);
  await writeFile(join(folder.path, 'file'), '');
  expect(await findingOf('Data folder', { dataFolder: join(folder.path, 'file') })).toEqual([
    'fault',
    expect.stringMatching(/no folder/),
  ]);
  expect(await findingOf('Permissions')).toEqual(['ok', expect.stringMatching(/alone/)]);
  await chmod(config.dataFolder, 0o755);
  expect(await findingOf('Permissions')).toEqual(['warning', expect.stringMatching(/chmod -R go=/)]);
});

it('names files of the configuration that are no JSON', async () => {
  await mkdir(config.configFolder);
  await writeFile(join(config.configFolder, 'links.json'), '[]');
  expect(await findingOf('Configuration files')).toEqual(['ok', expect.stringMatching(/^1 in/)]);
  await writeFile(join(config.configFolder, 'alarms.json'), '{"severities": [}');
  expect(await findingOf('Configuration files')).toEqual(['fault', expect.stringMatching(/alarms\.json: /)]);
  // Of several nodes those count first that all of them have.
  const cluster = { servers: [], node: 'one', filesFolder: join(folder.path, 'files') };
  await mkdir(join(cluster.filesFolder, 'config'), { recursive: true });
  await writeFile(join(config.configFolder, 'alarms.json'), '{}');
  await writeFile(join(cluster.filesFolder, 'config', 'broker.json'), 'rules');
  expect(await checkConfigFolder({ ...config, cluster })).toMatchObject({
    state: 'fault',
    text: expect.stringMatching(/files\/config\/broker\.json: /),
  });
});

it('warns where pages could not write their files', async () => {
  await writeFile(join(folder.path, 'file'), '');
  expect(await findingOf('Configuration files', { configFolder: join(folder.path, 'file/config') })).toEqual([
    'warning',
    expect.stringMatching(/may not write to .*file\/config.*Set TELLTALE_CONFIG/),
  ]);
});

it('finds ports taken by other programs, and a portal that serves', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await findingOf(`Port ${port}`, { httpPort: port })).toEqual([
    'fault',
    expect.stringMatching(/Another program.*TELLTALE_PORT/),
  ]);
  other.close();
  const portal = await startPortal();
  const running = { dataFolder: portal.config.dataFolder, httpPort: portal.httpPort };
  expect(await findingOf('Running portal', running)).toEqual(['ok', expect.stringMatching(/serves/)]);
  expect(await findingOf('Database', running)).toEqual(['ok', expect.stringMatching(/whole/)]);
  expect(await findingOf('Running portal', { ...running, httpPort: port })).toEqual([
    'fault',
    expect.stringMatching(/cannot be asked/),
  ]);
  await portal.close();
});

it('finds a damaged database', async () => {
  await writeFile(
    join(config.dataFolder, 'portal.db'),
    'no database at all, but long enough to be looked at'.repeat(50),
  );
  expect(await findingOf('Database')).toEqual(['fault', expect.stringMatching(/damaged.*telltale restore/)]);
});

it('tells a database file that it may not read from a damaged one', async () => {
  const other = new DatabaseSync(join(config.dataFolder, 'portal.db'));
  other.exec('begin exclusive');
  expect(await findingOf('Database')).toEqual([
    'fault',
    expect.stringMatching(/portal\.db cannot be read: database is l/),
  ]);
  other.close();
});

it('holds the certificate against the address and the calendar', async () => {
  const { cert, key } = ownCertificate();
  const tls = {
    certFile: join(folder.path, 'portal.pem'),
    keyFile: join(folder.path, 'portal.key'),
    deviceCaFile: undefined,
    mqttsPort: undefined,
  };
  await writeFile(tls.certFile, cert);
  expect(await findingOf('Encryption', { tls })).toEqual([
    'fault',
    expect.stringMatching(/portal\.key cannot be read/),
  ]);
  await writeFile(tls.keyFile, key, { mode: 0o644 });
  expect(await findingOf('Encryption', { tls })).toEqual([
    'warning',
    expect.stringMatching(/Other users.*chmod o= .*portal\.key/),
  ]);
  await chmod(tls.keyFile, 0o640);
  expect(await findingOf('Encryption', { tls })).toEqual([
    'warning',
    expect.stringMatching(/expires within two weeks/),
  ]);
  expect(await findingOf('Encryption', { tls }, NOW_MS + 3 * DAY_MS)).toEqual([
    'fault',
    expect.stringMatching(/has expired/),
  ]);
  expect(await findingOf('Encryption', { tls, publicUrl: 'https://portal.example' })).toEqual([
    'fault',
    expect.stringMatching(/does not name portal\.example/),
  ]);
  expect(await findingOf('Encryption', { host: '0.0.0.0' })).toEqual([
    'warning',
    expect.stringMatching(/Only this machine.*TELLTALE_TLS_CERT/),
  ]);
  const allowed = { host: '0.0.0.0', allowInsecure: true };
  expect(await findingOf('Encryption', allowed)).toEqual(['warning', expect.stringMatching(/TELLTALE_TLS_CERT/)]);
  expect(await findingOf('Encryption', { ...allowed, publicUrl: 'https://portal.example' })).toEqual([
    'warning',
    expect.stringMatching(/TELLTALE_TRUSTED_PROXIES/),
  ]);
  expect(await findingOf('Encryption', { host: '0.0.0.0', trustedProxies: ['10.0.0.2'] })).toEqual([
    'ok',
    expect.stringMatching(/without TLS/),
  ]);
});

it('names an authority of devices that ends, before their certificates are refused', async () => {
  const { cert, key } = ownCertificate({ nowMs: NOW_MS + 60 * DAY_MS });
  const tls = {
    certFile: join(folder.path, 'portal.pem'),
    keyFile: join(folder.path, 'portal.key'),
    deviceCaFile: join(folder.path, 'devices.pem'),
    mqttsPort: undefined,
  };
  await writeFile(tls.certFile, cert);
  await writeFile(tls.keyFile, key, { mode: 0o600 });
  const [ended, lasts] = [
    ownCertificate({ name: 'Old', nowMs: NOW_MS }),
    ownCertificate({ name: 'New', nowMs: NOW_MS + 60 * DAY_MS }),
  ];
  const later = NOW_MS + 60 * DAY_MS;
  await writeFile(tls.deviceCaFile, ended.cert);
  expect(await findingOf('Encryption', { tls }, later)).toEqual([
    'fault',
    expect.stringMatching(/authority of devices has expired \(.*CN=Old/),
  ]);
  await writeFile(tls.deviceCaFile, `${lasts.cert}\n${ended.cert}`);
  expect(await findingOf('Encryption', { tls }, later - DAY_MS * 0.5)).toEqual([
    'warning',
    expect.stringMatching(/An authority in TELLTALE_DEVICE_CA expires/),
  ]);
});

it('tells a mail server that does not answer, and PostgreSQL that is not there', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  other.close();
  await once(other, 'close');
  expect(await findingOf('Mails', { smtpUrl: `smtp://127.0.0.1:${port}` })).toEqual([
    'fault',
    expect.stringMatching(/127\.0\.0\.1/),
  ]);
  const databaseUrl = `postgres://nobody@127.0.0.1:${port}/none`;
  expect(await findingOf('PostgreSQL', { databaseUrl })).toEqual([
    'fault',
    expect.stringMatching(/TELLTALE_DATABASE_URL/),
  ]);
});

it('asks an identity provider whether it is the one that is named', async () => {
  let issuer = '';
  const provider = createHttpServer((_, reply) => {
    const at = (path: string) => `${issuer}${path}`;
    reply.setHeader('Content-Type', 'application/json');
    reply.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: at('/login'),
        token_endpoint: at('/token'),
        jwks_uri: at('/keys'),
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const at = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const oidc = { issuer: at, clientId: 'portal', clientSecret: undefined, label: 'Log in', newAccounts: true };
  const publicUrl = 'http://127.0.0.1:8080';
  const said = (changed: Partial<Config>) => findingOf('Identity provider', { oidc, publicUrl, ...changed });
  expect(await findingOf('Identity provider')).toBe(undefined);
  expect(await findingOf('Identity provider', { oidc })).toEqual([
    'warning',
    expect.stringMatching(/TELLTALE_PUBLIC_URL/),
  ]);
  issuer = at;
  expect(await said({})).toEqual(['ok', expect.stringMatching(/answers/)]);
  issuer = 'https://another.example';
  expect(await said({})).toEqual(['fault', expect.stringMatching(/TELLTALE_OIDC_ISSUER/)]);
  provider.close();
  provider.closeAllConnections();
  expect(await said({})).toEqual(['fault', expect.stringMatching(/TELLTALE_OIDC_ISSUER.*lets nobody log in/)]);
});

it('asks for backups that can be restored, lately, and on another disk', async () => {
  const backupFolder = join(folder.path, 'backups');
  expect(await findingOf('Backups', { backupFolder })).toEqual(['ok', expect.stringMatching(/none yet/)]);
  await mkdir(join(backupFolder, backupName(NOW_MS - 3 * DAY_MS)), { recursive: true });
  expect(await findingOf('Backups', { backupFolder })).toEqual(['warning', expect.stringMatching(/verified yet/)]);
  await writeFile(join(backupFolder, `${backupName(NOW_MS - 3 * DAY_MS)}.verified`), '{}');
  expect(await findingOf('Backups', { backupFolder })).toEqual([
    'warning',
    expect.stringMatching(/why none came since/),
  ]);
  await writeFile(join(backupFolder, `${backupName(NOW_MS)}.verified`), '{}');
  await mkdir(join(backupFolder, backupName(NOW_MS)));
  expect(await findingOf('Backups', { backupFolder })).toEqual([
    'warning',
    expect.stringMatching(/disk of the data folder/),
  ]);
});

it('does not trust a clock that stands at the beginning', async () => {
  expect(await findingOf('Clock', {}, Date.UTC(1970, 0, 2))).toEqual(['fault', expect.stringMatching(/1970/)]);
});
