import { type AssetId, SCALING_MAP } from '@telltale/contract';
import { scalingsOf } from '@telltale/domain';
import { type Historian, seriesKey } from '@telltale/historian';
import type { AssetEvent } from '#asset-events.ts';
import { SharedQuarantine } from '#cluster/quarantine/shared-quarantine.ts';
import { SharedConnections } from '#cluster/sessions/shared-connections.ts';
import { SHIPPED_CONFIG } from '#config/config-folders.ts';
import { ConfigFiles } from '#features/config-files/config-files.ts';
import { DefinitionScalingRepository } from '#features/definitions/definition-scaling-repository.ts';
import type { HistoryEdit } from '#features/history/history-edit-repository.ts';
import { Quarantine } from '#ingest/quarantine/quarantine.ts';
import { QuarantineRepository } from '#ingest/quarantine/quarantine-repository.ts';
import { connectionJournal } from '../ingest/connection-journal.ts';
import { type ConnectionChange, Connections } from '../ingest/connections.ts';
import { CurrentValues } from '../ingest/current-values.ts';
import { DefinitionScalings } from '../ingest/definition-scalings.ts';
import { DeviceRegistry } from '../ingest/device-registry.ts';
import { DiskReserve } from '../ingest/disk-reserve.ts';
import { ItemRegistrar } from '../ingest/item-registrar.ts';
import type { LiveFeed } from '../ingest/live-feed.ts';
import { IngestPipeline } from '../ingest/pipeline.ts';
import { LiveHub } from '../live-hub/live-hub.ts';
import { readTopicRoot } from '../live-hub/topic-root.ts';
import { tellOfWriting } from './feeds/written-behind.ts';
import type { Foundation } from './foundation.ts';
import type { Identity } from './identity.ts';
import { addIngestMetrics } from './ingest-metrics.ts';
import { type IntakeOptions, openIntake, openPartitions, type Partitions } from './nodes/partitions.ts';
import type { Repositories } from './repositories.ts';

/** Points in, current values and connections, and the live feed to browsers. */
export interface Ingest {
  readonly historian: Historian;
  readonly registry: DeviceRegistry;
  readonly connections: Connections;
  readonly currentValues: CurrentValues;
  readonly quarantine: Quarantine;
  readonly pipeline: IngestPipeline;
  /** Which assets are this node's, where there are several; undefined: all are. */
  readonly partitions: Partitions | undefined;
  /** Resolves when all that takes effect here and came in so far is stored and told of. */
  readonly drained: () => Promise<void>;
  readonly liveHub: LiveHub;
  /** Who hears of points once they are on disk; more may join before the portal listens. */
  readonly feeds: LiveFeed[];
  /** Who went offline or came back, as far as the journal does not hold it yet. */
  readonly connectionsToNote: () => readonly ConnectionChange[];
  /** Who hears of edits of the history; more may join before the portal listens. */
  readonly historyListeners: ((edit: HistoryEdit) => Promise<void>)[];
  readonly registrar: ItemRegistrar;
}

const PING_RATE = 'pingrate';
const ALIAS_MAP = 'aliasmap';
const STREAM_MAP = 'streammap';
const SCALING_KEY = SCALING_MAP.toLowerCase();

