import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { examineHistoryFolder, examineHistoryServer, HistoryFolderError } from '@telltale/historian';
import pg from 'pg';
import type { Config } from '#config/config.ts';
import { dataFolderAt, isLocked } from '#data-folder.ts';
import { isUnreached } from '#db/database-faults.ts';
import { fitnessOf, OLDEST_POSTGRES, unfitness } from '#db/hold/fit-postgres.ts';
import { holderOf } from '#db/hold/hold-sessions.ts';
import { keepsSessions } from '#db/hold/pooled-sessions.ts';
import { lackOfTools } from '#db/postgres-tools.ts';
import { type Finding, fault, ok, reasonOf, warning } from './finding.ts';

const ANSWER_MS = 5_000;
/** More, and times of devices, sessions and other machines do not fit together. */
const CLOCK_MS = 5_000;
/** No portal was made before this one could be: a clock that says so stands. */
const EARLIEST_MS = Date.UTC(2026, 0, 1);

/** The clock of this machine, as far as the machine knows itself. */
export async function checkClock(nowMs: number): Promise<Finding> {
  const what = 'Clock';
  if (nowMs < EARLIEST_MS)
    return fault(what, `It says ${new Date(nowMs).toISOString()}. Set it, and keep it set (chrony).`);
  try {
    const { stdout } = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'], {
      timeout: ANSWER_MS,
    });
    if (stdout.trim() === 'yes') return ok(what, 'It is kept right by the network.');
    return warning(what, 'Nothing keeps it right. Install chrony, or switch on systemd-timesyncd.');
  } catch {
    return ok(
      what,
      `It says ${new Date(nowMs).toISOString()}; this machine cannot tell whether something keeps it right.`,
    );
  }
}

type RecordsSettings = Pick<Config, 'databaseUrl' | 'dataFolder' | 'cluster'> & Partial<Pick<Config, 'backupFolder'>>;

/** Where the records are: that they can be read, and by which version. */
export async function checkRecords({
  databaseUrl,
  dataFolder,
  backupFolder,
  cluster,
}: RecordsSettings): Promise<Finding[]> {
  if (databaseUrl === undefined) return [checkSqlite(dataFolder)];
  return checkPostgres(databaseUrl, { dataFolder, backupFolder }, cluster !== undefined);
}

function checkSqlite(dataFolder: string): Finding {
  const what = 'Database';
  const { databaseFile } = dataFolderAt(dataFolder);
  if (!existsSync(databaseFile)) return ok(what, 'There is none yet; the first start makes it.');
  try {
    const db = new DatabaseSync(databaseFile, { readOnly: true, timeout: ANSWER_MS });
    try {
      const [first] = db.prepare('pragma quick_check(1)').all();
      const said = String(Object.values(first ?? {})[0]);
      return said === 'ok' ? ok(what, `${databaseFile} is whole.`) : damaged(databaseFile, said);
    } finally {
      db.close();
    }
  } catch (error) {
    if (isUnreached(error)) {
      return fault(
        what,
        `${databaseFile} cannot be read: ${reasonOf(error)}. Ask as the user that runs the portal; nothing else may have it.`,
      );
    }
    return damaged(databaseFile, reasonOf(error));
  }
}

const damaged = (file: string, said: string) =>
  fault('Database', `${file} is damaged (${said}). Restore a backup: telltale restore <backup> --to <folder>`);

/** Where the history is: that it can be used, and when it is at a server, by which version. */
export async function checkHistory({
  historyTarget,
  dataFolder,
}: Pick<Config, 'historyTarget' | 'dataFolder'>): Promise<Finding[]> {
  if (historyTarget === undefined) return checkEmbeddedHistory(dataFolder);
  const what = 'ClickHouse';
  try {
    const { version, apartMs } = await examineHistoryServer(historyTarget, Date.now);
    const findings = [ok(what, `Version ${version} answers.`)];
    if (Math.abs(apartMs) > CLOCK_MS) {
      findings.push(
        warning('Clock', `That of ClickHouse's machine differs by ${Math.round(Math.abs(apartMs) / 1_000)} s.`),
      );
    }
    return findings;
  } catch (error) {
    return [fault(what, `It cannot be used (TELLTALE_HISTORY_URL): ${reasonOf(error)}`)];
  }
}

/** A portal that runs has it open, and says itself how it is. */
async function checkEmbeddedHistory(dataFolder: string): Promise<Finding[]> {
  if (!existsSync(dataFolder) || (await isLocked(dataFolder))) return [];
  try {
    await examineHistoryFolder(dataFolderAt(dataFolder).historyFolder);
    return [];
  } catch (error) {
    if (error instanceof HistoryFolderError) return [fault('History', error.message)];
    throw error;
  }
}

async function checkPostgres(
  url: string,
  { dataFolder, backupFolder }: Pick<RecordsSettings, 'dataFolder' | 'backupFolder'>,
  isNode: boolean,
): Promise<Finding[]> {
  const what = 'PostgreSQL';
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const fitness = await fitnessOf(client);
    const findings = unfitness(fitness, isNode ? OLDEST_POSTGRES.node : OLDEST_POSTGRES.alone).map((text) =>
      fault(what, text),
    );
    const { rows } = await client.query<{ now: Date }>('select now() as now');
    const apartMs = Math.abs((rows[0]?.now.getTime() ?? 0) - Date.now());
    if (apartMs > CLOCK_MS) {
      findings.push(warning('Clock', `That of PostgreSQL's machine differs by ${Math.round(apartMs / 1_000)} s.`));
    }
    if (!(await keepsSessions(url, ANSWER_MS))) {
      findings.push(
        fault(
          what,
          'The pooler in front of it lends sessions out for a transaction, so no portal can hold the database. Set pool_mode=session for it, or name PostgreSQL itself.',
        ),
      );
    }
    const lack = await lackOfTools(['pg_dump', 'pg_restore'], fitness.version);
    if (lack !== undefined) {
      // Where backups are wanted none comes.
      const state = backupFolder === undefined ? warning : fault;
      findings.push(state(what, `${lack} Until then there is no backup, and no copy before an upgrade.`));
    }
    const holder = await holderOf(client);
    // Nodes have it together.
    const isInTheWay = holder && (holder.isAlone || !isNode);
    if (isInTheWay && !(await isLocked(dataFolder))) {
      const where = holder.address === null ? '' : ` at ${holder.address}`;
      findings.push(warning(what, `A Telltale${where} is using it, and it takes one at a time. Stop that one first.`));
    }
    return findings.length > 0 ? findings : [ok(what, `Version ${fitness.version} answers.`)];
  } catch (error) {
    return [fault(what, `It cannot be used (TELLTALE_DATABASE_URL): ${reasonOf(error)}`)];
  } finally {
    await client.end().catch(() => undefined);
  }
}
