import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { ownCertificate } from '#testing/own-certificate.ts';
import { startPortal } from '#testing/portal.ts';
import { openRedirectPort, type RedirectPort } from './redirect-port.ts';

const own = ownCertificate({ name: 'portal.example' });
const certificates = { certificate: new X509Certificate(own.cert) };
const log = createLog('silent');

let folder: string;
const tls = (redirectPort: number) => ({
  certFile: join(folder, 'portal.pem'),
  keyFile: join(folder, 'portal.key'),
  deviceCaFile: undefined,
  mqttsPort: undefined,
  redirectPort,
});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-redirect-'));
  await writeFile(join(folder, 'portal.pem'), own.cert);
  await writeFile(join(folder, 'portal.key'), own.key);
});
afterAll(() => rm(folder, { recursive: true }));

async function open(httpsPort: number, publicUrl?: string): Promise<RedirectPort & { port: number }> {
  const opened = await openRedirectPort({ host: '127.0.0.1', publicUrl, tls: tls(0) }, certificates, httpsPort, log);
  if (opened?.port === undefined) throw new Error('The port was not opened.');
  return { port: opened.port, close: () => opened.close() };
}

interface Answer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
}

function ask(port: number, host: string, { method = 'GET', path = '/assets?filter=a' } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers: { Host: host }, agent: false })
      .on('error', reject)
      .on('response', (reply) => {
        reply.resume();
        resolve({ status: reply.statusCode, headers: reply.headers });
      })
      .end();
  });
}

describe('the port that who types http:// comes to', () => {
  it.each([
    ['a name of the certificate', 443, 'portal.example', 'https://portal.example/assets?filter=a'],
    ['one with a port', 443, 'PORTAL.example:80', 'https://PORTAL.example/assets?filter=a'],
    ['a portal at another port', 8443, 'portal.example', 'https://portal.example:8443/assets?filter=a'],
    ['the address that it came to', 443, '127.0.0.1', 'https://127.0.0.1/assets?filter=a'],
  ])('sends on %s', async (_, httpsPort, host, location) => {
    const { port, close } = await open(httpsPort);
    const { status, headers } = await ask(port, host);
    expect([status, headers.location]).toEqual([308, location]);
    // Only who came over https is told to go on doing so.
    expect(headers['strict-transport-security']).toBeUndefined();
    expect((await ask(port, host, { method: 'HEAD' })).status).toBe(308);
    await close();
  });

  it.each([
    'elsewhere.example',
    'portal.example.elsewhere.example',
    'portal.example/@elsewhere.example',
    'portal.example@elsewhere.example',
    '192.0.2.7',
    '[2001:db8::7]',
    '.portal.example',
    '..',
    '999.999.999.999',
    '[:::]',
  ])('sends nobody to %j, which whoever asks has written', async (host) => {
    const { port, close } = await open(443);
    const { status, headers } = await ask(port, host);
    expect([(status ?? 0) >= 400, headers.location]).toEqual([true, undefined]);
    await close();
  });

  it('sends everybody to the address of the settings', async () => {
    const { port, close } = await open(8443, 'https://watch.example');
    const { status, headers } = await ask(port, 'elsewhere.example');
    expect([status, headers.location]).toEqual([308, 'https://watch.example/assets?filter=a']);
    await close();
  });

  it('takes no call and changes nothing (I2)', async () => {
    const { port, close } = await open(443);
    expect((await ask(port, 'portal.example', { path: '/api/ef/auth/login' })).status).toBe(403);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect((await ask(port, 'portal.example', { method })).status).toBe(403);
    }
    // A target without a path would be read as a part of the name.
    for (const path of ['.elsewhere.example', 'http://elsewhere.example/']) {
      const { status, headers } = await ask(port, 'portal.example', { path });
      expect([(status ?? 0) >= 400, headers.location]).toEqual([true, undefined]);
    }
    await close();
  });

  it('ends with the portal, whoever is connected', async () => {
    const { port, close } = await open(443);
    const silent = connect(port, '127.0.0.1');
    await new Promise((resolve) => silent.once('connect', resolve));
    const ended = new Promise((resolve) => silent.once('close', resolve));
    silent.on('error', () => undefined);
    await close();
    await ended;
  });
});

describe('a portal with such a port', () => {
  it('opens it beside its own', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await new Promise((resolve) => other.close(resolve));
    const portal = await startPortal({ config: { tls: tls(port) } });
    const { headers } = await ask(port, '127.0.0.1');
    expect(headers.location).toBe(`https://127.0.0.1:${portal.httpPort}/assets?filter=a`);
    await portal.close();
  });

  it('serves all the same where another program has it, and says so', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const portal = await startPortal({ config: { tls: tls(port) } });
    expect(await portal.context.health.findWarnings()).toContain(
      `Who types http:// is not sent on to https: port ${port} (TELLTALE_REDIRECT_PORT) could not be opened.`,
    );
    expect(await portal.context.health.findFaults()).toEqual([]);
    await portal.close();
    other.close();
  });
});
