import { DeviceClient } from '../device/device-client.ts';
import { gatewayLink } from '../device/link.ts';
import { sampleOf } from '../device/sample.ts';
import { World, type WorldMember } from '../world/world.ts';

export interface SimulationOptions {
  readonly url: string;
  /** Of a gateway: it may speak for many assets, and make those that are missing. */
  readonly token: string;
  /** Definition of the assets that are made. */
  readonly definition: string;
  readonly members: readonly WorldMember[];
  readonly periodMs: number;
  readonly now: () => number;
  readonly retryMs?: { readonly first: number; readonly longest: number };
}

/** Longer standstills (the machine slept) are skipped: a simulation has no history to keep. */
const LONGEST_CATCH_UP_MS = 60_000;

/** Any number of simulated devices behind one gateway connection, measuring at one pace. */
export class Simulation {
  readonly #options: SimulationOptions;
  readonly #client: DeviceClient;
  #world: World;
  #timer: NodeJS.Timeout | undefined;
  #sent = 0;

  constructor(options: SimulationOptions) {
    this.#options = options;
    const serials = options.members.map((member) => member.serialNumber);
    this.#world = World.begin(options.members, this.#dueBy(options.now()));
    this.#client = new DeviceClient({
      url: options.url,
      token: options.token,
      name: `simulation-${process.pid}`,
      link: gatewayLink(serials, options.definition),
      onCommand: (serialNumber, command) => this.#world.command(serialNumber, command),
      ...(options.retryMs ? { retryMs: options.retryMs } : {}),
    });
  }

  get isConnected(): boolean {
    return this.#client.isConnected;
  }

  /** Measurements that the portal has acknowledged, one per device and period. */
  get acknowledged(): number {
    return this.#sent - this.#client.pending - this.#client.lost;
  }

  start(): void {
    this.#client.open();
    this.#timer = setInterval(() => this.tick(), Math.min(250, this.#options.periodMs / 2));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#client.close();
  }

  /** Measures everything that is due by now. */
  tick(): void {
    const { members, now, periodMs } = this.#options;
    const dueMs = this.#dueBy(now());
    if (dueMs - this.#world.timeMs > LONGEST_CATCH_UP_MS) this.#world = World.begin(members, dueMs - periodMs);
    while (this.#world.timeMs < dueMs) {
      this.#world.advance(this.#world.timeMs + periodMs, periodMs);
      for (const { serialNumber } of members) {
        const { timeMs } = this.#world;
        this.#client.add(
          sampleOf(serialNumber, timeMs, this.#world.read(serialNumber), this.#world.badLabels(serialNumber)),
        );
        this.#sent += 1;
      }
    }
  }

  #dueBy(nowMs: number): number {
    return Math.floor(nowMs / this.#options.periodMs) * this.#options.periodMs;
  }
}
