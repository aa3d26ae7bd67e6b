import type { AssetId } from '@telltale/contract';
import type { DeviceRegistry } from '../device-registry.ts';
import type { ChangedAttribute, DeviceProtocol, Outgoing, OutgoingCommand, Refused } from './device-protocol.ts';
import type { DeviceSession } from './device-session.ts';
import type { DeviceSessions } from './device-sessions.ts';

/** What becomes of a command. */
export interface CommandFate {
  /** The device has it. */
  arrived(): void;
  /** The device listens, and what it speaks has no word for the command. */
  refused(reason: string): void;
}

/** What the portal tells devices: commands and changed attributes, on their own connection or their gateway's. */
export class DeviceOutbox {
  readonly #sessions: DeviceSessions;
  readonly #registry: DeviceRegistry;
  readonly #protocols: readonly DeviceProtocol[];
  readonly #sent = new WeakMap<DeviceSession, Set<number>>();

  constructor(sessions: DeviceSessions, registry: DeviceRegistry, protocols: readonly DeviceProtocol[]) {
    this.#sessions = sessions;
    this.#registry = registry;
    this.#protocols = protocols;
  }

  /**
   * Hands a command to the device if it listens: on one connection, and once per connection. A command that is on its
   * way to an open connection is not sent on another one.
   */
  sendCommand(assetId: AssetId, command: OutgoingCommand, fate: CommandFate): void {
    const sessions = this.#sessions.sessionsOf(assetId);
    if (sessions.some((session) => this.#sent.get(session)?.has(command.commandId))) return;
    for (const session of sessions) {
      const outgoing = this.#commandFor(session, assetId, command);
      if (outgoing === undefined) continue;
      if ('refused' in outgoing) {
        fate.refused(outgoing.refused);
        return;
      }
      const sent = this.#sent.get(session) ?? new Set();
      this.#sent.set(session, sent.add(command.commandId));
      if (this.#send(session, outgoing, command, () => fate.arrived())) return;
      sent.delete(command.commandId);
    }
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

  #send(
    session: DeviceSession,
    { topic, payload }: Outgoing,
    command: OutgoingCommand,
    onArrived: () => void,
  ): boolean {
    const expirySeconds = Math.max(1, Math.ceil(command.expiresInMs / 1_000));
    return session.send(topic, payload, { onArrived, expirySeconds });
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
