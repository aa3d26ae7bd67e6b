import { HistoryFolderError, HistoryRefusedError, HistoryServerError } from '@telltale/historian';
import { ClusterError, ClusterRefusedError } from '#cluster/connection/cluster-error.ts';
import { ConfigError } from '#config/config.ts';
import { CommandError } from '#control/control-command.ts';
import { databaseFaultOf } from '#db/database-faults.ts';
import { DatabaseUnfitError, DatabaseUnusableError } from '#db/migrate.ts';
import { HttpError } from '#http/errors.ts';
import { DataFolderError } from './data-folder.ts';
import { ConnectFailure } from './outside-broker/connect-failure.ts';
import { CertificateFileError } from './tls/certificate-file-error.ts';

const KNOWN = [
  CertificateFileError,
  CommandError,
  ConfigError,
  DataFolderError,
  DatabaseUnusableError,
  HistoryFolderError,
  HttpError,
];

/** Why a port could not be opened, and what to do, by the system's code. */
const LISTEN_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port. Set TELLTALE_PORT or TELLTALE_MQTT_PORT.',
  EACCES: 'this user may not open this port. Set TELLTALE_PORT or TELLTALE_MQTT_PORT to one above 1023.',
  EADDRNOTAVAIL: 'this machine does not have this address. Set TELLTALE_HOST to one that it has.',
  ENOTFOUND: 'there is no such address. Set TELLTALE_HOST to one that this machine has.',
};

const FULL_DISK_ADVICE = 'the disk of the data folder is full. Make room on it, then start again.';

/** `EX_CONFIG` of sysexits.h: the unit of systemd does not start again what ends with it. */
export const WRONG_SETTINGS = 78;

/** What is so at the next start, too: somebody has to change a setting, or what it names. */
const FOR_GOOD = [ClusterRefusedError, ConfigError, DatabaseUnfitError, HistoryRefusedError];

/** With which code the portal ends: anything else may pass. */
export const exitCodeFor = (error: unknown) => (FOR_GOOD.some((kind) => error instanceof kind) ? WRONG_SETTINGS : 1);

/** What the operator is told: the text alone of an error that he can do something about, else everything. */
export function describeForOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof HistoryServerError) return `TELLTALE_HISTORY_URL: ${error.message}`;
  if (error instanceof ClusterError) return `TELLTALE_CLUSTER_URL: ${error.message}`;
  if (error instanceof ConnectFailure) return `TELLTALE_BROKER_URL: ${error.message}`;
  if (KNOWN.some((kind) => error instanceof kind)) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || databaseFaultOf(error) === 'full') return `${error.message}: ${FULL_DISK_ADVICE}`;
  const advice = syscall === 'listen' || syscall === 'getaddrinfo' ? LISTEN_ADVICE[code ?? ''] : undefined;
  if (advice !== undefined) return `${error.message}: ${advice}`;
  return error.stack ?? error.message;
}
