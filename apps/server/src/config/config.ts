import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { HistoryServerError, type HistoryTarget, parseHistoryUrl } from '@telltale/historian';
import { z } from 'zod';

/** A setting is wrong; the message names the variable and says what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .pipe(z.number().max(65_535, 'must be a port number'));

const urlOf = (...schemes: string[]) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text);
      return url !== null && schemes.includes(url.protocol.slice(0, -1));
    },
    `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  );

/** A user or password with an odd % cannot be read; a path would mean something that nobody does. */
const brokerUrl = urlOf('mqtt', 'mqtts').refine((text) => {
  const url = URL.parse(text);
  if (url === null) return true;
  const isBare = /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
  return url.hostname !== '' && isBare && isDecodable(url.username) && isDecodable(url.password);
}, 'must be an address like mqtts://user:password@broker.example:8883, with special characters as %40');

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text).length >= 0;
  } catch {
    return false;
  }
}

const wholeNumber = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number);

function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/** What the log of the history alone may take at times: less could only be kept by dropping everything. */
const LEAST_RETENTION_GB = 0.2;

/** Files of one asset take at most this much (spec 3 §13), in units of 2^20 bytes. */
const DEFAULT_FILE_QUOTA_MB = 10_240;

const onOff = z.enum(['on', 'off']).transform((text) => text === 'on');

const networks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((entry) => entry !== ''))
  .refine((entries) => entries.every(isAddressOrNetwork), 'must be addresses or networks like 10.0.0.0/8')
  .default([]);

/** Longer than a year is as good as for ever, and shorter than a tenth of an hour logs people out while they read. */
const hours = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,2})?$/, 'must be a number of hours')
  .transform(Number)
  .pipe(z.number().min(0.1, 'must be at least 0.1').max(8_760, 'must be at most 8760'));
const days = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be a number of days')
  .transform(Number)
  .pipe(z.number().min(0.01, 'must be at least 0.01').max(366, 'must be at most 366'));

/** What is sent to another machine without TLS can be read and changed on its way. */
function isOnThisMachine(text: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(URL.parse(text)?.hostname ?? '');
}

