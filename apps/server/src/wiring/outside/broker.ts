import { randomBytes } from 'node:crypto';
import type { AdminId, GatewayId } from '@telltale/contract';
import { SharedOutsideBroker } from '#cluster/outside/shared-outside-broker.ts';
import type { OutsideBrokerConfig } from '#config/config.ts';
import { configFolders } from '#config/config-folders.ts';
import type { ConfigFiles } from '#features/config-files/config-files.ts';
import { GatewayRepository } from '#features/gateways/gateway-repository.ts';
import { addCounter, addGauge } from '#features/operations/metrics.ts';
import { brokerRoutes } from '#features/outside-broker/broker-routes.ts';
import { BrokerRulesService } from '#features/outside-broker/broker-rules-service.ts';
import type { Route } from '#http/route.ts';
import { hashToken, randomToken } from '#random-token.ts';
import { type BrokerAddress, brokerAddress } from '../../outside-broker/broker-address.ts';
import { readBrokerFile } from '../../outside-broker/broker-file.ts';
import { OutsideBroker, type OutsideBrokerParts } from '../../outside-broker/outside-broker.ts';
import { type OutsideBrokerRecord, OutsideBrokerRepository } from '../../outside-broker/outside-broker-repository.ts';
import type { Devices } from '../devices.ts';
import type { Equipment } from '../equipment.ts';
import type { Foundation } from '../foundation.ts';
import type { Ingest } from '../ingest.ts';

/** The plant's own MQTT broker. */
export interface Outside {
  /** Undefined: TELLTALE_BROKER_URL names none. It connects when the portal listens. */
  readonly outsideBroker: OutsideBroker | undefined;
  readonly outsideRoutes: readonly Route[];
}

/** The portal's own way of changing what it keeps of brokers. */
const BY = { name: 'MQTT broker' };
const FIRST_UNIT = 1 as AdminId;
const NO_FILTERS = { sure: [], perhaps: [] };
const KEPT = 'This gateway stands for the MQTT broker of TELLTALE_BROKER_URL. Leave the setting out to delete it.';

export async function openOutside(
  foundation: Foundation,
  ingest: Ingest,
  equipment: Equipment,
  devices: Devices,
  files: ConfigFiles,
): Promise<Outside> {
  const { config, work, news } = foundation;
  const readFile = () => readBrokerFile(configFolders(config));
  const file = await readFile();
  const broker =
    config.outsideBroker && (await open(config.outsideBroker, file, foundation, ingest, equipment, devices));
  const service = new BrokerRulesService({
    broker,
    file,
    plain: devices.plainTopics,
    files,
    readFile,
    work,
    changed: news.brokerRules,
  });
  news.brokerRules.subscribe(({ rules }) => service.follow(rules));
  return { outsideBroker: broker, outsideRoutes: brokerRoutes(service) };
}

async function open(
  settings: OutsideBrokerConfig,
  file: Awaited<ReturnType<typeof readBrokerFile>>,
  foundation: Foundation,
  { pipeline, quarantine }: Ingest,
  { gatewayService }: Equipment,
  { deviceSessions, plainTopics }: Devices,
): Promise<OutsideBroker> {
  const { config, work, clock, log, health, metrics, cluster } = foundation;
  const address = await brokerAddress(settings);
  const record = await recordOf(foundation, address);
  const gateway = await gatewayOf(foundation, address);
  gatewayService.keep(gateway.gatewayId, KEPT);
  const change = (fields: Parameters<OutsideBrokerRepository['update']>[1]) =>
    work.run(BY, (unit) => unit.of(OutsideBrokerRepository).update(address.text, fields));
  const clientId = settings.clientId ?? record.clientId;
  const parts: OutsideBrokerParts = {
    address,
    clientId,
    watchClientId: cluster ? `${clientId}-${cluster.nodes.me.id}` : clientId,
    group: settings.group,
    hostId: config.sparkplugHostId,
    gateway,
    sessions: deviceSessions,
    plain: plainTopics,
    file,
    kept: {
      filters: async () => (await work.committed.of(OutsideBrokerRepository).find(address.text))?.filters ?? NO_FILTERS,
      keep: (filters) => change({ filters }),
    },
    reached: { isSo: record.reachedMs !== null, note: () => change({ reachedMs: clock.now() }) },
    gate: pipeline,
    setAside: () => quarantine.countOf({ gatewayId: gateway.gatewayId }),
    clock,
    log,
  };
  const broker = cluster ? new SharedOutsideBroker(cluster, parts) : new OutsideBroker(parts);
  // Public, so it names nothing: the status page does.
  health.addWarning(() =>
    broker.state.failure === null ? [] : ['The MQTT broker cannot be used; see the status page.'],
  );
  addMetrics(broker);
  return broker;

  function addMetrics(of: OutsideBroker): void {
    const gauge = (name: string, help: string, value: () => number) =>
      addGauge(metrics, `outside_broker_${name}`, help, value);
    const counter = (name: `${string}_total`, help: string, value: () => number) =>
      addCounter(metrics, `outside_broker_${name}`, help, value);
    gauge('connected', '1 while the portal is connected to the outside MQTT broker', () =>
      Number(of.state.isConnected),
    );
    counter('messages_received_total', 'Messages of the outside broker since the start', () => of.state.received);
    const doneHelp = 'Messages of the outside broker that were acknowledged since the start';
    counter('messages_done_total', doneHelp, () => of.state.done);
    gauge('messages_waiting', 'Messages of the outside broker that wait for the disk', () => of.state.waiting);
  }
}

/** What is kept of the broker; made when the portal is told of it for the first time. */
async function recordOf({ work }: Foundation, { text: address }: BrokerAddress): Promise<OutsideBrokerRecord> {
  return work.run(BY, async (unit) => {
    const brokers = unit.of(OutsideBrokerRepository);
    const known = await brokers.find(address);
    if (known) return known;
    const clientId = `telltale-${randomBytes(6).toString('hex')}`;
    const made = { address, clientId, gatewayId: null, filters: NO_FILTERS, reachedMs: null };
    await brokers.insert(made);
    return made;
  });
}

/** The gateway that the broker's messages count as, of the first unit; nobody has its token. */
async function gatewayOf({ work, clock }: Foundation, { text, host }: BrokerAddress) {
  return work.run(BY, async (unit) => {
    const gateways = unit.of(GatewayRepository);
    // Another node that starts beside this one may have made it a moment ago.
    const gatewayId = (await unit.of(OutsideBrokerRepository).find(text))?.gatewayId ?? null;
    const known = gatewayId === null ? undefined : await gateways.find(gatewayId as GatewayId);
    if (known) return { gatewayId: known.gatewayId, name: known.name, adminId: known.adminId };
    const name = `MQTT broker ${host}`.slice(0, 255);
    const made = await gateways.insert({
      name,
      adminId: FIRST_UNIT,
      tokenHash: hashToken(randomToken()),
      createdMs: clock.now(),
    });
    await unit.of(OutsideBrokerRepository).update(text, { gatewayId: made.gatewayId });
    unit.note({ kind: 'gateway', what: 'created', after: { gatewayId: made.gatewayId, name } });
    return { gatewayId: made.gatewayId, name, adminId: made.adminId };
  });
}
