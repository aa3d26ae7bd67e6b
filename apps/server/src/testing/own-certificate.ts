import { createSign, generateKeyPairSync } from 'node:crypto';

const SEQUENCE = 0x30;
const DAY_MS = 86_400_000;
/** ecdsa-with-SHA256, commonName, subjectAltName, basicConstraints. */
const OIDS = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
};

function der(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), body]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), body]);
}

const sequence = (...content: Uint8Array[]) => der(SEQUENCE, ...content);
const oid = (name: keyof typeof OIDS) => der(0x06, Buffer.from(OIDS[name], 'hex'));
const utcTime = (timeMs: number) => {
  const digits = new Date(timeMs).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
};
const extension = (name: keyof typeof OIDS, value: Uint8Array) => sequence(oid(name), der(0x04, value));

export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
  /** The name that it was made for. */
  readonly name: string;
}

interface CertificateOptions {
  name?: string;
  /** Who signs it; left out: itself. */
  signer?: TestCertificate;
  /** The middle of the two days that it is good for. */
  nowMs?: number;
}

const nameOf = (text: string) => sequence(der(0x31, sequence(oid('commonName'), der(0x0c, Buffer.from(text)))));

/** A key and a certificate of 127.0.0.1, for a day from now: for servers and devices of tests that speak TLS. */
export function ownCertificate(options: CertificateOptions = {}): TestCertificate {
  const { name = 'telltale test', signer, nowMs = Date.now() } = options;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(oid('ecdsaWithSha256'));
  const addresses = sequence(der(0x87, Buffer.from([127, 0, 0, 1])));
  const isAuthority = sequence(der(0x01, Buffer.from([0xff])));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    nameOf(signer?.name ?? name),
    sequence(utcTime(nowMs - DAY_MS), utcTime(nowMs + DAY_MS)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension('subjectAltName', addresses), extension('basicConstraints', isAuthority))),
  );
  const signature = createSign('sha256')
    .update(content)
    .sign(signer?.key ?? privateKey);
  const whole = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    name,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
