import { type Kysely, sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { Clock } from '#clock.ts';
import { shareCounts } from '#cluster/limits/share-counts.ts';
import type { ClusterTimes } from '#cluster/nodes/cluster-node.ts';
import { approachCluster, type Cluster, joinCluster } from '#cluster/open-cluster.ts';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import { VERSION } from '#config/version.ts';
import { type DataFolder, dataFolderAt, lockDataFolder } from '#data-folder.ts';
import type { Database } from '#db/schema.ts';
import { UnitOfWork } from '#db/unit-of-work.ts';
import { Health, type HealthCheck } from '#features/operations/health.ts';
import { createMetrics } from '#features/operations/metrics.ts';
import { Journal } from '#journal/journal.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { type News, openNews } from '#news/news.ts';
import { HistoryBefore } from '../backups/history-before.ts';
import { startDutyJob } from '../jobs/duty-job.ts';
import { startPeriodicJob } from '../jobs/periodic-job.ts';
import { MailPost } from '../mail/mail-post.ts';
import { MailRoute } from '../mail/mail-route.ts';
import { outboxMailer, PRODUCT, smtpMailer, smtpServerOf } from '../mail/mailer.ts';
import { openPortalDatabase, RESTORE_ADVICE } from '../open-portal-database.ts';
import { PublicAddress } from '../public-address.ts';
import { type LimitCount, RateLimits } from '../rate-limit.ts';
import { openSecretBox, type SecretBox } from '../secret-box.ts';

const JOURNAL_RETRY_MS = 10_000;
const START_ROOM_RETRY_MS = 10_000;
const PRUNE_MS = 60_000;
/** So often is looked which mails are due; those that are new are sent at once. */
const MAILS_MS = 1_000;
const FORGET_MAILS_MS = 3_600_000;
const LIMITS = 'telltale.limits.counts';

export interface PortalName {
  /** '': nobody has given it one. */
  given: string;
  /** On pages and mails. */
  readonly shown: string;
}

/** What every part stands on. */
export interface Foundation {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly folder: DataFolder;
  readonly historyBefore: HistoryBefore;
  readonly db: Kysely<Database>;
  readonly journal: Journal;
  /** What it has of the others where it is one node of several; undefined: it is the whole portal. */
  readonly cluster: Cluster | undefined;
  /** How everything in the database is changed. */
  readonly work: UnitOfWork;
  /** What changes tell of, for whoever keeps some of it in memory. */
  readonly news: News;
  readonly health: Health;
  readonly metrics: Registry;
  /** Limits per address and per user, counted over all nodes. */
  readonly limits: RateLimits;
  readonly publicAddress: PublicAddress;
  /** For what must be kept readable but not in the clear. */
  readonly secretBox: SecretBox;
  readonly mails: MailPost;
  /** What the post hands mails to; for who keeps a record of their own. */
  readonly mailer: MailRoute;
  /** What administrators call the portal. */
  readonly portalName: PortalName;
  /** What was opened registers its closing here; it runs in reverse order. */
  readonly closing: AsyncDisposableStack;
}

export interface FoundationOptions {
  /** Hears that another portal has the database now: this one can do nothing any more but end. */
  onDatabaseTaken?: () => void;
  /** When nodes count as gone, other than usual (tests). */
  clusterTimes?: ClusterTimes;
  /** The clock of this node's machine, ms, where it is not that of the process (tests). */
  machineNow?: () => number;
}

/** Takes the data folder and opens the database. */
export async function openFoundation(
  config: Config,
  clock: Clock,
  log: Log,
  closing: AsyncDisposableStack,
  { onDatabaseTaken, clusterTimes, machineNow }: FoundationOptions = {},
): Promise<Foundation> {
  const folder = dataFolderAt(config.dataFolder, config.cluster);
  const lock = await lockDataFolder(folder);
  closing.defer(() => lock.release());
  if (lock.usedStartRoom) log.error('the disk is full: the portal starts in the room that was kept for it');
  const health = new Health();
  const damage: string[] = [];
  health.add(() => damage);
  const entry = config.cluster && (await approachCluster({ ...config, cluster: config.cluster }, folder, VERSION, log));
  if (entry) closing.defer(() => entry.connection.close());
  const news = openNews();
  const historyBefore = new HistoryBefore(config, { folder, clock, log });
  const { db, hold, close } = await openPortalDatabase(config, folder, clock, log, {
    beside: historyBefore,
    onTaken: () => {
      damage.push('Another portal has taken the database. This one ends.');
      log.fatal('another Telltale has taken the database (TELLTALE_DATABASE_URL): nothing is written here any more');
      onDatabaseTaken?.();
    },
    onDamage: (error) => {
      damage.push('The database is damaged. Nothing is written to it any more; restore a backup.');
      log.fatal({ err: error }, `the database is damaged and read-only now: ${RESTORE_ADVICE}`);
    },
    ...(entry && { node: entry.node }),
  });
  let cluster: Cluster | undefined;
  // Said once nothing of it is left at the database: others end what they find there.
  closing.defer(() => cluster?.nodes.leave());
  closing.defer(close);
  if (entry && hold && config.cluster) {
    const node = { name: config.cluster.node, version: VERSION, database: await databaseIdOf(db) };
    cluster = await joinCluster(entry, hold, node, log, { db, news, times: clusterTimes, now: machineNow });
    const { nodes, news: shared, duty } = cluster;
    const pruning = startPeriodicJob('drop news that all nodes have followed', PRUNE_MS, log, () => shared.prune());
    closing.defer(async () => {
      await pruning.stop();
      await duty.close();
      await shared.close();
    });
    health.add(() => (nodes.fault === undefined ? [] : [nodes.fault]));
  }
  const journal = new Journal(new JournalRepository(db), clock, (entries) => {
    log.warn({ entries }, 'the disk is full: the journal waits, this is what happened');
  });
  journal.onKept((entries) => {
    const told = entries.map(({ kind, assetId }) => ({ kind, ...(assetId === undefined ? {} : { assetId }) }));
    news.records.publish(told).catch((error: unknown) => log.error({ err: error }, 'lists of records are behind'));
  });
  const catchUp = startPeriodicJob('write what the journal has waiting', JOURNAL_RETRY_MS, log, () =>
    journal.writeWaiting(),
  );
  closing.defer(async () => {
    await catchUp.stop();
    await journal.writeWaiting();
  });
  const keepStartRoom = () => folder.startRoom.keep();
  const startRoom = startPeriodicJob('keep room for a start', START_ROOM_RETRY_MS, log, keepStartRoom, 0);
  closing.defer(() => startRoom.stop());
  health.add(databaseCheck(db, log));
  const portalName = {
    given: '',
    get shown() {
      return this.given === '' ? PRODUCT : this.given;
    },
  };
  const mailer = new MailRoute(
    outboxMailer(folder.outboxFolder, () => portalName.shown),
    config.smtpUrl === undefined ? undefined : smtpMailer(smtpServerOf(config.smtpUrl), () => portalName.shown),
  );
  const work = new UnitOfWork(db, journal, { sharing: cluster?.news });
  const secretBox = await openSecretBox(folder.secretKeyFile);
  const mails = new MailPost({
    ...{ work, mailer, box: secretBox, clock, log },
    ...(cluster && { maySend: () => cluster.duty.isMine }),
  });
  mailer.onChange(() => {
    mails.hurry().catch((error: unknown) => log.error({ err: error }, 'mails wait for their next turn'));
  });
  // Where another node sends mails, it is asked there what became of them.
  const sending = startPeriodicJob('send mails', MAILS_MS, log, () => mails.turn());
  const forgetting = startDutyJob({ cluster, log }, 'forget mails', FORGET_MAILS_MS, () => mails.forgetOld());
  closing.defer(async () => {
    // First: a turn under way may wait for a mail server that never answers.
    await mails.close();
    await sending.stop();
    await forgetting.stop();
  });
  return {
    config,
    clock,
    log,
    folder,
    historyBefore,
    db,
    cluster,
    journal,
    work,
    secretBox,
    news,
    health,
    metrics: createMetrics(),
    limits: openLimits(clock, cluster),
    publicAddress: new PublicAddress(config),
    mails,
    mailer,
    portalName,
    closing,
  };
}

function openLimits(clock: Clock, cluster: Cluster | undefined): RateLimits {
  const tell = cluster && shareCounts<LimitCount>(cluster, LIMITS, (count) => limits.follow(count));
  const limits: RateLimits = new RateLimits(clock, tell);
  return limits;
}

/** Which database it is, told from a copy of it too. */
async function databaseIdOf(db: Kysely<Database>): Promise<string> {
  const oid = sql<string>`(select oid::text from pg_database where datname = current_database())`;
  const row = await db
    .selectFrom('cluster_identity')
    .select(['database_id', oid.as('oid')])
    .executeTakeFirstOrThrow();
  return `${row.database_id}.${row.oid}`;
}

/** The reason is public and names neither address nor user of the database; the log has those, once per outage. */
function databaseCheck(db: Kysely<Database>, log: Log): HealthCheck {
  let isDown = false;
  return async () => {
    try {
      await db.selectFrom('admin_units').select('admin_id').limit(1).execute();
      isDown = false;
      return [];
    } catch (error) {
      if (!isDown) log.error({ err: error }, 'the database does not answer');
      isDown = true;
      return ['The database does not answer.'];
    }
  };
}
