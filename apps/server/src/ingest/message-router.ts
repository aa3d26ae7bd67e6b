import type { DeviceAttributes } from './device-attributes.ts';
import type { GatewayRef, Principal } from './device-registry.ts';
import type { DeviceSession } from './device-session.ts';
import { PayloadError } from './incoming.ts';
import { objectOrThrow, readJson, setAsideWhole } from './payload.ts';
import type { Quarantine } from './quarantine.ts';
import type { RegisteredDevice } from './registered-device.ts';
import type { SparkplugIntake } from './sparkplug/sparkplug-intake.ts';
import { parseSparkplugTopic } from './sparkplug/topic.ts';
import type { ThingsBoardIntake } from './thingsboard/thingsboard-intake.ts';
import * as topics from './thingsboard/topics.ts';

/** A topic that the device may not publish to: its connection is closed, nothing is acknowledged. */
export class TopicRefusedError extends Error {
  constructor() {
    super('publishing to this topic is refused');
    this.name = 'TopicRefusedError';
  }
}

/** What devices answer to commands goes here. */
export interface AnswerSink {
  /** Undefined device: the gateway's own session answers for the device that it names. */
  answered(device: RegisteredDevice, commandId: string, answer: unknown): Promise<void>;
}

export interface RouterParts {
  thingsBoard: ThingsBoardIntake;
  sparkplug: SparkplugIntake;
  attributes: DeviceAttributes;
  quarantine: Quarantine;
  answers: AnswerSink;
  /** The gateway spoke for the device: what is for the device goes through this session from now on. */
  carries: (session: DeviceSession, device: RegisteredDevice) => void;
  /** Somebody published where they may not. */
  refused: (session: DeviceSession, topic: string) => void;
  /** The device is no longer behind the gateway. */
  drops: (session: DeviceSession, device: RegisteredDevice) => void;
}

/** The longest beginning of an unreadable message that is kept. */
const EXCERPT_BYTES = 400;

/** Knows what each topic of a device means. Unreadable messages are set aside and count as taken: they never end a connection. */
export class MessageRouter {
  readonly #parts: RouterParts;

  constructor(parts: RouterParts) {
    this.#parts = parts;
  }

  /**
   * Takes a message; resolves once what it holds is on disk.
   * @throws {TopicRefusedError} when the sender may not publish there
   */
  take(session: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    const { principal } = session;
    try {
      // The hot path: between here and the disk there is one promise, that of the commit.
      if (topic === topics.TELEMETRY && principal.kind === 'asset') {
        return this.#parts.thingsBoard.telemetry(principal.device, readJson(payload));
      }
    } catch (error) {
      return this.#setAside(principal, payload, error);
    }
    const taken =
      principal.kind === 'asset'
        ? this.#fromDevice(session, principal.device, topic, payload)
        : this.#fromGateway(session, principal.gateway, topic, payload);
    return taken.catch((error: unknown) => this.#setAside(principal, payload, error));
  }

  async #setAside(principal: Principal, payload: Buffer, error: unknown): Promise<void> {
    if (!(error instanceof PayloadError)) throw error;
    const excerpt = payload.subarray(0, EXCERPT_BYTES).toString('utf8');
    const things = [setAsideWhole(error, excerpt)];
    if (principal.kind === 'asset') {
      const { device } = principal;
      this.#parts.quarantine.add({ assetId: device.assetId }, device.serialNumber, things);
    } else {
      const { gatewayId, name } = principal.gateway;
      this.#parts.quarantine.add({ gatewayId }, name, things);
    }
  }

  async #fromDevice(session: DeviceSession, device: RegisteredDevice, topic: string, payload: Buffer): Promise<void> {
    if (topic === topics.TELEMETRY) return this.#parts.thingsBoard.telemetry(device, readJson(payload));
    if (topic === topics.ATTRIBUTES) return this.#parts.thingsBoard.attributes(device, readJson(payload));
    if (topic.startsWith(topics.RPC_RESPONSE)) {
      return this.#parts.answers.answered(device, topic.slice(topics.RPC_RESPONSE.length), answerOf(payload));
    }
    if (topic.startsWith(topics.ATTRIBUTES_REQUEST)) {
      const requestId = topic.slice(topics.ATTRIBUTES_REQUEST.length);
      if (/^\d{1,15}$/.test(requestId)) return this.#tellAttributes(session, device, requestId, readJson(payload));
    }
    this.#parts.refused(session, topic);
    throw new TopicRefusedError();
  }

  async #fromGateway(session: DeviceSession, gateway: GatewayRef, topic: string, payload: Buffer): Promise<void> {
    const { thingsBoard } = this.#parts;
    const sparkplug = parseSparkplugTopic(topic);
    if (sparkplug) return this.#parts.sparkplug.take(gateway, session.id, sparkplug, payload);
    switch (topic) {
      case topics.GATEWAY_TELEMETRY:
        return this.#carry(session, await thingsBoard.gatewayTelemetry(gateway, readJson(payload)));
      case topics.GATEWAY_ATTRIBUTES:
        return this.#carry(session, await thingsBoard.gatewayAttributes(gateway, readJson(payload)));
      case topics.GATEWAY_CONNECT:
        return this.#carry(session, [await thingsBoard.gatewayConnect(gateway, readJson(payload))]);
      case topics.GATEWAY_DISCONNECT: {
        const device = await thingsBoard.gatewayDisconnect(gateway, readJson(payload));
        if (device) this.#parts.drops(session, device);
        return;
      }
      case topics.GATEWAY_RPC:
        return this.#gatewayAnswered(gateway, payload);
      case topics.TELEMETRY:
      case topics.ATTRIBUTES:
        return this.#fromDevice(session, await thingsBoard.gatewayItself(gateway), topic, payload);
    }
    this.#parts.refused(session, topic);
    throw new TopicRefusedError();
  }

  #carry(session: DeviceSession, devices: readonly RegisteredDevice[]): void {
    for (const device of devices) this.#parts.carries(session, device);
  }

  /** `{device, id, data}` on the gateway's RPC topic. */
  async #gatewayAnswered(gateway: GatewayRef, payload: Buffer): Promise<void> {
    const { device: name, id, data } = objectOrThrow(readJson(payload));
    if (typeof name !== 'string') throw new PayloadError('device must be a name');
    const device = await this.#parts.thingsBoard.gatewayDisconnect(gateway, { device: name });
    if (device) await this.#parts.answers.answered(device, String(id), data);
  }

  /** `{clientKeys: 'a,b', sharedKeys: 'c'}`; the portal has one set of attributes, so both read from it. */
  async #tellAttributes(
    session: DeviceSession,
    device: RegisteredDevice,
    requestId: string,
    json: unknown,
  ): Promise<void> {
    const request = objectOrThrow(json);
    const known = new Map([...(await this.#parts.attributes.list(device))].map(([k, v]) => [k.toLowerCase(), v]));
    const pick = (keys: unknown) =>
      Object.fromEntries(
        String(keys ?? '')
          .split(',')
          .flatMap((key) => {
            const value = known.get(key.trim().toLowerCase());
            return value === undefined ? [] : [[key.trim(), value]];
          }),
      );
    const answer = { client: pick(request.clientKeys), shared: pick(request.sharedKeys) };
    session.send(`${topics.ATTRIBUTES_RESPONSE}${requestId}`, JSON.stringify(answer));
  }
}

/** What a device answers to a command: JSON, or text as it is. */
function answerOf(payload: Buffer): unknown {
  try {
    return readJson(payload);
  } catch {
    return payload.toString('utf8');
  }
}
