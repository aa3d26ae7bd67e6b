import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createLog } from '#config/log.ts';
import { ownCertificate } from '#testing/own-certificate.ts';
import { type Portal, startPortal, TEST_PASSWORD } from '#testing/portal.ts';
import { basicHeader } from '#testing/portal-client.ts';
import { CertificateFileError } from './certificate-file-error.ts';
import { CertificateFiles } from './certificate-files.ts';

const first = ownCertificate();
const LOGIN = '/api/ef/auth/login';
const log = createLog('silent');

let folder: string;
let portal: Portal;
const fileOf = (name: string) => join(folder, name);
const tls = () => ({
  certFile: fileOf('portal.pem'),
  keyFile: fileOf('portal.key'),
  deviceCaFile: undefined,
  mqttsPort: undefined,
});

async function write({ cert, key }: { cert: string; key: string }): Promise<void> {
  await Promise.all([writeFile(fileOf('portal.pem'), cert), writeFile(fileOf('portal.key'), key)]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-tls-'));
  await write(first);
  portal = await startPortal({ config: { tls: tls() } });
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** One request over http or https, trusting the certificate. */
function ask(scheme: 'http' | 'https', path: string, headers: Record<string, string> = {}, method = 'GET') {
  const options = { host: '127.0.0.1', port: portal.httpPort, path, method, headers, agent: false };
  return new Promise<Answer>((resolve, reject) => {
    const request =
      scheme === 'https' ? secureRequest({ ...options, ca: first.cert }) : plainRequest({ ...options, agent: false });
    request.on('error', reject).on('response', (reply) => {
      let text = '';
      reply
        .on('data', (chunk: Buffer) => {
          text += chunk.toString();
        })
        .on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, text }));
    });
    request.end();
  });
}

const login = (scheme: 'http' | 'https') =>
  ask(scheme, LOGIN, { 'X-Requested-With': 'Telltale', Authorization: basicHeader('admin', TEST_PASSWORD) });

describe('a portal with a certificate', () => {
  it('serves over https: cookies for https alone, and browsers told to stay there', async () => {
    const { status, headers } = await login('https');
    expect(status).toBe(200);
    expect(String(headers['set-cookie'])).toMatch(/; Secure/);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(portal.context.publicAddress.url).toBe(`https://127.0.0.1:${portal.httpPort}`);
  });

  it('sends pages on to https at the same port, and takes no call without it (I2)', async () => {
    const page = await ask('http', '/assets?filter=a');
    expect([page.status, page.headers.location]).toEqual([308, `https://127.0.0.1:${portal.httpPort}/assets?filter=a`]);
    expect(await login('http')).toMatchObject({ status: 403, text: expect.stringContaining('https only') });
    expect((await ask('http', '/assets', {}, 'POST')).status).toBe(403);
    // Nobody is sent where a header points that is no host.
    expect((await ask('http', '/assets', { Host: 'portal.example/@elsewhere' })).status).toBe(403);
  });

  it.each(['/mqtt', '/device-mqtt'])('upgrades %s over TLS only', async (path) => {
    const open = (scheme: string) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`${scheme}://127.0.0.1:${portal.httpPort}${path}`, ['mqtt'], { ca: first.cert });
        socket.on('open', () => resolve('open')).on('error', (error) => resolve(error.message));
        socket.on('open', () => socket.terminate());
      });
    expect(await open('ws')).toMatch(/308/);
    expect(await open('wss')).toMatch(path === '/device-mqtt' ? /open/ : /40[13]/);
  });

  it.each(['TLSv1', 'TLSv1.1'] as const)('refuses %s (I1)', async (version) => {
    const ended = new Promise<string>((resolve) => {
      connect({
        host: '127.0.0.1',
        port: portal.httpPort,
        ca: first.cert,
        minVersion: version,
        maxVersion: version,
        ciphers: 'ALL:@SECLEVEL=0',
      })
        .on('secureConnect', () => resolve('connected'))
        .on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    });
    expect(await ended).toMatch(/^ERR_SSL_/);
  });

  it.each(['eNULL:@SECLEVEL=0', '3DES:@SECLEVEL=0'])(
    'shares no cipher with who offers %s alone (I1)',
    async (ciphers) => {
      const ended = new Promise<string>((resolve, reject) => {
        try {
          connect({ host: '127.0.0.1', port: portal.httpPort, ca: first.cert, maxVersion: 'TLSv1.2', ciphers })
            .on('secureConnect', () => resolve('connected'))
            .on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
        } catch (error) {
          // This machine's own library does not know the cipher any more.
          resolve(String((error as NodeJS.ErrnoException).code));
          reject(error);
        }
      });
      expect(await ended).toMatch(/^ERR_SSL_/);
    },
  );

  it('ends a connection that says nothing when the portal stops', async () => {
    const other = await startPortal({ config: { tls: tls() } });
    const silent = connectPlain(other.httpPort, '127.0.0.1');
    await new Promise((resolve) => silent.once('connect', resolve));
    const closed = new Promise((resolve) => silent.once('close', resolve));
    await other.close();
    await closed;
  });
});

