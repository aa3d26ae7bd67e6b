import type { AssetId } from '@telltale/contract';
import { DeviceAttributes } from './device-attributes.ts';
import type { DeviceRegistry } from './device-registry.ts';
import type { DeviceSession } from './device-session.ts';
import type { DeviceSessions } from './device-sessions.ts';
import { ATTRIBUTES, GATEWAY_ATTRIBUTES, GATEWAY_RPC, RPC_REQUEST } from './thingsboard/topics.ts';

export interface OutgoingCommand {
  commandId: number;
  method: string;
  params: unknown;
}

/** What the portal tells devices: commands and changed attributes, on their own connection or their gateway's. */
export class DeviceOutbox {
  readonly #sessions: DeviceSessions;
  readonly #registry: DeviceRegistry;
  readonly #sent = new WeakMap<DeviceSession, Set<number>>();

  constructor(sessions: DeviceSessions, registry: DeviceRegistry) {
    this.#sessions = sessions;
    this.#registry = registry;
  }

  /**
   * Hands a command to the device if it listens: on one connection, and once per connection. A command that is on its
   * way to an open connection is not sent on another one.
   */
  sendCommand(assetId: AssetId, command: OutgoingCommand, onArrived: () => void): void {
    const sessions = this.#sessions.sessionsOf(assetId);
    if (sessions.some((session) => this.#sent.get(session)?.has(command.commandId))) return;
    for (const session of sessions) {
      const [topic, payload] = this.#commandFor(session, assetId, command);
      if (session.listensTo(topic) === undefined) continue;
      const sent = this.#sent.get(session) ?? new Set();
      this.#sent.set(session, sent.add(command.commandId));
      if (session.send(topic, JSON.stringify(payload), onArrived)) return;
      sent.delete(command.commandId);
    }
  }

  onReachable(listener: (assetId: AssetId) => void): void {
    this.#sessions.onReachable((assetId, session) => {
      const assetIds = assetId === undefined ? this.#sessions.carriedBy(session) : [assetId];
      for (const id of assetIds) listener(id);
    });
  }

  /** Tells a device of attributes that were changed in the portal; one that is not connected asks when it comes. */
  sendAttributes(
    assetId: AssetId,
    attributes: readonly { attributeName: string; attributeValue: string | null }[],
  ): void {
    const told = attributes.filter((a) => DeviceAttributes.mayBeTold(a.attributeName, a.attributeValue));
    const changed = told.filter((a) => a.attributeValue !== null).map((a) => [a.attributeName, a.attributeValue]);
    const deleted = told.filter((a) => a.attributeValue === null).map((a) => a.attributeName);
    for (const session of this.#sessions.sessionsOf(assetId)) {
      if (changed.length > 0) this.#tell(session, assetId, Object.fromEntries(changed));
      if (deleted.length > 0) this.#tell(session, assetId, { deleted });
    }
  }

  #tell(session: DeviceSession, assetId: AssetId, data: unknown): void {
    if (session.principal.kind === 'asset') session.send(ATTRIBUTES, JSON.stringify(data));
    else session.send(GATEWAY_ATTRIBUTES, JSON.stringify({ device: this.#serialOf(assetId), data }));
  }

  #commandFor(session: DeviceSession, assetId: AssetId, command: OutgoingCommand): [string, unknown] {
    const { commandId, method, params } = command;
    if (session.principal.kind === 'asset') return [`${RPC_REQUEST}${commandId}`, { method, params }];
    return [GATEWAY_RPC, { device: this.#serialOf(assetId), data: { id: commandId, method, params } }];
  }

  #serialOf(assetId: AssetId): string {
    return this.#registry.find(assetId)?.serialNumber ?? '';
  }
}
