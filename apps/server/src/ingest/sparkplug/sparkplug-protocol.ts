import type { Clock } from '#clock.ts';
import type { Principal } from '../device-registry.ts';
import type { DeviceProtocol } from '../sessions/device-protocol.ts';
import type { DeviceSession } from '../sessions/device-session.ts';
import type { SparkplugIntake } from './sparkplug-intake.ts';
import { isSparkplugFilter, isStateTopic, parseSparkplugTopic } from './topic.ts';

/** Sparkplug B over MQTT: `spBv1.0/…`, of an edge that connects with a gateway's token. */
export class SparkplugProtocol implements DeviceProtocol {
  readonly #intake: SparkplugIntake;
  readonly #clock: Clock;

  constructor(intake: SparkplugIntake, clock: Clock) {
    this.#intake = intake;
    this.#clock = clock;
  }

  owns(principal: Principal, topic: string): boolean {
    return principal.kind === 'gateway' && parseSparkplugTopic(topic) !== undefined;
  }

  grants(principal: Principal, filter: string): boolean {
    return principal.kind === 'gateway' && isSparkplugFilter(filter);
  }

  async take(session: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    const parsed = parseSparkplugTopic(topic);
    if (parsed && session.principal.kind === 'gateway') {
      await this.#intake.take(session.principal.gateway, session, parsed, payload);
    }
  }

  /** An edge that waits for its primary host is told that it is there. */
  subscribed(session: DeviceSession, filter: string): void {
    if (isStateTopic(filter)) {
      session.send(filter, JSON.stringify({ online: true, timestamp: this.#clock.now() }));
    }
  }

  async ended(session: DeviceSession): Promise<void> {
    if (session.principal.kind === 'gateway') await this.#intake.connectionEnded(session.principal.gateway, session);
  }
}
