import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { createServer } from 'node:net';
import { createTransport } from 'nodemailer';
import { maxDeviceConnections } from '#broker/file-limit.ts';
import type { Config } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import { isLocked } from '#data-folder.ts';
import { IdentityProvider } from '#features/auth/external-login/identity-provider.ts';
import { isForThisMachineAlone } from '#http/protection/clear-text.ts';
import { isLoopback } from '#http/protection/host-check.ts';
import { CertificateFileError } from '../../tls/certificate-file-error.ts';
import { CertificateFiles, daysLeft, SOON_DAYS } from '../../tls/certificate-files.ts';
import { type Finding, fault, ok, reasonOf, warning } from './finding.ts';

const ANSWER_MS = 5_000;
const MAIL_MS = 10_000;
/** Of the file's mode: a group of its own may read a key. */
const OTHER_USERS = 0o007;
const FEW_DEVICES = 1_000;

/** A running portal answers; where none runs, its ports are free. */
export async function checkPorts(config: Config): Promise<Finding[]> {
  if (await isLocked(config.dataFolder)) return [await checkHealth(config)];
  const wanted = [
    ['TELLTALE_PORT', config.httpPort],
    ['TELLTALE_MQTT_PORT', config.mqttPort],
    ['TELLTALE_MQTTS_PORT', config.tls?.mqttsPort],
  ] as const;
  const findings: Finding[] = [];
  for (const [setting, port] of wanted) {
    if (port !== undefined) findings.push(await checkPort(setting, config.host, port));
  }
  const redirectPort = config.tls?.redirectPort;
  if (redirectPort !== undefined) {
    const found = await checkPort('TELLTALE_REDIRECT_PORT', config.host, redirectPort);
    // The portal serves without it.
    findings.push(found.state === 'fault' ? warning(found.what, found.text) : found);
  }
  return findings;
}

async function checkPort(setting: string, host: string, port: number): Promise<Finding> {
  const what = `Port ${port}`;
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return ok(what, `It is free (${setting}).`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') return fault(what, `Another program uses it. Set ${setting}, or stop that program.`);
    if (code === 'EACCES') return fault(what, `This user may not open it. Set ${setting} to one above 1023.`);
    return fault(what, `It cannot be opened at ${host}: ${reasonOf(error)}. Set TELLTALE_HOST or ${setting}.`);
  } finally {
    server.close();
  }
}

async function checkHealth({ host, httpPort, tls }: Config): Promise<Finding> {
  const what = 'Running portal';
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  try {
    const { status, text } = await new Promise<{ status: number | undefined; text: string }>((done, fail) => {
      const options = { host: name, port: httpPort, path: '/api/health', timeout: ANSWER_MS };
      // It is asked whether it serves, not whether its certificate names this machine.
      const request = tls ? secureRequest({ ...options, rejectUnauthorized: false }) : plainRequest(options);
      request.on('timeout', () => request.destroy(new Error('it does not answer')));
      request.on('error', fail).on('response', (reply) => {
        let body = '';
        reply.on('data', (chunk: Buffer) => {
          body += chunk.toString();
        });
        reply.on('end', () => done({ status: reply.statusCode, text: body }));
      });
      request.end();
    });
    const { reason, warning: said } = JSON.parse(text) as { reason?: string; warning?: string };
    if (status !== 200) return fault(what, reason ?? `It answers ${status}.`);
    return said === undefined ? ok(what, 'It serves, and knows of nothing wrong.') : warning(what, said);
  } catch (error) {
    return fault(what, `A portal uses the data folder, but cannot be asked at port ${httpPort}: ${reasonOf(error)}`);
  }
}