describe('the files of a certificate', () => {
  const nameAt = (port: number, ca: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, ca }, () => {
        const { CN: name } = socket.getPeerCertificate().subject;
        socket.destroy();
        resolve(String(name));
      });
      socket.on('error', reject);
    });

  it('are taken up anew while the portal runs, once they match', async () => {
    const files = await CertificateFiles.open(tls(), log, Date.now);
    const changes: string[] = [];
    files.onChanged(() => changes.push(String(files.forWeb.cert)));
    const next = ownCertificate({ name: 'renewed' });
    await writeFile(fileOf('portal.pem'), next.cert);
    await files.look();
    expect(changes).toEqual([]);
    await writeFile(fileOf('portal.key'), next.key);
    await files.look();
    await files.look();
    expect(changes).toEqual([next.cert]);
    await writeFile(fileOf('portal.pem'), 'half a certif');
    await files.look();
    expect(files.forWeb.cert).toBe(next.cert);
    await files.close();
    await write(first);
  });

  it('change what the next connection sees, and not those that there are', async () => {
    const next = ownCertificate({ name: 'renewed' });
    const other = await startPortal({ config: { tls: tls() } });
    expect(await nameAt(other.httpPort, first.cert)).toBe('telltale test');
    await write(next);
    await other.certificates?.look();
    expect(await nameAt(other.httpPort, next.cert)).toBe('renewed');
    await other.close();
    await write(first);
  });

  it('stay in use while only one of the two is renewed, which the portal tells until the other one is', async () => {
    const [next, last] = [ownCertificate({ name: 'renewed' }), ownCertificate({ name: 'renewed again' })];
    const other = await startPortal({ config: { tls: tls() } });
    const warnings = () => other.context.health.findWarnings();
    const look = () => other.certificates?.look();
    const told = [expect.stringMatching(/^The certificate stays the one before: .* doctor say why\.$/)];
    // First the certificate is there and then its key, then it is the other way round, then one is away for a moment.
    await writeFile(fileOf('portal.pem'), next.cert);
    await look();
    expect([await nameAt(other.httpPort, first.cert), await warnings()]).toEqual(['telltale test', told]);
    expect((await warnings()).join()).not.toContain(folder);
    await writeFile(fileOf('portal.key'), next.key);
    await look();
    expect([await nameAt(other.httpPort, next.cert), await warnings()]).toEqual(['renewed', []]);
    await writeFile(fileOf('portal.key'), last.key);
    await look();
    expect([await nameAt(other.httpPort, next.cert), await warnings()]).toEqual(['renewed', told]);
    await rm(fileOf('portal.pem'));
    await look();
    expect([await nameAt(other.httpPort, next.cert), await warnings()]).toEqual(['renewed', told]);
    await writeFile(fileOf('portal.pem'), last.cert);
    await look();
    expect([await nameAt(other.httpPort, last.cert), await warnings()]).toEqual(['renewed again', []]);
    await other.close();
    await write(first);
  });

  it.each([
    [
      'a certificate that is not there',
      'nowhere.pem',
      'portal.key',
      /TELLTALE_TLS_CERT: .*nowhere\.pem cannot be read/,
    ],
    ['a key that is none', 'portal.pem', 'portal.pem', /TELLTALE_TLS_KEY: .* is not a private key/],
    ['a key of another', 'portal.pem', 'other.key', /TELLTALE_TLS_KEY: .*other\.key is not the key of the certificate/],
    ['a text', 'text.pem', 'portal.key', /TELLTALE_TLS_CERT: .* is not a certificate/],
  ])('refuse %s at the start, in one line', async (_what, cert, key, message) => {
    await writeFile(fileOf('other.key'), ownCertificate().key);
    await writeFile(fileOf('text.pem'), 'hello');
    const opening = CertificateFiles.open({ ...tls(), certFile: fileOf(cert), keyFile: fileOf(key) }, log, Date.now);
    await expect(opening).rejects.toThrow(message);
    await expect(opening).rejects.toBeInstanceOf(CertificateFileError);
  });
});
