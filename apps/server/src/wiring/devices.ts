import type { AssetId } from '@telltale/contract';
import type { SessionOrder } from '#broker/session-order.ts';
import { SessionStream } from '#cluster/sessions/session-stream.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { deviceApiRoutes } from '#features/devices/device-api-routes.ts';
import { DeviceRequests } from '#features/devices/device-requests.ts';
import { deviceRoutes } from '#features/devices/device-routes.ts';
import { setAsideRoutes } from '#features/devices/set-aside-routes.ts';
import { FileRepository } from '#features/files/file-repository.ts';
import { FileStore } from '#features/files/file-store.ts';
import { DeviceProvisioning } from '#features/provisioning/device-provisioning.ts';
import { ProvisionKeyRepository } from '#features/provisioning/provision-key-repository.ts';
import { ProvisionKeyService } from '#features/provisioning/provision-key-service.ts';
import { provisionRoutes } from '#features/provisioning/provision-routes.ts';
import type { Route } from '#http/route.ts';
import { DeviceAttributes } from '../ingest/device-attributes.ts';
import { GatewayAssets } from '../ingest/gateway-assets.ts';
import { PlainTopics } from '../ingest/plain-topics/plain-topics.ts';
import { QuarantineRepository } from '../ingest/quarantine/quarantine-repository.ts';
import { CommandAnswers } from '../ingest/sessions/command-answers.ts';
import { DeviceOutbox } from '../ingest/sessions/device-outbox.ts';
import type { ChangedAttribute } from '../ingest/sessions/device-protocol.ts';
import { DeviceSessions } from '../ingest/sessions/device-sessions.ts';
import { GatewayCarriers } from '../ingest/sessions/gateway-carriers.ts';
import { BirthRepository } from '../ingest/sparkplug/birth-repository.ts';
import { HostState } from '../ingest/sparkplug/host-state.ts';
import { SparkplugIntake } from '../ingest/sparkplug/sparkplug-intake.ts';
import { SparkplugProtocol } from '../ingest/sparkplug/sparkplug-protocol.ts';
import { DeviceApi } from '../ingest/thingsboard/device-api.ts';
import { DeviceFiles, type FileInbox } from '../ingest/thingsboard/device-files.ts';
import { GatewayApi } from '../ingest/thingsboard/gateway-api.ts';
import { Packages } from '../ingest/thingsboard/packages.ts';
import { ProvisionApi } from '../ingest/thingsboard/provision-api.ts';
import { ThingsBoardIntake } from '../ingest/thingsboard/thingsboard-intake.ts';
import { ToldUnitService } from '../ingest/told-units.ts';
import { openCommands } from './commands.ts';
import { addDeviceMetrics } from './device-metrics.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';
import type { Identity } from './identity.ts';
import type { Ingest } from './ingest.ts';
import type { Repositories } from './repositories.ts';

/** Devices and gateways: what they send, and what they are sent. */
export interface Devices {
  readonly thingsBoard: ThingsBoardIntake;
  readonly sparkplug: SparkplugIntake;
  /** Tells edges whether the portal is there. */
  readonly sparkplugHost: HostState;
  /** Topics of an outside broker, by rules. */
  readonly plainTopics: PlainTopics;
  readonly deviceSessions: DeviceSessions;
  readonly deviceProvisioning: DeviceProvisioning;
  /** Undefined: all connections of devices are here. */
  readonly sessionOrder: SessionOrder | undefined;
  readonly deviceRoutes: readonly Route[];
}

