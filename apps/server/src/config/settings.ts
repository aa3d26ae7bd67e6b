import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { HistoryServerError, parseHistoryUrl } from '@telltale/historian';
import { z } from 'zod';
import { CLUSTER_ADDRESS_RULE, parseClusterUrl } from './cluster-settings.ts';

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

/** nats://user:password@a,b,c. */
const clusterAddress = z.string().transform((text, context) => {
  const address = parseClusterUrl(text);
  if (address !== undefined) return address;
  context.addIssue({ code: 'custom', message: CLUSTER_ADDRESS_RULE });
  return z.NEVER;
});

/** The environment variables of spec 3 §1, and the few that operations need beside them. */
export const settingsSchema = z.object({
  TELLTALE_PORT: port.default(8080),
  TELLTALE_HOST: z.string().default('0.0.0.0'),
  TELLTALE_MQTT_PORT: z.union([z.literal('off'), port]).default(1883),
  TELLTALE_MQTTS_PORT: z.union([z.literal('off'), port]).default(8883),
  TELLTALE_REDIRECT_PORT: z.union([z.literal('off'), port]).default('off'),
  TELLTALE_TLS_CERT: z.string().optional(),
  TELLTALE_TLS_KEY: z.string().optional(),
  TELLTALE_DEVICE_CA: z.string().optional(),
  TELLTALE_ALLOW_INSECURE: onOff.default(false),
  TELLTALE_DATA: z.string().default('./data'),
  TELLTALE_CONFIG: z.string().optional(),
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
  TELLTALE_CLUSTER_URL: clusterAddress.optional(),
  TELLTALE_NODE: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,60}$/, 'must be 1 to 60 letters, digits, ., _ and -')
    .optional(),
  TELLTALE_FILES: z
    .string()
    .refine((folder) => existsSync(folder), 'there is no such folder')
    .optional(),
  TELLTALE_BROKER_URL: brokerUrl.optional(),
  TELLTALE_BROKER_CA: z.string().optional(),
  TELLTALE_BROKER_CLIENT_ID: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,50}$/, 'must be 1 to 50 letters, digits, _ and -')
    .optional(),
  TELLTALE_BROKER_GROUP: z
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

/** The variables' values, as they are set or by default. */
export type Settings = z.output<typeof settingsSchema>;
