import { configFolders } from '#config/config-folders.ts';
import { VERSION } from '#config/version.ts';
import { configFileRoutes } from '#features/config-files/config-file-routes.ts';
import { ConfigFiles } from '#features/config-files/config-files.ts';
import { type Feeds, readFeeds } from '#features/config-files/feeds.ts';
import type { FrameSiteService } from '#features/config-files/frame-site-service.ts';
import { medicalTermRoutes } from '#features/medical-terms/medical-term-routes.ts';
import { MedicalTermService } from '#features/medical-terms/medical-term-service.ts';
import { readTermList } from '#features/medical-terms/term-list.ts';
import { journalRoutes } from '#features/operations/journal-routes.ts';
import { addGauge } from '#features/operations/metrics.ts';
import { operationsRoutes } from '#features/operations/operations-routes.ts';
import { CallTimes } from '#features/operations/status/call-times.ts';
import { Pulse } from '#features/operations/status/pulse.ts';
import { StatusRepository } from '#features/operations/status/status-repository.ts';
import { statusRoutes } from '#features/operations/status/status-routes.ts';
import { StatusService } from '#features/operations/status/status-service.ts';
import type { Route } from '#http/route.ts';
import { ScheduledBackups } from '../backups/scheduled-backups.ts';
import { readSpace } from '../disk-space.ts';
import { startPeriodicJob } from '../jobs/periodic-job.ts';
import { getFrom } from '../outgoing/outgoing-call.ts';
import { reachable } from '../outgoing/reachable.ts';
import type { CertificateFiles } from '../tls/certificate-files.ts';
import type { Devices } from './devices.ts';
import type { Foundation } from './foundation.ts';
import type { Ingest } from './ingest.ts';
import { statusOfNodes } from './nodes/status-of-nodes.ts';
import type { Outside } from './outside/broker.ts';

export function openConfigFiles({ config }: Foundation, { seismic }: Feeds): ConfigFiles {
  const files = new ConfigFiles(configFolders(config));
  // The login page reads this file anyway, for the demonstration's offer.
  if (config.oidc) files.complete('portal.json', { externalLogin: { label: config.oidc.label } });
  files.complete('map.json', { earthquakes: seismic.length > 0 });
  return files;
}

/** How the portal itself is. */
export interface Status {
  readonly backups: ScheduledBackups;
  readonly callTimes: CallTimes;
  readonly statusRoutes: readonly Route[];
}

const PULSE_MS = 5_000;

export function openStatus(
  { config, clock, log, db, journal, health, metrics, mails, closing, cluster }: Foundation,
  { historian, pipeline, quarantine, registry, connections, liveHub, partitions }: Ingest,
  { deviceSessions }: Devices,
  { outsideBroker }: Outside,
  certificates: CertificateFiles | undefined,
): Status {
  const backups = new ScheduledBackups({ config, clock, log, journal, nodes: cluster?.nodes });
  const callTimes = new CallTimes(metrics);
  const pulse = new Pulse();
  const space = () => readSpace(config.dataFolder);
  const job = startPeriodicJob(
    'feel the pulse',
    PULSE_MS,
    log,
    async () => {
      pulse.look(clock.now(), pipeline.stats().stored, pipeline.commitMs);
      pulse.lookAtDisk(clock.now(), await space());
    },
    0,
  );
  closing.defer(() => job.stop());
  // Where it cannot be read, which the pulse logs, the other metrics are told all the same.
  const freeBytes = async () => (await space().catch(() => undefined))?.freeBytes ?? Number.NaN;
  addGauge(metrics, 'disk_free_bytes', 'Free bytes of the disk that has the data folder', freeBytes);
  const nodes =
    cluster && partitions
      ? statusOfNodes(
          { cluster, config, health, metrics, log, closing },
          { partitions, devices: () => deviceSessions.count },
        )
      : () => null;
  const service = new StatusService({
    version: VERSION,
    startedMs: clock.now(),
    clock,
    health,
    historian,
    pulse,
    callTimes,
    quarantine,
    repository: new StatusRepository(db),
    space,
    ingest: () => ({
      pointsWaiting: pipeline.stats().inFlight,
      pointsStored: pipeline.stats().stored,
      assets: registry.size,
      assetsConnected: connections.connectedCount,
      browsers: liveHub.stats().clients,
    }),
    broker: () => outsideBroker?.state ?? null,
    cluster: nodes,
    databaseEngine: config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL',
    mailTrouble: () => mails.trouble(),
    backups,
    certificateEndsMs: () => certificates && Date.parse(certificates.certificate.validTo),
  });
  return { backups, callTimes, statusRoutes: statusRoutes(service) };
}

export function operationRoutes(
  { health, metrics, journal, clock }: Foundation,
  configFiles: ConfigFiles,
  frameSites: FrameSiteService,
): Route[] {
  return [
    ...operationsRoutes({ health, metrics, version: VERSION }),
    ...journalRoutes(journal, clock),
    ...configFileRoutes(configFiles, frameSites),
  ];
}

/** What feeds.json names, for all who ask outside. */
export const openFeeds = ({ config, log }: Foundation): Promise<Feeds> => readFeeds(configFolders(config), log);

/** Who writes waits for a suggestion no longer than this. */
const TIMEOUT_MS = 3_000;
const MOST_READ = 262_144;

/** Suggestions of conditions and drugs, by what feeds.json names and by the list. */
export async function openMedicalTerms({ config, clock, log }: Foundation, { lookups }: Feeds): Promise<Route[]> {
  const folders = configFolders(config);
  const isPublic = reachable([]);
  const service = new MedicalTermService({
    sources: lookups,
    list: await readTermList(folders, log),
    get: (url, isPrivate) =>
      getFrom({ url, timeoutMs: TIMEOUT_MS, mostRead: MOST_READ }, isPrivate ? () => true : isPublic),
    clock,
    log,
  });
  return medicalTermRoutes(service);
}