export async function openDevices(
  foundation: Foundation,
  identity: Identity,
  repositories: Repositories,
  ingest: Ingest,
  equipment: Equipment,
  inbox: FileInbox,
): Promise<Devices> {
  const { clock, log, db, work, news, cluster, closing } = foundation;
  const { registry, connections, pipeline, quarantine } = ingest;
  const assets = new GatewayAssets(registry, equipment.assetService, repositories.definitions, clock);
  const attributeStore = {
    saveFromDevice: equipment.attributeService.saveFromDevice.bind(equipment.attributeService),
    list: repositories.attributes.list.bind(repositories.attributes),
  };
  const files = new FileRepository(db);
  const { folder } = foundation;
  const fileStore = new FileStore(folder.filesFolder, folder.incomingFolder);
  const packageFiles = {
    newestOfAsset: files.findNewest.bind(files),
    readPart: fileStore.readPart.bind(fileStore),
    read: fileStore.read.bind(fileStore),
  };
  const packages = new Packages(packageFiles, attributeStore.list);
  const attributes = new DeviceAttributes(attributeStore, quarantine, packages.facts.bind(packages));
  const thingsBoard = new ThingsBoardIntake({ pipeline, assets, attributes, quarantine });
  const carriers = new GatewayCarriers(connections);
  const toldUnits = new ToldUnitService({
    work,
    db,
    described: (unit, assetId) => unit.tell(news.assets, { kind: 'items-described', assetId }),
  });
  const sparkplug = new SparkplugIntake({
    pipeline,
    assets,
    connections,
    quarantine,
    births: new BirthRepository(db),
    carriers,
    tellUnits: toldUnits.tell.bind(toldUnits),
    clock,
  });
  const tellUnits = toldUnits.tell.bind(toldUnits);
  const plainTopics = new PlainTopics({ pipeline, assets, quarantine, tellUnits });
  const sparkplugHost = new HostState(foundation.config.sparkplugHostId, clock.now());
  const provisionKeys = new ProvisionKeyRepository(db);
  const deviceProvisioning = new DeviceProvisioning({
    work,
    keys: provisionKeys,
    makeAsset: async (unit, key, serialNumber) => {
      const { assetDefinitionId } = key;
      return (await equipment.assetService.createWithin(unit, key, { serialNumber, assetDefinitionId })).accessToken;
    },
    clock,
    limits: foundation.limits,
    log,
  });
  addDeviceMetrics(foundation.metrics, deviceProvisioning);
  const provisionKeyService = new ProvisionKeyService({
    work,
    keys: provisionKeys,
    definitionExists: async (unit, id) => (await unit.of(AssetDefinitionRepository).find(id)) !== undefined,
    clock,
  });
  const answers = new CommandAnswers();
  const deviceApi = new DeviceApi({
    intake: thingsBoard,
    attributes,
    answers,
    packages,
    files: new DeviceFiles(inbox),
    clock,
  });
  const protocols = [
    deviceApi,
    new GatewayApi({ intake: thingsBoard, deviceApi, attributes, carriers, answers }),
    new ProvisionApi(deviceProvisioning),
    new SparkplugProtocol(sparkplug, sparkplugHost, clock),
    plainTopics,
  ];
  const deviceSessions = new DeviceSessions({ registry, connections, pipeline, carriers, quarantine, protocols, log });
  const requests = new DeviceRequests(registry, connections, (gateway) => thingsBoard.gatewayItself(gateway));
  const outbox = new DeviceOutbox(deviceSessions, registry, protocols);
  const commands = await openCommands(foundation, identity, ingest, equipment, outbox, answers);
  registry.onMoved(({ assetId }) => {
    carriers.forget(assetId);
    sparkplug.forget(assetId);
  });
  news.gateways.subscribe(({ removed }) => registry.gatewayRemoved(removed));
  let telling = Promise.resolve();
  const tellAttributes = async (assetId: AssetId, changed: readonly ChangedAttribute[]) =>
    outbox.sendAttributes(assetId, await packages.told(assetId, changed));
  news.assets.subscribe((event) => {
    if (event.kind === 'deleted') {
      commands.forget(event.assetId);
      sparkplug.forget(event.assetId);
      plainTopics.forget(event.assetId);
    }
    if (event.kind === 'attributes-changed' && event.by === 'portal') {
      const { assetId, attributes: changed } = event;
      // One after the other, so that the last word is the last one told.
      telling = telling
        .then(() => tellAttributes(assetId, changed))
        .catch((error: unknown) => log.error({ err: error, assetId }, 'a device was not told of its attributes'));
    }
  });
  const sessionOrder = cluster && (await SessionStream.open(cluster, log));
  closing.defer(() => sessionOrder?.close());
  return {
    sessionOrder,
    thingsBoard,
    sparkplug,
    sparkplugHost,
    plainTopics,
    deviceSessions,
    deviceProvisioning,
    deviceRoutes: [
      ...commands.routes,
      ...provisionRoutes(provisionKeyService, deviceProvisioning),
      ...deviceApiRoutes({
        requests,
        sessions: deviceSessions,
        intake: thingsBoard,
        attributes,
        answers,
        packages,
        inbox,
        clock,
      }),
      ...deviceRoutes({
        registry,
        requests,
        thingsBoard,
        connections,
        quarantine,
        canSeeGateway: (caller, gatewayId) => equipment.gatewayService.canSee(caller, gatewayId),
      }),
      ...setAsideRoutes({
        quarantine,
        repository: new QuarantineRepository(db),
        gatewaysInSight: (caller) => equipment.gatewayService.list(caller),
      }),
    ],
  };
}
