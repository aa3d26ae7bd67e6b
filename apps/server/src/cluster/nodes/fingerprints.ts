import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HistoryTarget } from '@telltale/historian';
import type { Config } from '#config/config.ts';
import type { NodeRow, Prints } from '#db/hold/node-hold.ts';
import { DatabaseUnusableError } from '#db/migrate.ts';
import { addressText } from '../../outside-broker/broker-address.ts';
import type { SecretBox } from '../../secret-box.ts';
import type { ClusterConnection } from '../connection/cluster-connection.ts';
import type { ClusterNode } from './cluster-node.ts';

const MARK = 'portal.id';
/** What the servers are asked before a node joins: which portal's they are. */
export const PORTAL_BUCKET = 'telltale-portal';
const KEY = 'id';
/** Under which a node notes its settings for the others. */
export const DUTY_SETTINGS = 'dutySettings';

/** What nodes of one portal must have in common, and what an operator is told of each where they do not. */
const WORDS: Readonly<Record<string, string>> = {
  cluster: 'TELLTALE_CLUSTER_URL leads to other servers',
  history: 'TELLTALE_HISTORY_URL is another one',
  files: 'TELLTALE_FILES is another folder',
  secret: 'secret.key in TELLTALE_FILES is another one',
};

/** The mark of a folder that nodes share: whoever sees another one is in another folder. */
export async function markOf(folder: string): Promise<string> {
  const file = join(folder, MARK);
  await writeFile(file, randomUUID(), { mode: 0o600, flag: 'wx', flush: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return readFile(file, 'utf8');
}

/** The mark of the servers between the nodes. */
async function idOf(connection: ClusterConnection): Promise<string> {
  const bucket = await connection.bucket(PORTAL_BUCKET);
  // Another node may make it at the same moment.
  await bucket.create(KEY, randomUUID()).catch(async (error: unknown) => {
    if (!(await bucket.get(KEY))) throw error;
  });
  return (await bucket.get(KEY))?.string() ?? '';
}

/** What history is the same: the server and the place there, not the user. */
function historyPrint(target: HistoryTarget | undefined): string {
  const where = target === undefined ? [] : [target.url, target.database, target.cluster ?? ''];
  return createHash('sha256').update(JSON.stringify(where)).digest('hex');
}

export async function printsOf(parts: {
  connection: ClusterConnection;
  historyTarget: HistoryTarget | undefined;
  filesFolder: string;
  box: SecretBox;
}): Promise<Prints> {
  return {
    cluster: await idOf(parts.connection),
    history: historyPrint(parts.historyTarget),
    files: await markOf(parts.filesFolder),
    secret: parts.box.sign('node', 'cluster'),
  };
}

/**
 * Settings that whichever node has the duty follows for all. Nodes with others are not refused, so they can be changed one
 * after the other; that they are not alike is told. Who has a lease reads them: no user and no password is among them.
 */
export function dutySettings(config: Config): Readonly<Record<string, string>> {
  const { outsideBroker: broker } = config;
  return {
    TELLTALE_BROKER_URL: broker === undefined ? '' : addressText(broker.url),
    TELLTALE_BROKER_GROUP: broker?.group ?? '',
    TELLTALE_BROKER_CLIENT_ID: broker?.clientId ?? '',
    // The folder is mounted where a machine has room for it.
    TELLTALE_BACKUP_DIR: config.backupFolder === undefined ? 'not set' : 'set',
    TELLTALE_BACKUP_KEEP: String(config.backupsKept),
    TELLTALE_RETENTION_DAYS: String(config.retentionDays),
    TELLTALE_RETENTION_GB: String(config.retentionGb),
    TELLTALE_SPARKPLUG_HOST_ID: config.sparkplugHostId,
  };
}

/** Which of them are not the same at all nodes; one that has not told its own yet is not counted. */
export function unlikeSettings(nodes: readonly Pick<ClusterNode, 'notes'>[]): string[] {
  const told = nodes.flatMap(({ notes }) => {
    const text = notes[DUTY_SETTINGS];
    return typeof text === 'string' ? [JSON.parse(text) as Readonly<Record<string, string>>] : [];
  });
  return Object.keys(told[0] ?? {}).filter((name) => told.some((settings) => settings[name] !== told[0]?.[name]));
}

/**
 * Two nodes that keep things in different places would be two portals over one database.
 * @throws DatabaseUnusableError that names the setting
 */
export function refuseStranger(own: Omit<NodeRow, 'id'>, living: readonly NodeRow[]): void {
  for (const other of living) {
    const node = `the node ${other.name}, which is running`;
    if (other.name === own.name) {
      throw new DatabaseUnusableError(
        `TELLTALE_NODE: there is a node ${other.name} already. Give this one another name.`,
      );
    }
    for (const [print, text] of Object.entries(WORDS)) {
      if (other.prints[print] !== own.prints[print]) throw new DatabaseUnusableError(`${text} than that of ${node}.`);
    }
    if (other.version !== own.version) {
      throw new DatabaseUnusableError(
        `This is Telltale ${own.version}, and ${node}, is ${other.version}. Stop all nodes before an upgrade.`,
      );
    }
  }
}