export async function openIngest(
  foundation: Foundation,
  { sessions, views }: Identity,
  repositories: Repositories,
  historian: Historian,
  options: IntakeOptions = {},
): Promise<Ingest> {
  const { config, clock, log, db, closing, news, journal, health, metrics, cluster } = foundation;
  const registry = new DeviceRegistry(repositories);
  await registry.load();
  for (const { assetId, attributeValue } of await repositories.attributes.listNamed(SCALING_KEY)) {
    registry.find(assetId)?.setScalings(scalingsOf(attributeValue));
  }
  const definitionScalings = new DefinitionScalings(registry, await new DefinitionScalingRepository(db).listAll());
  news.scalings.subscribe(({ assetDefinitionId, scalings }) => definitionScalings.set(assetDefinitionId, scalings));
  const currentValues = new CurrentValues(registry);
  await currentValues.warm(historian);
  const connections = await openConnections(foundation, repositories, registry);
  const setAside = new QuarantineRepository(db);
  const quarantine = cluster
    ? new SharedQuarantine(cluster, setAside, clock, log)
    : new Quarantine(setAside, clock, log);
  quarantine.start();
  closing.defer(() => quarantine.close());

  const liveHub = new LiveHub({
    host: await readTopicRoot(new ConfigFiles([config.configFolder, SHIPPED_CONFIG])),
    callerFor: async (token) =>
      (await sessions.callerForBrokerToken(token)) ??
      views.callerForBrokerToken(token, (authId) => sessions.callerFor(authId)),
    stateOf: (assetId) => connections.stateOf(assetId),
    slotsOf: (assetId) => registry.find(assetId)?.slots() ?? [],
    mayTell: () => cluster?.nodes.isSound ?? true,
    log,
  });
  cluster?.nodes.onSound((isSound) => isSound || liveHub.cutOff());
  closing.defer(() => liveHub.close());
  sessions.onAccessChanged((change) => void liveHub.accessChanged(change));
  views.onChanged((change) => void liveHub.accessChanged(change));
  connections.onChange((change) => liveHub.connectionChanged(change));
  const journalled = connectionJournal(journal, log);
  connections.onRecord((change) => journalled.note(change));
  tellOfWriting({ metrics, health }, 'connection_entries', journalled);
  closing.defer(() => journalled.close());

  const registrar = new ItemRegistrar(db, repositories, clock, log);
  const reserve = new DiskReserve(config.dataFolder);
  await reserve.check();
  closing.defer(() => reserve.close());
  const feeds: LiveFeed[] = [liveHub];
  const pipeline = new IngestPipeline({
    historian,
    reserve,
    registry,
    registrar,
    connections,
    quarantine,
    feeds,
    clock,
    log,
    ...(cluster && (await openIntake({ cluster, log }, options))),
  });
  closing.defer(() => pipeline.close());
  const taken = { historian, registry, currentValues, pipeline, feeds, liveFeed: liveHub };
  const partitions = cluster && (await openPartitions({ cluster, log }, repositories, taken));
  health.add(() => (partitions?.ownership.fault === undefined ? [] : [partitions.ownership.fault]));
  health.add(() => {
    const fault = pipeline.fault ?? reserve.fault;
    return fault === undefined ? [] : [fault];
  });

  news.assets.subscribe((event) => {
    registry.handle(event).catch((error: unknown) => log.error({ err: error }, 'the device registry is behind'));
    followAsset(event, connections, quarantine);
    followScaling(event, registry).catch((error: unknown) => log.error({ err: error }, 'a scaling is behind'));
    if (renamesItems(event)) liveHub.itemsDescribed(event.assetId);
  });
  news.records.subscribe((entries) => {
    for (const assetId of assetsWithRecords(entries)) liveHub.recordsChanged(assetId);
  });
  const historyListeners: Ingest['historyListeners'] = [];
  news.history.subscribe(async (edit) => {
    const { assetId, dataItemId, fromMs, toMs } = edit;
    for (const listener of historyListeners) await listener(edit);
    const slot = registry.findSlot(assetId, dataItemId);
    if (!slot) return;
    const [last] = await historian.stateAt([seriesKey(assetId, dataItemId)], Number.MAX_SAFE_INTEGER);
    if (last) currentValues.restore(last);
    else currentValues.forget(assetId, dataItemId);
    const sink = liveHub.sinkFor(assetId);
    if (last) sink?.current(slot);
    sink?.late(slot, fromMs);
    sink?.late(slot, toMs);
  });
  const connectionsToNote = () => {
    connections.check();
    return journalled.pending();
  };
  const drained = () => (partitions ?? pipeline).drained();
  const live = { liveHub, feeds, connectionsToNote, registrar, historyListeners, partitions, drained };
  const ingest = { historian, registry, connections, currentValues, quarantine, pipeline, ...live };
  addIngestMetrics(foundation.metrics, ingest);
  return ingest;
}

/** Of what the journal tells, what lists of an asset's records show. */
const RECORDS: ReadonlySet<string> = new Set(['event', 'command', 'file', 'history']);

function assetsWithRecords(entries: readonly { kind: string; assetId?: AssetId }[]): ReadonlySet<AssetId> {
  return new Set(entries.flatMap(({ kind, assetId }) => (assetId !== undefined && RECORDS.has(kind) ? [assetId] : [])));
}

async function openConnections(
  { clock, log, closing, cluster }: Foundation,
  { assets, attributes }: Repositories,
  registry: DeviceRegistry,
): Promise<Connections> {
  const connections = cluster
    ? new SharedConnections(cluster, (assetId) => registry.find(assetId) !== undefined, assets, clock, log)
    : new Connections(assets, clock, log);
  for (const { assetId, attributeValue } of await attributes.listNamed(PING_RATE)) {
    connections.setPingRate(assetId, attributeValue);
  }
  for (const { assetId, lastContactMs } of await assets.list()) connections.restore(assetId, lastContactMs);
  connections.start();
  closing.defer(() => connections.close());
  return connections;
}

/** An asset of a moment ago is asked for: its readings are scaled from the first on. */
async function followScaling(event: AssetEvent, registry: DeviceRegistry): Promise<void> {
  if (event.kind !== 'attributes-changed') return;
  for (const { attributeName, attributeValue } of event.attributes) {
    if (attributeName.trim().toLowerCase() !== SCALING_KEY) continue;
    const device = registry.find(event.assetId) ?? (await registry.get(event.assetId));
    device?.setScalings(scalingsOf(attributeValue));
  }
}

/** Aliases of data items, and their order, stand in attributes of the asset (spec 1 §3). */
function renamesItems(event: AssetEvent): boolean {
  if (event.kind === 'items-described') return true;
  if (event.kind !== 'attributes-changed') return false;
  return event.attributes.some(({ attributeName }) =>
    [ALIAS_MAP, STREAM_MAP].includes(attributeName.trim().toLowerCase()),
  );
}

function followAsset(event: AssetEvent, connections: Connections, quarantine: Quarantine): void {
  const assetId: AssetId = event.assetId;
  if (event.kind === 'deleted') {
    connections.forget(assetId);
    quarantine.forget({ assetId });
  }
  if (event.kind !== 'attributes-changed') return;
  for (const { attributeName, attributeValue } of event.attributes) {
    if (attributeName.trim().toLowerCase() === PING_RATE) connections.setPingRate(assetId, attributeValue);
  }
}
