import { UnusableError } from '#broker/broker-host.ts';
import type { Clock } from '#clock.ts';
import { DeviceAttributes } from '../device-attributes.ts';
import type { Principal } from '../device-registry.ts';
import { beginningOf } from '../message-origin.ts';
import { objectOrThrow, readJson } from '../payload.ts';
import { IntakeReport } from '../quarantine/intake-report.ts';
import type { RegisteredDevice } from '../registered-device.ts';
import type { CommandAnswers } from '../sessions/command-answers.ts';
import type { ChangedAttribute, DeviceProtocol, Outgoing, OutgoingCommand } from '../sessions/device-protocol.ts';
import type { DeviceSession } from '../sessions/device-session.ts';
import { answerAttributes, toldValue } from './attribute-values.ts';
import { answerRpc } from './client-rpc.ts';
import type { DeviceFiles } from './device-files.ts';
import type { Packages } from './packages.ts';
import type { ThingsBoardIntake } from './thingsboard-intake.ts';
import * as topics from './topics.ts';

export interface DeviceApiParts {
  intake: ThingsBoardIntake;
  attributes: DeviceAttributes;
  answers: CommandAnswers;
  packages: Packages;
  files: DeviceFiles;
  clock: Clock;
}

type Handler = (device: RegisteredDevice, session: DeviceSession, payload: Buffer, id: string) => Promise<void>;

const filters = new Set([
  topics.ATTRIBUTES,
  `${topics.ATTRIBUTES_RESPONSE}+`,
  `${topics.ATTRIBUTES_RESPONSE}#`,
  `${topics.RPC_REQUEST}+`,
  `${topics.RPC_REQUEST}#`,
  `${topics.RPC_RESPONSE}+`,
  `${topics.RPC_RESPONSE}#`,
  'v1/devices/me/+',
  'v1/devices/me/#',
]);

/** @throws {UnusableError} when nothing of the message could be stored */
function throwRefusal({ refusal }: IntakeReport): void {
  if (refusal !== undefined) throw new UnusableError(refusal);
}

/** An id that a device gives to a request. */
const REQUEST_ID = /^[\w-]{1,64}$/;

/** ThingsBoard's device API over MQTT: `v1/devices/me/…`, of the asset whose token opened the connection. */
export class DeviceApi implements DeviceProtocol {
  readonly #parts: DeviceApiParts;
  /** By the part of the topic before the id. */
  readonly #withId: ReadonlyMap<string, Handler>;

  constructor(parts: DeviceApiParts) {
    this.#parts = parts;
    this.#withId = new Map<string, Handler>([
      [topics.RPC_RESPONSE, (device, _session, payload, commandId) => this.#answered(device, payload, commandId)],
      [topics.RPC_REQUEST, (_device, session, payload, id) => this.#called(session, payload, id)],
      [topics.ATTRIBUTES_REQUEST, (device, session, payload, id) => this.#tellAttributes(device, session, payload, id)],
    ]);
  }

  owns(principal: Principal, topic: string): boolean {
    return principal.kind === 'asset' && this.serves(topic);
  }

  grants(principal: Principal, filter: string): boolean {
    if (principal.kind === 'newcomer') return false;
    return filters.has(filter) || this.#parts.packages.grants(filter) || this.#parts.files.grants(filter);
  }

  take(session: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    const { principal } = session;
    if (principal.kind !== 'asset') throw new Error('only an asset speaks for itself');
    return this.takeOf(principal.device, session, topic, payload);
  }

  /** Whether something is done with messages to the topic. */
  serves(topic: string): boolean {
    if (topic === topics.TELEMETRY || topic === topics.ATTRIBUTES || topic === topics.CLAIM) return true;
    const [start, id] = splitId(topic);
    if (this.#withId.has(start) && REQUEST_ID.test(id)) return true;
    return this.#parts.packages.serves(topic) || this.#parts.files.serves(topic);
  }

  /** As `take`, of a device that the caller knows. Between here and the disk there is one promise, that of the commit. */
  takeOf(device: RegisteredDevice, session: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    if (topic === topics.TELEMETRY) {
      const origin = { way: 'mqtt', sender: '', text: beginningOf(payload) } as const;
      const report = new IntakeReport();
      const stored = this.#parts.intake.telemetry(device, readJson(payload), { origin, report });
      return report.hasTaken ? stored : stored.then(() => throwRefusal(report));
    }
    if (topic === topics.ATTRIBUTES) return this.#parts.intake.attributes(device, readJson(payload));
    if (topic === topics.CLAIM) return this.#parts.intake.claim(device);
    const [start, id] = splitId(topic);
    const handler = this.#withId.get(start);
    if (handler) return handler(device, session, payload, id);
    const { packages, files } = this.#parts;
    return (packages.serves(topic) ? packages : files).take(device, session, topic, payload);
  }

  command(session: DeviceSession, _device: RegisteredDevice, command: OutgoingCommand): Outgoing | undefined {
    return session.principal.kind === 'asset' ? commandToDevice(command) : undefined;
  }

  attributes(session: DeviceSession, _device: RegisteredDevice, changed: readonly ChangedAttribute[]): Outgoing[] {
    return session.principal.kind === 'asset' ? changesToDevice(changed) : [];
  }

  async #answered(device: RegisteredDevice, payload: Buffer, commandId: string): Promise<void> {
    await this.#parts.answers.publish({ device, commandId, answer: answerOf(payload) });
  }

  async #called(session: DeviceSession, payload: Buffer, id: string): Promise<void> {
    const answer = answerRpc(readJson(payload), this.#parts.clock.now());
    session.send(`${topics.RPC_RESPONSE}${id}`, JSON.stringify(answer));
  }

  async #tellAttributes(device: RegisteredDevice, session: DeviceSession, payload: Buffer, id: string): Promise<void> {
    const request = objectOrThrow(readJson(payload));
    const answer = answerAttributes(await this.#parts.attributes.list(device), request);
    session.send(`${topics.ATTRIBUTES_RESPONSE}${id}`, JSON.stringify(answer));
  }
}

/** `a/b/7` as `a/b/` and `7`. */
function splitId(topic: string): [start: string, id: string] {
  const at = topic.lastIndexOf('/') + 1;
  return [topic.slice(0, at), topic.slice(at)];
}

export function commandToDevice({ commandId, method, params }: OutgoingCommand): Outgoing {
  return { topic: `${topics.RPC_REQUEST}${commandId}`, payload: JSON.stringify({ method, params }) };
}

export function changesToDevice(changed: readonly ChangedAttribute[]): Outgoing[] {
  return changesOf(changed).map((data) => ({ topic: topics.ATTRIBUTES, payload: JSON.stringify(data) }));
}

/** Changed values in one message, names of deleted ones in another. */
export function changesOf(attributes: readonly ChangedAttribute[]): object[] {
  const changed: [string, unknown][] = [];
  const deleted: string[] = [];
  for (const { attributeName, attributeValue } of attributes) {
    if (!DeviceAttributes.mayBeTold(attributeName, attributeValue)) continue;
    if (attributeValue === null) deleted.push(attributeName);
    else changed.push([attributeName, toldValue(attributeName, attributeValue)]);
  }
  return [...(changed.length > 0 ? [Object.fromEntries(changed)] : []), ...(deleted.length > 0 ? [{ deleted }] : [])];
}

/** What a device answers to a command: JSON, or text as it is. */
function answerOf(payload: Buffer): unknown {
  try {
    return readJson(payload);
  } catch {
    return payload.toString('utf8');
  }
}