/** clickhouse(s)://user:password@host:8123/database?cluster=name. */
const historyTarget = z.string().transform((text, context) => {
  try {
    return parseHistoryUrl(text);
  } catch (error) {
    if (!(error instanceof HistoryServerError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

/** The environment variables of spec 3 §1, and the few that operations need beside them. */
const settingsSchema = z.object({
  TELLTALE_PORT: port.default(8080),
  TELLTALE_HOST: z.string().default('0.0.0.0'),
  TELLTALE_MQTT_PORT: z.union([z.literal('off'), port]).default(1883),
  TELLTALE_MQTTS_PORT: z.union([z.literal('off'), port]).default(8883),
  TELLTALE_TLS_CERT: z.string().optional(),
  TELLTALE_TLS_KEY: z.string().optional(),
  TELLTALE_DEVICE_CA: z.string().optional(),
  TELLTALE_ALLOW_INSECURE: onOff.optional(),
  TELLTALE_DATA: z.string().default('./data'),
  TELLTALE_CONFIG: z
    .string()
    .refine((folder) => existsSync(folder), 'there is no such folder')
    .optional(),
  TELLTALE_PUBLIC_URL: urlOf('http', 'https').optional(),
  TELLTALE_ADMIN_PASSWORD: z.string().optional(),
  TELLTALE_DEMO_PASSWORD: z.string().optional(),
  TELLTALE_SMTP_URL: urlOf('smtp', 'smtps').optional(),
  TELLTALE_OIDC_ISSUER: urlOf('https', 'http')
    .refine((text) => URL.parse(text)?.protocol !== 'http:' || isOnThisMachine(text), 'must be https')
    .optional(),
  TELLTALE_OIDC_CLIENT_ID: z.string().optional(),
  TELLTALE_OIDC_CLIENT_SECRET: z.string().optional(),
  TELLTALE_OIDC_LABEL: z.string().max(60).default('Log in with single sign-on'),
  TELLTALE_OIDC_NEW_ACCOUNTS: onOff.default(true),
  TELLTALE_SESSION_IDLE_HOURS: hours.default(12),
  TELLTALE_SESSION_MAX_DAYS: days.default(30),
  TELLTALE_DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  TELLTALE_HISTORY_URL: historyTarget.optional(),
  TELLTALE_BROKER_URL: brokerUrl.optional(),
  TELLTALE_BROKER_CA: z.string().optional(),
  TELLTALE_BROKER_CLIENT_ID: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,50}$/, 'must be 1 to 50 letters, digits, _ and -')
    .optional(),
  TELLTALE_FILE_QUOTA_MB: wholeNumber.default(DEFAULT_FILE_QUOTA_MB),
  TELLTALE_BACKUP_DIR: z.string().optional(),
  TELLTALE_BACKUP_KEEP: wholeNumber.pipe(z.number().min(1, 'must be at least 1')).default(7),
  TELLTALE_RETENTION_DAYS: wholeNumber.default(0),
  TELLTALE_RETENTION_GB: z
    .string()
    .regex(/^\d{1,7}(\.\d{1,3})?$/, 'must be a number of gigabytes')
    .transform(Number)
    .refine(
      (gigabytes) => gigabytes === 0 || gigabytes >= LEAST_RETENTION_GB,
      `must be 0 or at least ${LEAST_RETENTION_GB}`,
    )
    .default(0),
  /** A topic has levels and wildcards. */
  TELLTALE_SPARKPLUG_HOST_ID: z
    .string()
    .regex(/^[^/+#\p{Cc}]{1,100}$/u, 'must be a name of at most 100 characters without /, + and #')
    .default('telltale'),
  TELLTALE_TRUSTED_PROXIES: networks,
  TELLTALE_ALERT_NETWORKS: networks,
  TELLTALE_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

/** An OpenID Connect provider. */
export interface OidcConfig {
  issuer: string;
  clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  /** On the button of the login page. */
  label: string;
  /** Whether a person whom the portal does not know gets an account without permissions, as by registering. */
  newAccounts: boolean;
}

/** The portal's own certificate. */
export interface TlsConfig {
  /** PEM: the certificate, and those that it was signed with. */
  certFile: string;
  /** PEM, without a password. */
  keyFile: string;
  /** Whose certificates devices may show instead of a token; undefined: nobody's. */
  deviceCaFile: string | undefined;
  /** Undefined: no MQTT over TLS. */
  mqttsPort: number | undefined;
}

/** The plant's own MQTT broker. */
export interface OutsideBrokerConfig {
  /** mqtt(s)://user:password@host:port */
  url: string;
  /** PEM: who must have signed the broker's certificate; undefined: whom the machine trusts. */
  caFile: string | undefined;
  /** By which name the broker keeps what is for the portal; undefined: one that the data folder keeps. */
  clientId: string | undefined;
}

export interface Config {
  /** 0: any free port (tests). */
  httpPort: number;
  host: string;
  /** Undefined: no MQTT over TCP. */
  mqttPort: number | undefined;
  /** Undefined: it speaks plain HTTP and MQTT, by itself or behind a proxy. */
  tls: TlsConfig | undefined;
  /** Whether passwords and tokens from other machines are taken over connections that anybody on the way can read. */
  allowInsecure: boolean;
  dataFolder: string;
  configFolder: string;
  /** Looked into before `configFolder`; only the demonstration has one. */
  demoConfigFolder?: string;
  /** The built web client. */
  webFolder: string;
  /** Without a trailing slash; undefined: derived from the address it listens at. */
  publicUrl: string | undefined;
  /** Where mails go; undefined: into files of the outbox. */
  smtpUrl: string | undefined;
  adminPassword: string | undefined;
  demoPassword: string | undefined;
  /** The identity provider that people may log in with; undefined: none. */
  oidc: OidcConfig | undefined;
  /** A session that nobody uses for so long ends. */
  sessionIdleMs: number;
  /** A session ends after so long, however much it is used. */
  sessionMaxMs: number;
  /** An MQTT broker that the portal takes data from beside its own; undefined: none. */
  outsideBroker: OutsideBrokerConfig | undefined;
  /** postgres://…; undefined: SQLite in the data folder. */
  databaseUrl: string | undefined;
  /** The ClickHouse server that history is kept at; undefined: the data folder. */
  historyTarget: HistoryTarget | undefined;
  /** Where the portal puts a backup once a day; undefined: it makes none by itself. */
  backupFolder: string | undefined;
  /** So many of them stay. */
  backupsKept: number;
  /** 0: history is kept for ever. */
  retentionDays: number;
  /** History takes no more room than this (10^9 bytes); 0: as much as there is. */
  retentionGb: number;
  /** Files of one asset, and of one user's without an asset, take at most this much; in units of 2^20 bytes. */
  fileQuotaMb: number;
  /** As which Sparkplug host application the portal is online. */
  sparkplugHostId: string;
  /** Addresses whose X-Forwarded-* headers are believed. */
  trustedProxies: readonly string[];
  /** Addresses and networks that webhooks may reach although they are not public. */
  alertNetworks: readonly string[];
  logLevel: string;
}

const HOUR_MS = 3_600_000;

const SERVER_FOLDER = resolve(import.meta.dirname, '../..');

/**
 * Reads the settings from the environment.
 * @throws ConfigError naming every setting that is wrong
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env)
      .filter(([name, value]) => name.startsWith('TELLTALE_') && value !== undefined && value.trim() !== '')
      .map(([name, value]) => [name, value?.trim()]),
  );
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are wrong:\n  ${lines.join('\n  ')}`);
  }
  const settings = parsed.data;
  return {
    httpPort: settings.TELLTALE_PORT,
    host: settings.TELLTALE_HOST,
    mqttPort: settings.TELLTALE_MQTT_PORT === 'off' ? undefined : settings.TELLTALE_MQTT_PORT,
    tls: tlsOf(settings),
    // Who sets a certificate wants it used; who has none yet can look around.
    allowInsecure: settings.TELLTALE_ALLOW_INSECURE ?? settings.TELLTALE_TLS_CERT === undefined,
    dataFolder: resolve(settings.TELLTALE_DATA),
    configFolder: resolve(settings.TELLTALE_CONFIG ?? './config'),
    webFolder: resolve(SERVER_FOLDER, '../web/dist'),
    publicUrl: settings.TELLTALE_PUBLIC_URL?.replace(/\/+$/, ''),
    smtpUrl: settings.TELLTALE_SMTP_URL,
    oidc: oidcOf(settings),
    sessionIdleMs: settings.TELLTALE_SESSION_IDLE_HOURS * HOUR_MS,
    sessionMaxMs: settings.TELLTALE_SESSION_MAX_DAYS * 24 * HOUR_MS,
    adminPassword: settings.TELLTALE_ADMIN_PASSWORD,
    demoPassword: settings.TELLTALE_DEMO_PASSWORD,
    outsideBroker: outsideBrokerOf(settings),
    databaseUrl: settings.TELLTALE_DATABASE_URL,
    historyTarget: settings.TELLTALE_HISTORY_URL,
    backupFolder: settings.TELLTALE_BACKUP_DIR && resolve(settings.TELLTALE_BACKUP_DIR),
    backupsKept: settings.TELLTALE_BACKUP_KEEP,
    retentionDays: settings.TELLTALE_RETENTION_DAYS,
    retentionGb: settings.TELLTALE_RETENTION_GB,
    fileQuotaMb: settings.TELLTALE_FILE_QUOTA_MB,
    sparkplugHostId: settings.TELLTALE_SPARKPLUG_HOST_ID,
    trustedProxies: settings.TELLTALE_TRUSTED_PROXIES,
    alertNetworks: settings.TELLTALE_ALERT_NETWORKS,
    logLevel: settings.TELLTALE_LOG_LEVEL,
  };
}

function tlsOf(settings: z.output<typeof settingsSchema>): TlsConfig | undefined {
  const { TELLTALE_TLS_CERT: cert, TELLTALE_TLS_KEY: key, TELLTALE_DEVICE_CA: deviceCa } = settings;
  if (cert !== undefined && key !== undefined) {
    return {
      certFile: resolve(cert),
      keyFile: resolve(key),
      deviceCaFile: deviceCa && resolve(deviceCa),
      mqttsPort: settings.TELLTALE_MQTTS_PORT === 'off' ? undefined : settings.TELLTALE_MQTTS_PORT,
    };
  }
  if (cert !== undefined) throw ofNoUse('TELLTALE_TLS_CERT', 'TELLTALE_TLS_KEY');
  if (key !== undefined) throw ofNoUse('TELLTALE_TLS_KEY', 'TELLTALE_TLS_CERT');
  if (deviceCa !== undefined) throw ofNoUse('TELLTALE_DEVICE_CA', 'TELLTALE_TLS_CERT');
  return undefined;
}

function outsideBrokerOf(settings: z.output<typeof settingsSchema>): OutsideBrokerConfig | undefined {
  const { TELLTALE_BROKER_URL: url, TELLTALE_BROKER_CA: ca, TELLTALE_BROKER_CLIENT_ID: clientId } = settings;
  if (url === undefined) {
    if (ca !== undefined) throw ofNoUse('TELLTALE_BROKER_CA', 'TELLTALE_BROKER_URL');
    if (clientId !== undefined) throw ofNoUse('TELLTALE_BROKER_CLIENT_ID', 'TELLTALE_BROKER_URL');
    return undefined;
  }
  if (ca !== undefined && URL.parse(url)?.protocol !== 'mqtts:') {
    throw new ConfigError(
      'These settings are wrong:\n  TELLTALE_BROKER_CA: is of no use without mqtts:// in TELLTALE_BROKER_URL',
    );
  }
  return { url, caFile: ca && resolve(ca), clientId };
}

const ofNoUse = (given: string, missing: string) =>
  new ConfigError(`These settings are wrong:\n  ${given}: is of no use without ${missing}`);

function oidcOf(settings: z.output<typeof settingsSchema>): OidcConfig | undefined {
  const { TELLTALE_OIDC_ISSUER: issuer, TELLTALE_OIDC_CLIENT_ID: clientId } = settings;
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer === undefined || clientId === undefined) {
    const names = ['TELLTALE_OIDC_ISSUER', 'TELLTALE_OIDC_CLIENT_ID'] as const;
    throw issuer === undefined ? ofNoUse(names[1], names[0]) : ofNoUse(names[0], names[1]);
  }
  return {
    issuer,
    clientId,
    clientSecret: settings.TELLTALE_OIDC_CLIENT_SECRET,
    label: settings.TELLTALE_OIDC_LABEL,
    newAccounts: settings.TELLTALE_OIDC_NEW_ACCOUNTS,
  };
}

/** Puts the variables of a `.env` file into the environment; what is set there already wins. */
export function loadEnvFile(file: string): void {
  try {
    process.loadEnvFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new ConfigError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
