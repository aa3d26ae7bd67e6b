import { type Clock, systemClock } from '#clock.ts';
import type { Config } from '#config/config.ts';
import type { Log } from '#config/log.ts';
import type { AssetShares } from '#features/alarms/engine/asset-shares.ts';
import type { ConfigFiles } from '#features/config-files/config-files.ts';
import { FrameSiteService } from '#features/config-files/frame-site-service.ts';
import type { Route } from '#http/route.ts';
import type { CertificateFiles } from './tls/certificate-files.ts';
import { type Alarms, openAlarms } from './wiring/alarms.ts';
import { type Alerts, openAlerts } from './wiring/alerts.ts';
import { type Calculations, openCalculations } from './wiring/calculations.ts';
import { type Calendar, openCalendar } from './wiring/calendar.ts';
import { openDefinitionFiles } from './wiring/definitions/definition-files.ts';
import { type Devices, openDevices } from './wiring/devices.ts';
import { type Equipment, openEquipment } from './wiring/equipment.ts';
import { type Events, openEvents } from './wiring/events.ts';
import { type Measurements, openMeasurements } from './wiring/explorers/measurements.ts';
import { type Exports, openExports } from './wiring/exports.ts';
import { openPositions } from './wiring/feeds/positions.ts';
import { type Files, openFiles } from './wiring/files.ts';
import { openFind } from './wiring/find.ts';
import { type Foundation, type FoundationOptions, openFoundation } from './wiring/foundation.ts';
import { type Handovers, openHandovers } from './wiring/handovers.ts';
import { type HistoryOptions, openHistoryStore } from './wiring/history/history-store.ts';
import { type Identity, type IdentityOptions, openIdentity } from './wiring/identity.ts';
import { type Ingest, openIngest } from './wiring/ingest.ts';
import { type Jobs, openJobs } from './wiring/jobs.ts';
import { type Maintenance, openMaintenance } from './wiring/maintenance.ts';
import type { IntakeOptions } from './wiring/nodes/partitions.ts';
import {
  openConfigFiles,
  openFeeds,
  openMedicalTerms,
  openStatus,
  operationRoutes,
  type Status,
} from './wiring/operations.ts';
import { type Outside, openOutside } from './wiring/outside/broker.ts';
import { openSeismic } from './wiring/outside/seismic.ts';
import { type FirstHour, openFirstHour } from './wiring/portal/first-hour.ts';
import { openRepositories } from './wiring/repositories.ts';
import { openSchedule } from './wiring/schedule.ts';
import { openSystems, type Systems } from './wiring/systems.ts';
import { openWhy } from './wiring/why.ts';

/** The whole object graph, wired by hand. Each group of parts is put together in one file of `wiring/`. */
export interface Context
  extends Foundation,
    Identity,
    Ingest,
    Equipment,
    Devices,
    Alarms,
    Alerts,
    Calculations,
    Calendar,
    Events,
    Exports,
    Files,
    FirstHour,
    Handovers,
    Jobs,
    Maintenance,
    Outside,
    Status,
    Measurements,
    Systems {
  /** Every route of the portal. */
  readonly routes: readonly Route[];
  readonly configFiles: ConfigFiles;
  /** Which other sites pages may show. */
  readonly frameSites: FrameSiteService;
}

export interface ContextOptions extends IdentityOptions, FoundationOptions, HistoryOptions, IntakeOptions {
  clock?: Clock;
  /** The portal's own, where it has one. */
  certificates?: CertificateFiles | undefined;
  /** False: alarms are looked at when the engine is told to, not once a second of the machine's: for a clock that stands. */
  looksEachSecond?: boolean;
  /** Assets whose alarms are evaluated here, as far as this process has taken them over; undefined: all. */
  alarmShares?: AssetShares;
}

/**
 * Opens everything that a portal needs, without listening: the server and the command line both start here. On failure
 * what was opened is closed again.
 */
export async function createContext(config: Config, log: Log, options: ContextOptions = {}): Promise<Context> {
  await using opened = new AsyncDisposableStack();
  const foundation = await openFoundation(config, options.clock ?? systemClock, log, opened, options);
  const identity = await openIdentity(foundation, options);
  const repositories = openRepositories(foundation);
  const historian = await openHistoryStore(foundation, options);
  const ingest = await openIngest(foundation, identity, repositories, historian, options);
  const equipment = openEquipment(foundation, repositories, ingest);
  openPositions(foundation, ingest);
  const files = await openFiles(foundation, equipment);
  const devices = await openDevices(foundation, identity, repositories, ingest, equipment, files.deviceUploads);
  const calculations = openCalculations(foundation, repositories, ingest, equipment);
  const alarms = openAlarms(foundation, repositories, ingest, equipment, options);
  const alerts = await openAlerts(foundation, identity, alarms);
  const events = openEvents(foundation, ingest, equipment);
  const maintenance = openMaintenance(foundation, ingest, repositories, equipment, events);
  const exports = await openExports(foundation, identity, equipment, ingest);
  const systems = openSystems(foundation, repositories, equipment);
  const handovers = openHandovers(foundation, identity, equipment, alarms);
  const measurements = await openMeasurements(foundation, ingest, equipment, files);
  const calendar = openCalendar(foundation, identity, equipment, events, maintenance);
  const jobs = openJobs(foundation, repositories, equipment);
  const feeds = await openFeeds(foundation);
  const configFiles = openConfigFiles(foundation, feeds);
  const frameSites = new FrameSiteService(configFiles, foundation.work, foundation.news.frameSites);
  await frameSites.load();
  const outside = await openOutside(foundation, ingest, equipment, devices, configFiles);
  const firstHour = await openFirstHour(foundation, ingest);
  const status = openStatus(foundation, ingest, devices, outside, options.certificates);
  const routes = [
    ...identity.identityRoutes,
    ...equipment.equipmentRoutes,
    ...devices.deviceRoutes,
    ...alarms.alarmRoutes,
    ...openDefinitionFiles(foundation, equipment),
    ...alerts.alertRoutes,
    ...calculations.calculationRoutes,
    ...events.eventRoutes,
    ...exports.exportRoutes,
    ...files.fileRoutes,
    ...measurements.measurementRoutes,
    ...systems.systemRoutes,
    ...handovers.handoverRoutes,
    ...calendar.calendarRoutes,
    ...maintenance.maintenanceRoutes,
    ...openSchedule(foundation, ingest, repositories, equipment),
    ...jobs.jobRoutes,
    ...(await openMedicalTerms(foundation, feeds)),
    ...openSeismic(foundation, equipment, repositories, alarms, feeds.seismic),
    ...openWhy(foundation, ingest, equipment, alarms, calculations),
    ...openFind(foundation, identity, ingest, repositories, equipment, alarms, files),
    ...outside.outsideRoutes,
    ...status.statusRoutes,
    ...firstHour.firstHourRoutes,
    ...operationRoutes(foundation, configFiles, frameSites),
  ];
  return {
    ...foundation,
    ...identity,
    ...ingest,
    ...equipment,
    ...devices,
    ...alarms,
    ...alerts,
    ...calculations,
    ...calendar,
    ...events,
    ...exports,
    ...files,
    ...firstHour,
    ...handovers,
    ...jobs,
    ...maintenance,
    ...outside,
    ...status,
    ...measurements,
    ...systems,
    routes,
    configFiles,
    frameSites,
    closing: opened.move(),
  };
}
