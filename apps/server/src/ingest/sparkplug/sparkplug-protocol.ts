import type { Clock } from '#clock.ts';
import { type Principal, speaks } from '../device-registry.ts';
import type { RegisteredDevice } from '../registered-device.ts';
import type { DeviceProtocol, Outgoing, OutgoingCommand, Refused } from '../sessions/device-protocol.ts';
import type { DeviceSession } from '../sessions/device-session.ts';
import { wordCommand } from './command.ts';
import { type HostState, isStateFilter } from './host-state.ts';
import type { SparkplugIntake } from './sparkplug-intake.ts';
import { commandTopic, isCommandFilter, parseSparkplugTopic } from './topic.ts';

/** The commands of the edge, who sees it and who must release them, are those of its own asset (decision 0441). */
const STEERED_ELSEWHERE: Refused = {
  refused: 'What steers the edge of this device is sent to the asset that the edge is itself.',
};

/** Sparkplug B over MQTT: `spBv1.0/…`, of an edge that connects with a gateway's token. */
export class SparkplugProtocol implements DeviceProtocol {
  readonly #intake: SparkplugIntake;
  readonly #host: HostState;
  readonly #clock: Clock;

  constructor(intake: SparkplugIntake, host: HostState, clock: Clock) {
    this.#intake = intake;
    this.#host = host;
    this.#clock = clock;
  }

  owns(principal: Principal, topic: string): boolean {
    return speaks(principal, 'sparkplug') && parseSparkplugTopic(topic) !== undefined;
  }

  grants(principal: Principal, filter: string): boolean {
    return principal.kind === 'gateway' && (isCommandFilter(filter) || isStateFilter(filter));
  }

  async take(session: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    const parsed = parseSparkplugTopic(topic);
    if (parsed && session.principal.kind === 'gateway') {
      await this.#intake.take(session.principal.gateway, session, parsed, payload);
    }
  }

  /** An edge that waits for its primary host is told that it is there. */
  subscribed(session: DeviceSession, filter: string): void {
    this.#host.subscribed(session, filter);
  }

  command(
    session: DeviceSession,
    { assetId }: RegisteredDevice,
    command: OutgoingCommand,
  ): Outgoing | Refused | undefined {
    const place = this.#intake.placeOf(assetId);
    if (place?.edge.session !== session) return undefined;
    const { principal } = session;
    const { edge, device } = place;
    const topics = [commandTopic(edge.group, edge.name), commandTopic(edge.group, edge.name, device)];
    if (topics.every((topic) => session.listensTo(topic) === undefined)) return undefined;
    const worded = wordCommand(edge, device, command, this.#clock.now());
    if ('refused' in worded || worded.topic === topics[1]) return worded;
    const isAsset = principal.kind === 'gateway' && this.#intake.isAsset(principal.gateway, edge);
    return isAsset ? STEERED_ELSEWHERE : worded;
  }

  async ended(session: DeviceSession, hasMoved: () => Promise<boolean>): Promise<void> {
    this.#host.ended(session);
    const { principal } = session;
    if (principal.kind === 'gateway') await this.#intake.connectionEnded(principal.gateway, session, hasMoved);
  }
}
