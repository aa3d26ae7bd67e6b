import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve, sep } from 'node:path';
import type { HistoryTarget } from '@telltale/historian';
import { isLoopback } from '#http/protection/host-check.ts';
import type { ClusterConfig } from './cluster-settings.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** A setting is wrong; the message names the variable and says what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

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
  /** Where who comes without TLS is sent on to https, beside the portal's own port; undefined: nowhere. */
  redirectPort?: number;
}

/** The plant's own MQTT broker. */
export interface OutsideBrokerConfig {
  /** mqtt(s)://user:password@host:port */
  url: string;
  /** PEM: who must have signed the broker's certificate; undefined: whom the machine trusts. */
  caFile: string | undefined;
  /** By which name the broker keeps what is for the portal; undefined: one that the data folder keeps. */
  clientId: string | undefined;
  /** With whom the portal shares what comes; undefined: all of it is the portal's. */
  group?: string;
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
  /** Undefined: this process is the whole portal. */
  cluster?: ClusterConfig;
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
    allowInsecure: settings.TELLTALE_ALLOW_INSECURE,
    dataFolder: resolve(settings.TELLTALE_DATA),
    configFolder: configFolderOf(settings),
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
    ...clusterOf(settings),
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

/** In the data folder it is made when something is written into it; anywhere else one that is not there is misspelt. */
function configFolderOf({ TELLTALE_CONFIG: given, TELLTALE_DATA: data }: Settings): string {
  const folder = resolve(given ?? './config');
  const isInData = folder.startsWith(`${resolve(data)}${sep}`);
  if (given === undefined || isInData || existsSync(folder)) return folder;
  throw new ConfigError('These settings are wrong:\n  TELLTALE_CONFIG: there is no such folder');
}

function tlsOf(settings: Settings): TlsConfig | undefined {
  const { TELLTALE_TLS_CERT: cert, TELLTALE_TLS_KEY: key, TELLTALE_DEVICE_CA: deviceCa } = settings;
  const { TELLTALE_REDIRECT_PORT: redirectPort } = settings;
  if (cert !== undefined && key !== undefined) {
    return {
      certFile: resolve(cert),
      keyFile: resolve(key),
      deviceCaFile: deviceCa && resolve(deviceCa),
      mqttsPort: settings.TELLTALE_MQTTS_PORT === 'off' ? undefined : settings.TELLTALE_MQTTS_PORT,
      ...(redirectPort !== 'off' && { redirectPort }),
    };
  }
  if (cert !== undefined) throw ofNoUse('TELLTALE_TLS_CERT', 'TELLTALE_TLS_KEY');
  if (key !== undefined) throw ofNoUse('TELLTALE_TLS_KEY', 'TELLTALE_TLS_CERT');
  if (deviceCa !== undefined) throw ofNoUse('TELLTALE_DEVICE_CA', 'TELLTALE_TLS_CERT');
  if (redirectPort !== 'off') throw ofNoUse('TELLTALE_REDIRECT_PORT', 'TELLTALE_TLS_CERT');
  return undefined;
}

function clusterOf(settings: Settings): { cluster?: ClusterConfig } {
  const { TELLTALE_CLUSTER_URL: address, TELLTALE_NODE: node, TELLTALE_FILES: files } = settings;
  if (address === undefined) {
    if (node !== undefined) throw ofNoUse('TELLTALE_NODE', 'TELLTALE_CLUSTER_URL');
    if (files !== undefined) throw ofNoUse('TELLTALE_FILES', 'TELLTALE_CLUSTER_URL');
    return {};
  }
  // What a node keeps in its own data folder no other node would have.
  if (settings.TELLTALE_DATABASE_URL === undefined) throw ofNoUse('TELLTALE_CLUSTER_URL', 'TELLTALE_DATABASE_URL');
  if (settings.TELLTALE_HISTORY_URL === undefined) throw ofNoUse('TELLTALE_CLUSTER_URL', 'TELLTALE_HISTORY_URL');
  if (files === undefined) throw ofNoUse('TELLTALE_CLUSTER_URL', 'TELLTALE_FILES');
  const name = node ?? `${hostname()}-${settings.TELLTALE_PORT}`;
  return { cluster: { ...address, node: name, filesFolder: resolve(files) } };
}

function outsideBrokerOf(settings: Settings): OutsideBrokerConfig | undefined {
  const { TELLTALE_BROKER_URL: url, TELLTALE_BROKER_CA: ca, TELLTALE_BROKER_CLIENT_ID: clientId } = settings;
  const { TELLTALE_BROKER_GROUP: group } = settings;
  if (url === undefined) {
    if (ca !== undefined) throw ofNoUse('TELLTALE_BROKER_CA', 'TELLTALE_BROKER_URL');
    if (clientId !== undefined) throw ofNoUse('TELLTALE_BROKER_CLIENT_ID', 'TELLTALE_BROKER_URL');
    if (group !== undefined) throw ofNoUse('TELLTALE_BROKER_GROUP', 'TELLTALE_BROKER_URL');
    return undefined;
  }
  if (ca !== undefined && URL.parse(url)?.protocol !== 'mqtts:') {
    throw new ConfigError(
      'These settings are wrong:\n  TELLTALE_BROKER_CA: is of no use without mqtts:// in TELLTALE_BROKER_URL',
    );
  }
  return { url, caFile: ca && resolve(ca), clientId, ...(group !== undefined && { group }) };
}

const ofNoUse = (given: string, missing: string) =>
  new ConfigError(`These settings are wrong:\n  ${given}: is of no use without ${missing}`);

function oidcOf(settings: Settings): OidcConfig | undefined {
  const { TELLTALE_OIDC_ISSUER: issuer, TELLTALE_OIDC_CLIENT_ID: clientId } = settings;
  if (issuer === undefined && clientId === undefined) return undefined;
  if (issuer === undefined || clientId === undefined) {
    const names = ['TELLTALE_OIDC_ISSUER', 'TELLTALE_OIDC_CLIENT_ID'] as const;
    throw issuer === undefined ? ofNoUse(names[1], names[0]) : ofNoUse(names[0], names[1]);
  }
  // The address that people are sent back to is one that the provider knows: never what a request calls the portal, and what this machine calls itself
  // is seldom what browsers do.
  if (settings.TELLTALE_PUBLIC_URL === undefined && !isLoopback(settings.TELLTALE_HOST)) {
    throw ofNoUse('TELLTALE_OIDC_ISSUER', 'TELLTALE_PUBLIC_URL');
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
