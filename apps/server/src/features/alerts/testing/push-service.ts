import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { alertBrowsers } from '@telltale/contract';
import { ownCertificate } from '#testing/own-certificate.ts';

/** What a push service was handed for a browser. */
export interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A browser as its push service and the portal know it: it alone can open what is sealed for it. */
export class TestBrowser {
  readonly subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  readonly #key: ECDH;
  readonly #auth = randomBytes(16);

  constructor(endpoint: string) {
    this.#key = createECDH('prime256v1');
    this.#key.generateKeys();
    const keys = { p256dh: this.#key.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
    this.subscription = { endpoint, keys };
  }

  /** Opens a message by RFC 8291 and RFC 8188, with nothing of what sealed it. */
  open(body: Buffer): alertBrowsers.PushNote {
    const salt = body.subarray(0, 16);
    const senderLength = body[20] ?? 0;
    const sender = body.subarray(21, 21 + senderLength);
    const sealed = body.subarray(21 + senderLength);
    const secret = this.#key.computeSecret(sender);
    const context = Buffer.concat([Buffer.from('WebPush: info\0'), this.#key.getPublicKey(), sender]);
    const material = Buffer.from(hkdfSync('sha256', secret, this.#auth, context, 32));
    const derived = (info: string, length: number) => Buffer.from(hkdfSync('sha256', material, salt, info, length));
    const key = derived('Content-Encoding: aes128gcm\0', 16);
    const nonce = derived('Content-Encoding: nonce\0', 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 });
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    // The last record ends with 2, and zeros behind it.
    const end = padded.lastIndexOf(2);
    return JSON.parse(padded.subarray(0, end).toString()) as alertBrowsers.PushNote;
  }
}

/** What the portal says of itself to a push service; throws unless the key of the portal signed it (RFC 8292). */
export function vapidClaims({ headers }: Pushed, publicKey: string): { aud: string; exp: number; sub: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error(`It is signed by ${key}.`);
  const point = Buffer.from(key, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const [head = '', claims = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${head}.${claims}`);
  const isGood = verify(
    'sha256',
    signed,
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGood) throw new Error('The signature is not of this key.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

/** A real push service on a free port of this machine, over TLS. */
export class PushService {
  readonly received: Pushed[] = [];
  /** What it answers. */
  status = 201;
  /** For how long it asks to be left alone, seconds. */
  retryAfter: string | undefined;
  readonly #server;
  readonly #trusted: string[];
  #number = 0;

  private constructor() {
    const certificate = ownCertificate();
    this.#trusted = getCACertificates('default');
    setDefaultCACertificates([...this.#trusted, certificate.cert]);
    this.#server = createServer(certificate, (request, reply) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        this.received.push({ path, headers, body: Buffer.concat(chunks) });
        const wait = this.retryAfter === undefined ? {} : { 'Retry-After': this.retryAfter };
        reply.writeHead(this.status, { Location: '/elsewhere', ...wait }).end();
      });
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  aBrowser(): TestBrowser {
    return new TestBrowser(`${this.url}/push/${++this.#number}`);
  }

  /** What a browser was sent, opened. */
  notesOf(browser: TestBrowser): alertBrowsers.PushNote[] {
    const { pathname } = new URL(browser.subscription.endpoint);
    return this.received.filter(({ path }) => path === pathname).map(({ body }) => browser.open(body));
  }

  async close(): Promise<void> {
    setDefaultCACertificates(this.#trusted);
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
