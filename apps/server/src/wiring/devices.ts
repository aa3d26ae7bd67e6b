import { CommandRepository } from '#features/commands/command-repository.ts';
import { commandRoutes } from '#features/commands/command-routes.ts';
import { CommandService } from '#features/commands/command-service.ts';
import { deviceRoutes } from '#features/devices/device-routes.ts';
import type { Route } from '#http/route.ts';
import { DeviceAttributes } from '../ingest/device-attributes.ts';
import { DeviceOutbox } from '../ingest/device-outbox.ts';
import { DeviceSessions } from '../ingest/device-sessions.ts';
import { GatewayAssets } from '../ingest/gateway-assets.ts';
import { MessageRouter } from '../ingest/message-router.ts';
import { BirthRepository } from '../ingest/sparkplug/birth-repository.ts';
import { rebirthCommand } from '../ingest/sparkplug/rebirth.ts';
import { SparkplugIntake } from '../ingest/sparkplug/sparkplug-intake.ts';
import { ThingsBoardIntake } from '../ingest/thingsboard/thingsboard-intake.ts';
import { startPeriodicJob } from '../jobs/periodic-job.ts';
import type { Foundation } from './foundation.ts';
import type { Ingest } from './ingest.ts';
import type { RecordRepositories, Records } from './records.ts';

/** Devices and gateways: what they send, and what they are sent. */
export interface Devices {
  readonly thingsBoard: ThingsBoardIntake;
  readonly sparkplug: SparkplugIntake;
  readonly deviceSessions: DeviceSessions;
  readonly commandService: CommandService;
  readonly deviceRoutes: readonly Route[];
}

const EXPIRE_EVERY_MS = 1_000;

export async function openDevices(
  foundation: Foundation,
  repositories: RecordRepositories,
  ingest: Ingest,
  records: Records,
): Promise<Devices> {
  const { clock, log, db, closing, journal, assetEvents } = foundation;
  const { registry, connections, pipeline, quarantine } = ingest;
  const assets = new GatewayAssets(registry, records.assetService, repositories.definitions, clock);
  const attributeStore = {
    saveFromDevice: records.attributeService.saveFromDevice.bind(records.attributeService),
    list: repositories.attributes.list.bind(repositories.attributes),
  };
  const attributes = new DeviceAttributes(attributeStore, quarantine);
  const thingsBoard = new ThingsBoardIntake({ pipeline, assets, attributes, quarantine });
  const deviceSessions = new DeviceSessions({ registry, connections, pipeline, log });
  const births = new BirthRepository(db);
  const sparkplug = new SparkplugIntake({
    pipeline,
    assets,
    connections,
    quarantine,
    births,
    clock,
    askRebirth: (sessionId, group, edge) => {
      const { topic, payload } = rebirthCommand(group, edge, clock.now());
      deviceSessions.find(sessionId)?.send(topic, payload);
    },
  });
  const outbox = new DeviceOutbox(deviceSessions, registry);
  const commandService = new CommandService({
    db,
    repository: new CommandRepository(db),
    link: outbox,
    assetExists: async (assetId) => (await registry.get(assetId)) !== undefined,
    journal,
    clock,
    log,
  });
  await commandService.load();
  const expiry = startPeriodicJob('expire commands', EXPIRE_EVERY_MS, log, () => commandService.expireDue());
  closing.defer(() => expiry.stop());
  const router = new MessageRouter({
    thingsBoard,
    sparkplug,
    attributes,
    quarantine,
    answers: commandService,
    carries: (session, device) => deviceSessions.carries(session, device),
    drops: (session, device) => deviceSessions.drops(session, device),
    refused: (session, topic) => deviceSessions.noteRefused(session, topic),
  });
  deviceSessions.attach({ router, sparkplug });
  records.gatewayService.onRemoved((gatewayId) => registry.gatewayRemoved(gatewayId));
  assetEvents.subscribe((event) => {
    if (event.kind === 'deleted') commandService.forget(event.assetId);
    if (event.kind === 'attributes-changed' && event.by === 'portal') {
      outbox.sendAttributes(event.assetId, event.attributes);
    }
  });
  return {
    thingsBoard,
    sparkplug,
    deviceSessions,
    commandService,
    deviceRoutes: [
      ...commandRoutes(commandService),
      ...deviceRoutes({
        registry,
        thingsBoard,
        connections,
        quarantine,
        canSeeGateway: (caller, gatewayId) => records.gatewayService.canSee(caller, gatewayId),
      }),
    ],
  };
}