/** How people and devices come: encrypted, with a certificate that names the portal and lasts. */
export async function checkCertificate(config: Config, nowMs: number): Promise<Finding> {
  const what = 'Encryption';
  const { tls, publicUrl, host, allowInsecure } = config;
  if (!tls) {
    if (isForThisMachineAlone(config) && !isLoopback(host)) {
      return warning(
        what,
        'Only this machine is let in. Set TELLTALE_TLS_CERT and TELLTALE_TLS_KEY, TELLTALE_TRUSTED_PROXIES where a proxy ends TLS, or on a network that you trust TELLTALE_ALLOW_INSECURE=on.',
      );
    }
    if (!allowInsecure || isLoopback(host)) return ok(what, 'Nothing is taken from other machines without TLS.');
    const proxied = publicUrl?.startsWith('https:')
      ? ' A proxy ends TLS; name it in TELLTALE_TRUSTED_PROXIES instead of TELLTALE_ALLOW_INSECURE.'
      : '';
    return warning(
      what,
      `Passwords and tokens of other machines are taken without TLS.${proxied || ' Set TELLTALE_TLS_CERT and TELLTALE_TLS_KEY.'}`,
    );
  }
  try {
    const files = await CertificateFiles.open(tls, createLog('silent'), () => nowMs);
    const { certificate, deviceAuthorities } = files;
    await files.close();
    const days = daysLeft(certificate, nowMs);
    if (days < 0) return fault(what, `The certificate has expired (${certificate.validTo}). Renew it.`);
    const name = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
    if (name !== undefined && certificate.checkHost(name) === undefined) {
      return fault(what, `The certificate does not name ${name}, which TELLTALE_PUBLIC_URL does.`);
    }
    const ofDevices = checkAuthorities(deviceAuthorities, nowMs);
    if (ofDevices) return ofDevices;
    if (((await stat(tls.keyFile)).mode & OTHER_USERS) !== 0) {
      return warning(what, `Other users of this machine can use the key. Run: chmod o= ${tls.keyFile}`);
    }
    if (days < SOON_DAYS)
      return warning(what, `The certificate expires within two weeks (${certificate.validTo}). Renew it.`);
    return ok(what, `The certificate is good for another ${days} days.`);
  } catch (error) {
    if (error instanceof CertificateFileError) return fault(what, error.message);
    throw error;
  }
}

/** Whose certificates devices show: once the last of them has expired none can connect by its own. */
function checkAuthorities(authorities: readonly X509Certificate[], nowMs: number): Finding | undefined {
  const what = 'Encryption';
  const first = authorities.find((authority) => daysLeft(authority, nowMs) < SOON_DAYS);
  if (first === undefined) return undefined;
  const name = `${first.subject.replaceAll('\n', ', ')}, ${first.validTo}`;
  if (authorities.every((authority) => daysLeft(authority, nowMs) < 0)) {
    return fault(what, `The authority of devices has expired (${name}): none gets in by its certificate. Renew it.`);
  }
  return warning(what, `An authority in TELLTALE_DEVICE_CA expires within two weeks, or has (${name}). Renew it.`);
}

/** @param devices that may be connected at once */
export function checkOpenFiles(devices = maxDeviceConnections()): Finding {
  const text = `This process may have ${devices.toLocaleString('en-US')} devices connected at once.`;
  if (devices >= FEW_DEVICES) return ok('Open files', text);
  return warning('Open files', `${text} Raise the limit of open files (ulimit -n, LimitNOFILE of systemd).`);
}

/** Whether the mail server lets the portal in; nothing is sent. */
export async function checkMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Finding> {
  const what = 'Mails';
  if (smtpUrl === undefined) {
    const text =
      'They are files in outbox/ of the data folder, and reach nobody, unless the page First hour names a server.';
    return warning(what, `${text} TELLTALE_SMTP_URL names one, too.`);
  }
  const limits = { connectionTimeout: MAIL_MS, greetingTimeout: MAIL_MS, socketTimeout: MAIL_MS };
  const transport = createTransport({ url: smtpUrl, ...limits });
  try {
    await transport.verify();
    return ok(what, `${new URL(smtpUrl).hostname} takes them.`);
  } catch (error) {
    return fault(what, `${new URL(smtpUrl).hostname} does not let the portal in: ${reasonOf(error)}`);
  } finally {
    transport.close();
  }
}

/** Whether the identity provider answers as the one that it is said to be; nobody is logged in. */
export async function checkIdentityProvider({
  oidc,
  publicUrl,
}: Pick<Config, 'oidc' | 'publicUrl'>): Promise<Finding[]> {
  const what = 'Identity provider';
  if (oidc === undefined) return [];
  if (publicUrl === undefined)
    return [
      warning(what, 'It sends people back to TELLTALE_PUBLIC_URL, which is not set: only this machine can log in.'),
    ];
  try {
    await new IdentityProvider(oidc, () => publicUrl).look();
    return [ok(what, `${oidc.issuer} answers.`)];
  } catch (error) {
    const { cause } = error as Error;
    const why = cause instanceof Error ? `${reasonOf(error)}: ${reasonOf(cause)}` : reasonOf(error);
    return [fault(what, `${oidc.issuer} (TELLTALE_OIDC_ISSUER) lets nobody log in: ${why}`)];
  }
}
