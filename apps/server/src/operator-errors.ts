import { HistoryFolderError } from '@telltale/historian';
import { ConfigError } from '#config/config.ts';
import { CommandError } from '#control/control-command.ts';
import { DatabaseUnusableError } from '#db/migrate.ts';
import { HttpError } from '#http/errors.ts';
import { DataFolderError } from './data-folder.ts';

const KNOWN = [CommandError, ConfigError, DataFolderError, DatabaseUnusableError, HistoryFolderError, HttpError];

/** What the operator is told: the text alone of an error that he can do something about, else everything. */
export function describeForOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (KNOWN.some((kind) => error instanceof kind)) return error.message;
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `${error.message}: another program uses this port. Set TELLTALE_PORT or TELLTALE_MQTT_PORT.`;
  }
  return error.stack ?? error.message;
}
