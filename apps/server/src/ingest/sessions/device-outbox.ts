import type { AssetId } from '@telltale/contract';
import type { DeviceRegistry } from '../device-registry.ts';
import type { ChangedAttribute, DeviceProtocol, Moves, Outgoing, OutgoingCommand, Refused } from './device-protocol.ts';
import type { DeviceSession } from './device-session.ts';
import type { DeviceSessions } from './device-sessions.ts';

/** A command that can go out now. */
export interface Sendable {
  moves: Moves | undefined;
  /** False: the connection is gone or full, and nothing went out. `onArrived` is called when the device has it. */
  send: (onArrived: () => void) => boolean;
}

/** What the portal tells devices: commands and changed attributes, on their own connection or their gateway's. */
export class DeviceOutbox {
  readonly #sessions: DeviceSessions;
  readonly #registry: DeviceRegistry;
  readonly #protocols: readonly DeviceProtocol[];

  constructor(sessions: DeviceSessions, registry: DeviceRegistry, protocols: readonly DeviceProtocol[]) {
    this.#sessions = sessions;
    this.#registry = registry;
    this.#protocols = protocols;
  }

  /** Undefined: the device is not connected, does not listen, or has enough to acknowledge. */
  offer(assetId: AssetId, command: OutgoingCommand): Sendable | Refused | undefined {
    for (const session of this.#sessions.sessionsOf(assetId)) {
      const outgoing = this.#commandFor(session, assetId, command);
      if (outgoing === undefined) continue;
      if ('refused' in outgoing) return outgoing;
      const { topic, payload, moves } = outgoing;
      if (!session.hasRoomFor(topic, payload)) continue;
      const expirySeconds = Math.max(1, Math.ceil(command.expiresInMs / 1_000));
      return { moves, send: (onArrived) => session.send(topic, payload, { onArrived, expirySeconds }) };
    }
    return undefined;
  }

  onReachable(listener: (assetId: AssetId) => void): void {
    this.#sessions.onReachable(listener);
  }

  /** Tells a device of attributes that were changed in the portal; one that is not connected asks when it comes. */
  sendAttributes(assetId: AssetId, changed: readonly ChangedAttribute[]): void {
    const device = this.#registry.find(assetId);
    if (!device) return;
    for (const session of this.#sessions.sessionsOf(assetId)) {
      for (const protocol of this.#protocols) {
        const told = protocol.attributes?.(session, device, changed) ?? [];
        for (const { topic, payload } of told) session.send(topic, payload);
      }
    }
  }

  /** In the first protocol that has a word for it to which the session listens. */
  #commandFor(session: DeviceSession, assetId: AssetId, command: OutgoingCommand): Outgoing | Refused | undefined {
    const device = this.#registry.find(assetId);
    if (!device) return undefined;
    for (const protocol of this.#protocols) {
      const outgoing = protocol.command?.(session, device, command);
      if (outgoing === undefined) continue;
      if ('refused' in outgoing || session.listensTo(outgoing.topic) !== undefined) return outgoing;
    }
    return undefined;
  }
}
