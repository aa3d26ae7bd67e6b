import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { CommandError } from '#control/control-command.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the settings of the service are. */
export const SETTINGS = '/etc/telltale/telltale.env';
const DATA = '/var/lib/telltale';

export interface ServiceSettings {
  readonly values: Readonly<Record<string, string>>;
  readonly data: string;
  /** They stand in the file already, and are the operator's. */
  readonly isKept: boolean;
}

/**
 * What the service runs with: what its file says where there is one, else what is set here.
 * @throws CommandError where the file and `data` name two data folders
 */
export async function settingsOfService(
  env: Environment,
  file: string,
  data: string | undefined,
): Promise<ServiceSettings> {
  const isKept = existsSync(file);
  const given = portalsOwn(isKept ? parseEnv(await readFile(file, 'utf8')) : env);
  const kept = isKept ? given.TELLTALE_DATA : undefined;
  if (kept !== undefined && data !== undefined && kept !== data) {
    throw new CommandError(`The data folder is ${kept} by ${SETTINGS}. Change it there, or leave out --data.`);
  }
  const folder = kept ?? data ?? DATA;
  // Beside the program pages could not write what they save, and the next version would take its place.
  const config = given.TELLTALE_CONFIG ?? join(folder, 'config');
  const values = isKept ? given : { ...given, TELLTALE_DATA: folder, TELLTALE_CONFIG: config };
  return { values, data: folder, isKept };
}

function portalsOwn(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith('TELLTALE_') && value !== undefined && value.trim() !== '' ? [[name, value.trim()]] : [],
    ),
  );
}

export function settingsFile({ values }: ServiceSettings): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}`);
  return `# Settings of the portal; docs/guide/operations.md and README.md list them all.\n${lines.join('\n')}\n`;
}

/**
 * As systemd and Node.js read it alike. With an apostrophe beside what a double quote does not hide from systemd there is no
 * such form: then it is systemd's.
 */
function quoted(value: string): string {
  if (/^[\w./:@,+-]*$/.test(value)) return value;
  return value.includes("'") ? `"${value.replaceAll(/["\\$`]/g, '\\$&')}"` : `'${value}'`;
}
