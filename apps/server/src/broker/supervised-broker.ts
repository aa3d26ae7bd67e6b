import type { Duplex } from 'node:stream';
import type { Log } from '#config/log.ts';
import type { BrokerControl, BrokerHost } from './broker-host.ts';
import { type BrokerOptions, DeviceBroker } from './device-broker.ts';
import type { DeviceOrigin } from './device-connection.ts';

/** A broker that fails again and again is not brought back: the process ends, and its supervisor starts it anew. */
const MAX_RESTARTS = 5;
const RESTARTS_WITHIN_MS = 60_000;

/**
 * The device broker, brought back when it fails: an error out of its depths that nobody caught ends the connections of
 * the devices, which come back by themselves, and not the process that holds the history (guarantee K7).
 */
export class SupervisedBroker {
  readonly #host: BrokerHost & { serve(control: BrokerControl): void };
  readonly #log: Log;
  readonly #options: BrokerOptions;
  #broker: DeviceBroker;
  #restartedMs: number[] = [];
  #restarting: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(
    host: BrokerHost & { serve(control: BrokerControl): void },
    log: Log,
    options: BrokerOptions,
    broker: DeviceBroker,
  ) {
    this.#host = host;
    this.#log = log;
    this.#broker = broker;
    // It comes back at the ports that it had, also when any free ones were asked for.
    const { port, securePort } = broker;
    const secure = options.secure && { ...options.secure, port: securePort ?? options.secure.port };
    this.#options = { ...options, port, secure };
  }

  static async start(
    host: BrokerHost & { serve(control: BrokerControl): void },
    log: Log,
    options: BrokerOptions,
  ): Promise<SupervisedBroker> {
    const broker = await DeviceBroker.start(host, log, options);
    host.serve(broker);
    return new SupervisedBroker(host, log, options, broker);
  }

  /** Undefined: it does not listen for TCP. */
  get port(): number | undefined {
    return this.#options.port;
  }

  /** Undefined: it does not listen for TLS. */
  get securePort(): number | undefined {
    return this.#options.secure?.port;
  }

  get restarts(): number {
    return this.#restartedMs.length;
  }

  /** True when no more devices may connect. */
  get isFull(): boolean {
    return this.#broker.isFull;
  }

  /** Serves a device on a stream of MQTT bytes. */
  accept(stream: Duplex, origin: DeviceOrigin): void {
    this.#broker.accept(stream, origin);
  }

  stats() {
    return this.#broker.stats();
  }

  /**
   * Takes an error that nobody caught, if it is the broker's, and brings the broker back.
   * @returns false when it is not, or the broker failed too often
   */
  contain(error: unknown): boolean {
    if (this.#isClosed || !isBrokerFault(error)) return false;
    const nowMs = performance.now();
    this.#restartedMs = this.#restartedMs.filter((timeMs) => nowMs - timeMs < RESTARTS_WITHIN_MS);
    if (this.#restartedMs.length >= MAX_RESTARTS) return false;
    this.#restartedMs.push(nowMs);
    this.#log.error({ err: error }, 'the device broker failed; it starts anew');
    this.#restarting = this.#restarting.then(() => this.#restart());
    return true;
  }

  /** Resolves when the broker serves again. */
  settled(): Promise<void> {
    return this.#restarting;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#restarting;
    await this.#broker.close();
  }

  async #restart(): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.#broker.close();
      this.#broker = await DeviceBroker.start(this.#host, this.#log, this.#options);
      this.#host.serve(this.#broker);
    } catch (error) {
      this.#log.fatal({ err: error }, 'the device broker could not be started again');
    }
  }
}

/** True when the broker's library stands in the error's stack. */
export function isBrokerFault(error: unknown): boolean {
  return error instanceof Error && /[\\/]node_modules[\\/]aedes[\\/]/.test(error.stack ?? '');
}
