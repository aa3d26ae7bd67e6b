import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { connectAsync, connect as connectMqtt, type IClientOptions } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { pointsOf } from '#testing/history-reading.ts';
import { ownCertificate } from '#testing/own-certificate.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { CertificateFiles } from '../tls/certificate-files.ts';
import { DeviceBroker } from './device-broker.ts';
import { startDeviceBroker } from './start-device-broker.ts';
import type { SupervisedBroker } from './supervised-broker.ts';

const DAY_MS = 86_400_000;
const TELEMETRY = 'v1/devices/me/telemetry';
const own = ownCertificate();
const authority = ownCertificate({ name: 'Field devices' });
const log = createLog('silent');

let folder: string;
let portal: Portal;
let certificates: CertificateFiles;
let broker: SupervisedBroker;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-mqtts-'));
  const fileOf = (name: string) => join(folder, name);
  await writeFile(fileOf('portal.pem'), own.cert);
  await writeFile(fileOf('portal.key'), own.key);
  await writeFile(fileOf('devices.pem'), authority.cert);
  const tls = {
    certFile: fileOf('portal.pem'),
    keyFile: fileOf('portal.key'),
    deviceCaFile: fileOf('devices.pem'),
    mqttsPort: 0,
  };
  portal = await startPortal({ config: { mqttPort: undefined } });
  certificates = await CertificateFiles.open(tls, log, Date.now);
  broker = await startDeviceBroker(portal.context, { ...portal.config, tls }, log, certificates);
});
afterAll(async () => {
  await broker.close();
  await certificates.close();
  await portal.close();
  await rm(folder, { recursive: true });
});

const connect = (options: IClientOptions) =>
  connectAsync(`mqtts://127.0.0.1:${broker.securePort}`, {
    ca: own.cert,
    reconnectPeriod: 0,
    connectTimeout: 5_000,
    ...options,
  });

/** How a connection ended that did not come about. */
const refusal = (options: IClientOptions) =>
  new Promise<string>((resolve) => {
    const client = connectMqtt(`mqtts://127.0.0.1:${broker.securePort}`, {
      ca: own.cert,
      reconnectPeriod: 0,
      ...options,
    });
    client.on('connect', () => resolve('connected')).on('error', (error) => resolve(error.message));
    client.on('close', () => resolve('closed'));
  });

describe('MQTT over TLS', () => {
  it('takes a token, and what is sent with it', async () => {
    const asset = await portal.anAsset();
    const client = await connect({ username: asset.accessToken });
    await client.publishAsync(TELEMETRY, '{"Pressure":4}', { qos: 1 });
    await client.endAsync();
    expect(await pointsOf(await portal.as('admin'), asset.assetId, 'Pressure')).toHaveLength(1);
    expect(await refusal({ username: 'unknown' })).toMatch(/Bad username/);
    expect(await refusal({})).toMatch(/Not authorized/);
  });

  it.each(['serial number', 'token'] as const)('takes a certificate with the %s instead', async (what) => {
    const asset = await portal.anAsset();
    const name = what === 'token' ? asset.accessToken : asset.serialNumber;
    const client = await connect(ownCertificate({ name, signer: authority }));
    await client.publishAsync(TELEMETRY, '{"Flow":1}', { qos: 1 });
    await client.endAsync();
    expect(await pointsOf(await portal.as('admin'), asset.assetId, 'Flow')).toHaveLength(1);
  });

  it('refuses certificates that are expired, of another authority, or of no asset (I1)', async () => {
    const { serialNumber: name, accessToken } = await portal.anAsset();
    const expired = ownCertificate({ name, signer: authority, nowMs: Date.now() - 2 * DAY_MS });
    expect(await refusal(expired)).toBe('closed');
    expect(await refusal({ ...expired, username: accessToken })).toBe('closed');
    expect(await refusal(ownCertificate({ name }))).toBe('closed');
    expect(await refusal(ownCertificate({ name: 'nobody', signer: authority }))).toMatch(/Not authorized/);
  });

  it.each<ConnectionOptions>([
    { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' },
    { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
    { maxVersion: 'TLSv1.2', ciphers: 'eNULL:@SECLEVEL=0' },
    { maxVersion: 'TLSv1.2', ciphers: '3DES:@SECLEVEL=0' },
  ])('refuses what is weaker: %j (I1)', async (weak) => {
    const ended = new Promise<string>((resolve, reject) => {
      connectTls({ host: '127.0.0.1', port: broker.securePort, ca: own.cert, ...weak })
        .on('secureConnect', () => resolve('connected'))
        .on('error', reject);
    });
    // Where this machine's own library does not know the cipher any more it says so itself.
    await expect(ended).rejects.toMatchObject({ code: expect.stringMatching(/^ERR_SSL_/) });
  });

  it('is what other machines must use once it is there (I2)', async () => {
    const { deviceSessions } = portal.context;
    const options = { host: '127.0.0.1', port: 0, takesClearText: () => false };
    const strict = await DeviceBroker.start(deviceSessions, log, options);
    const { accessToken: username } = await portal.anAsset();
    const connecting = connectAsync(`mqtt://127.0.0.1:${strict.port}`, { username, reconnectPeriod: 0 });
    await expect(connecting).rejects.toThrow();
    expect(strict.stats().refusedConnects).toBe(1);
    await strict.close();
  });
});
