import { readFile } from 'node:fs/promises';
import type { OutsideBrokerConfig } from '#config/config.ts';
import { CertificateFileError } from '../tls/certificate-file-error.ts';

const PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 };

/** Where an outside broker is, and as whom the portal comes to it. */
export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** Undefined: without TLS. */
  readonly tls: { readonly ca: string | undefined } | undefined;
  /** Without user and password: for people. */
  readonly text: string;
}

/**
 * Reads TELLTALE_BROKER_URL and TELLTALE_BROKER_CA.
 * @throws CertificateFileError when the file of the certificate cannot be read
 */
export async function brokerAddress({ url: text, caFile }: OutsideBrokerConfig): Promise<BrokerAddress> {
  const url = new URL(text);
  const isSecure = url.protocol === 'mqtts:';
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: portOf(url),
    username: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: url.password === '' ? undefined : decodeURIComponent(url.password),
    tls: isSecure ? { ca: await readCa(caFile) } : undefined,
    text: addressText(text),
  };
}

/** Where an outside broker is, without user and password. */
export function addressText(text: string): string {
  const url = new URL(text);
  return `${url.protocol}//${url.hostname}:${portOf(url)}`;
}

const portOf = ({ port, protocol }: URL): number => (port === '' ? (PORTS[protocol] ?? 1883) : Number(port));

async function readCa(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CertificateFileError(`TELLTALE_BROKER_CA: ${error.message}`);
  });
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw new CertificateFileError(`TELLTALE_BROKER_CA: ${file} holds no certificate (PEM)`);
}
