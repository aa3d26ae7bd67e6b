import type { DeviceAttributes } from '../device-attributes.ts';
import { type GatewayRef, type Principal, speaks } from '../device-registry.ts';
import { PayloadError } from '../incoming.ts';
import { objectOrThrow, readJson } from '../payload.ts';
import type { RegisteredDevice } from '../registered-device.ts';
import type { CommandAnswers } from '../sessions/command-answers.ts';
import type { ChangedAttribute, DeviceProtocol, Outgoing, OutgoingCommand } from '../sessions/device-protocol.ts';
import type { DeviceSession } from '../sessions/device-session.ts';
import type { GatewayCarriers } from '../sessions/gateway-carriers.ts';
import { pickAttributes } from './attribute-values.ts';
import { changesOf, changesToDevice, commandToDevice, type DeviceApi } from './device-api.ts';
import type { ThingsBoardIntake } from './thingsboard-intake.ts';
import * as topics from './topics.ts';

export interface GatewayApiParts {
  intake: ThingsBoardIntake;
  /** A gateway is a device itself, too. */
  deviceApi: DeviceApi;
  attributes: DeviceAttributes;
  carriers: GatewayCarriers;
  answers: CommandAnswers;
}

type Handler = (session: DeviceSession, gateway: GatewayRef, payload: Buffer) => Promise<void>;

const filters = new Set([
  topics.GATEWAY_RPC,
  topics.GATEWAY_ATTRIBUTES,
  topics.GATEWAY_ATTRIBUTES_RESPONSE,
  `${topics.GATEWAY_ATTRIBUTES}/+`,
  'v1/gateway/+',
  'v1/gateway/#',
]);

/** ThingsBoard's gateway API over MQTT: `v1/gateway/…`, one connection for many assets, named by serial number. */
export class GatewayApi implements DeviceProtocol {
  readonly #parts: GatewayApiParts;
  readonly #handlers: ReadonlyMap<string, Handler>;

  constructor(parts: GatewayApiParts) {
    this.#parts = parts;
    const { intake, carriers } = parts;
    const carry = (session: DeviceSession, devices: readonly RegisteredDevice[]) => {
      for (const device of devices) carriers.carries(session, device);
    };
    this.#handlers = new Map<string, Handler>([
      [topics.GATEWAY_TELEMETRY, async (s, g, p) => carry(s, await intake.gatewayTelemetry(g, readJson(p)))],
      [topics.GATEWAY_ATTRIBUTES, async (s, g, p) => carry(s, await intake.gatewayAttributes(g, readJson(p)))],
      [topics.GATEWAY_CONNECT, async (s, g, p) => carry(s, [await intake.gatewayConnect(g, readJson(p))])],
      [topics.GATEWAY_DISCONNECT, (session, gateway, payload) => this.#disconnect(session, gateway, payload)],
      [topics.GATEWAY_RPC, (_session, gateway, payload) => this.#answered(gateway, payload)],
      [topics.GATEWAY_ATTRIBUTES_REQUEST, (session, gateway, payload) => this.#tell(session, gateway, payload)],
      [topics.GATEWAY_CLAIM, (_session, gateway, payload) => this.#claim(gateway, payload)],
    ]);
  }

  owns(principal: Principal, topic: string): boolean {
    if (principal.kind !== 'gateway' || !speaks(principal, 'gateway')) return false;
    // Of those who speak at an outside broker nobody is the gateway itself.
    return this.#handlers.has(topic) || (principal.understood === undefined && this.#parts.deviceApi.serves(topic));
  }

  grants(principal: Principal, filter: string): boolean {
    return principal.kind === 'gateway' && filters.has(filter);
  }

  async take(session: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    const { principal } = session;
    if (principal.kind !== 'gateway') return;
    const handler = this.#handlers.get(topic);
    await (handler ? handler(session, principal.gateway, payload) : this.#ofItself(session, topic, payload));
  }

  command(session: DeviceSession, device: RegisteredDevice, command: OutgoingCommand): Outgoing | undefined {
    if (session.principal.kind !== 'gateway') return undefined;
    const { commandId: id, method, params } = command;
    if (isItself(session, device)) {
      const own = commandToDevice(command);
      if (session.listensTo(own.topic) !== undefined) return own;
    }
    const payload = JSON.stringify({ device: device.serialNumber, data: { id, method, params } });
    return { topic: topics.GATEWAY_RPC, payload };
  }

  attributes(session: DeviceSession, device: RegisteredDevice, changed: readonly ChangedAttribute[]): Outgoing[] {
    if (session.principal.kind !== 'gateway') return [];
    if (isItself(session, device) && session.listensTo(topics.ATTRIBUTES) !== undefined)
      return changesToDevice(changed);
    return changesOf(changed).map((data) => ({
      topic: topics.GATEWAY_ATTRIBUTES,
      payload: JSON.stringify({ device: device.serialNumber, data }),
    }));
  }

  /** The asset that bears the gateway's name: reached through its connection like those behind it. */
  async #ofItself(session: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    if (session.principal.kind !== 'gateway') return;
    const isSaid = topic === topics.TELEMETRY || topic === topics.ATTRIBUTES;
    const device = await this.#parts.intake.gatewayItself(
      session.principal.gateway,
      isSaid ? readJson(payload) : undefined,
    );
    this.#parts.carriers.carries(session, device);
    await this.#parts.deviceApi.takeOf(device, session, topic, payload);
  }

  async #disconnect(session: DeviceSession, gateway: GatewayRef, payload: Buffer): Promise<void> {
    const device = await this.#parts.intake.gatewayDevice(gateway, readJson(payload));
    if (device) this.#parts.carriers.drops(session, device);
  }

  /** `{device, id, data}` on the gateway's RPC topic. */
  async #answered(gateway: GatewayRef, payload: Buffer): Promise<void> {
    const { device: name, id, data } = objectOrThrow(readJson(payload));
    if (typeof name !== 'string') throw new PayloadError('device must be a name');
    const device = await this.#parts.intake.gatewayDevice(gateway, { device: name });
    if (device) await this.#parts.answers.publish({ device, commandId: String(id), answer: data });
  }

  /** `{id, device, key}` is answered with a `value`, `{id, device, keys: […]}` with `values`. */
  async #tell(session: DeviceSession, gateway: GatewayRef, payload: Buffer): Promise<void> {
    const { id, device: name, key, keys } = objectOrThrow(readJson(payload));
    const device = await this.#parts.intake.gatewayDevice(gateway, { device: name });
    if (!device) throw new PayloadError('the gateway does not reach this device');
    const names = (Array.isArray(keys) ? keys : [key]).filter((one) => typeof one === 'string');
    if (names.length === 0) throw new PayloadError('key or keys must name attributes');
    const found = pickAttributes(await this.#parts.attributes.list(device), names);
    const [value] = Object.values(found);
    const told = Array.isArray(keys) ? { values: found } : value === undefined ? {} : { value };
    const answer = JSON.stringify({ id, device: name, ...told });
    session.send(topics.GATEWAY_ATTRIBUTES_RESPONSE, answer);
  }

  async #claim(gateway: GatewayRef, payload: Buffer): Promise<void> {
    for (const name of Object.keys(objectOrThrow(readJson(payload)))) {
      const device = await this.#parts.intake.gatewayDevice(gateway, { device: name });
      if (device) await this.#parts.intake.claim(device);
    }
  }
}

function isItself({ principal }: DeviceSession, device: RegisteredDevice): boolean {
  return principal.kind === 'gateway' && principal.gateway.name === device.serialNumber;
}
