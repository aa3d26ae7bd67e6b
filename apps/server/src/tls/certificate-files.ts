import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { type Clock, systemClock } from '#clock.ts';
import type { Config, TlsConfig } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import { startPeriodicJob } from '../jobs/periodic-job.ts';
import { CertificateFileError } from './certificate-file-error.ts';

/** Whoever renews a certificate writes two files; both have come by then or the next time. */
const LOOK_MS = 10_000;
const DAY_MS = 86_400_000;
/** Certificates that live for 90 days are renewed after 60: one with less than this left was forgotten. */
export const SOON_DAYS = 14;

const PEM_OF_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whole days until a certificate expires; below 0: it has. */
export const daysLeft = ({ validTo }: X509Certificate, nowMs: number) =>
  Math.floor((Date.parse(validTo) - nowMs) / DAY_MS);

interface Pems {
  readonly cert: string;
  readonly key: string;
  readonly deviceCa: string | undefined;
}

/** The portal's certificate as it stands in its files, taken up anew when these change (guarantee I1). */
export class CertificateFiles {
  readonly #config: TlsConfig;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #pems: Pems;
  #fault: string | undefined;
  #job: { stop(): Promise<void> } | undefined;

  private constructor(config: TlsConfig, log: Log, now: () => number, pems: Pems) {
    this.#config = config;
    this.#log = log;
    this.#now = now;
    this.#pems = pems;
  }

  /**
   * Reads and checks the files.
   * @throws CertificateFileError with the setting whose file is missing, unreadable, or no match for the other
   */
  static async open(config: TlsConfig, log: Log, now: () => number): Promise<CertificateFiles> {
    const files = new CertificateFiles(config, log, now, await readPems(config));
    files.#tellAge();
    files.#job = startPeriodicJob('look at the certificate', LOOK_MS, log, () => files.look());
    return files;
  }

  /** Of the web and of devices: TLS 1.2 and later, with the ciphers that Node takes for safe. */
  get forWeb(): SecureContextOptions {
    const { cert, key } = this.#pems;
    return { cert, key, minVersion: 'TLSv1.2' };
  }

  /** The same, with whom certificates of devices must come from. */
  get forDevices(): SecureContextOptions {
    const { deviceCa } = this.#pems;
    return deviceCa === undefined ? this.forWeb : { ...this.forWeb, ca: deviceCa };
  }

  /** True when devices may show a certificate instead of a token. */
  get takesDeviceCertificates(): boolean {
    return this.#pems.deviceCa !== undefined;
  }

  get certificate(): X509Certificate {
    return new X509Certificate(this.#pems.cert);
  }

  /** Whose certificates devices may show. */
  get deviceAuthorities(): readonly X509Certificate[] {
    return certificatesIn(this.#pems.deviceCa ?? '');
  }

  /** Why what the files hold now is not in use, but what they held before; undefined: they are as they should be. */
  get fault(): string | undefined {
    return this.#fault;
  }

  onChanged(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Takes up what the files hold now; a pair that does not match yet, or no longer, leaves the one before in place. */
  async look(): Promise<void> {
    try {
      const pems = await readPems(this.#config);
      this.#fault = undefined;
      const { cert, key, deviceCa } = this.#pems;
      if (pems.cert === cert && pems.key === key && pems.deviceCa === deviceCa) return;
      this.#pems = pems;
      for (const listener of this.#listeners) listener();
      this.#log.info({ validTo: this.certificate.validTo }, 'a new certificate was taken up');
      this.#tellAge();
    } catch (error) {
      if (!(error instanceof CertificateFileError)) throw error;
      if (error.message !== this.#fault) {
        this.#log.warn({ err: error }, 'the certificate stays the one before: its files are not fit for use');
      }
      this.#fault = error.message;
    }
  }

  async close(): Promise<void> {
    await this.#job?.stop();
  }

  #tellAge(): void {
    const { validTo } = this.certificate;
    const days = daysLeft(this.certificate, this.#now());
    if (days < 0) this.#log.error({ validTo }, 'the certificate has expired: browsers and devices will refuse it');
    else if (days < SOON_DAYS) this.#log.warn({ validTo, days }, 'the certificate expires soon');
    for (const authority of this.deviceAuthorities) {
      const left = daysLeft(authority, this.#now());
      const of = { authority: authority.subject, validTo: authority.validTo, days: left };
      if (left < 0) this.#log.error(of, 'an authority of devices has expired: their certificates are refused');
      else if (left < SOON_DAYS) this.#log.warn(of, 'an authority of devices expires soon');
    }
  }
}

async function readPems({ certFile, keyFile, deviceCaFile }: TlsConfig): Promise<Pems> {
  // One after the other: where both are missing, the same one is told each time.
  const cert = await readSetting('TELLTALE_TLS_CERT', certFile);
  const key = await readSetting('TELLTALE_TLS_KEY', keyFile);
  const certificate = parsed('TELLTALE_TLS_CERT', certFile, 'a certificate (PEM)', () => new X509Certificate(cert));
  const privateKey = parsed('TELLTALE_TLS_KEY', keyFile, 'a private key (PEM) without a password', () =>
    createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new CertificateFileError(
      `TELLTALE_TLS_KEY: ${keyFile} is not the key of the certificate ${certFile}. Put both there.`,
    );
  }
  const deviceCa = deviceCaFile && (await readSetting('TELLTALE_DEVICE_CA', deviceCaFile));
  if (deviceCa !== undefined) {
    parsed('TELLTALE_DEVICE_CA', deviceCaFile, 'a certificate (PEM)', () => {
      new X509Certificate(deviceCa);
      // And those that stand behind the first.
      certificatesIn(deviceCa);
    });
  }
  // What OpenSSL refuses although it parses (a chain with a broken link, a key too short) is told before anybody connects.
  parsed('TELLTALE_TLS_CERT', certFile, 'fit for use', () => createSecureContext({ cert, key, ca: deviceCa }));
  return { cert, key, deviceCa };
}

function certificatesIn(pem: string): X509Certificate[] {
  return (pem.match(PEM_OF_CERTIFICATE) ?? []).map((text) => new X509Certificate(text));
}

const READ_ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there. Put it there, or name the file that is.',
  EACCES:
    'the user that runs the portal may not. Give its group the right to (chgrp, chmod g+r), and to the folders above.',
};

async function readSetting(setting: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CertificateFileError(`${setting}: ${file} cannot be read: ${READ_ADVICE[code ?? ''] ?? message}`);
  }
}

function parsed<Value>(setting: string, file: string | undefined, kind: string, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw new CertificateFileError(
      `${setting}: ${file} is not ${kind}: ${(error as Error).message}. Put there what is, whole.`,
    );
  }
}

/** The certificate that the settings name; undefined: none. */
export async function openCertificates(
  { tls }: Pick<Config, 'tls'>,
  log: Log,
  clock: Clock = systemClock,
): Promise<CertificateFiles | undefined> {
  return tls && CertificateFiles.open(tls, log, () => clock.now());
}
