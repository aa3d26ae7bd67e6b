import { DeviceClient } from '../device/device-client.ts';
import { gatewayLink, ownLink } from '../device/link.ts';
import { sampleOf } from '../device/sample.ts';
import { hasContact, type Roster } from '../world/roster.ts';
import type { World, WorldMember } from '../world/world.ts';
import { sendStretch } from './backfill.ts';
import type { Credentials } from './credentials.ts';
import { type FleetMemory, type Stretch, writeMemory } from './memory-file.ts';
import { HISTORY_STEP_MS, openWorld } from './opening.ts';

export interface FleetOptions {
  readonly membersOf: (bornMs: number) => WorldMember[];
  readonly roster: readonly Roster[];
  readonly credentials: Credentials;
  readonly memory: FleetMemory | undefined;
  /** When its world began, as the plan of the demonstration has it. */
  readonly bornMs?: number | undefined;
  /** Where the memory is kept. */
  readonly memoryPath: string;
  readonly now: () => number;
  readonly log: (text: string) => void;
}

const TICK_MS = 1_000;
/** The memory is written at most this often, and at the end. */
const REMEMBER_MS = 10_000;
/** Further behind than this (the machine slept), the way to now is made in the steps of history. */
const ASLEEP_MS = 60_000;

/** Runs the devices: live measurements every second, and the missing past beside them. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #world: World;
  readonly #members: readonly WorldMember[];
  readonly #bornMs: number;
  readonly #clients = new Map<string, DeviceClient>();
  readonly #stop = new AbortController();
  #todo: readonly Stretch[];
  #live: FleetMemory['live'];
  #rememberedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #history: Promise<void> = Promise.resolve();

  constructor(options: FleetOptions) {
    this.#options = options;
    const opening = openWorld(options.membersOf, options.memory, options.now(), options.bornMs);
    this.#world = opening.world;
    this.#bornMs = opening.bornMs;
    this.#members = options.membersOf(opening.bornMs);
    this.#todo = opening.todo;
    this.#live = this.#world.snapshot();
    this.#makeClients();
  }

  /** Resolves when the past is in the portal, or the fleet was stopped. */
  get historySent(): Promise<void> {
    return this.#history;
  }

  start(): void {
    for (const client of new Set(this.#clients.values())) client.open();
    this.#remember();
    this.#history = this.#sendHistory();
    this.#timer = setInterval(() => this.tick(), TICK_MS / 4);
  }

  /** Stops measuring and writes down how far the portal has acknowledged. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#history;
    this.#markLive();
    this.#remember();
    await Promise.all([...new Set(this.#clients.values())].map((client) => client.close()));
  }

  /** Measures everything that is due by now, on full seconds. */
  tick(): void {
    const nowMs = Math.floor(this.#options.now() / TICK_MS) * TICK_MS;
    while (this.#world.timeMs < nowMs) {
      const stepMs = nowMs - this.#world.timeMs > ASLEEP_MS ? HISTORY_STEP_MS : TICK_MS;
      this.#world.advance((Math.floor(this.#world.timeMs / stepMs) + 1) * stepMs, stepMs);
      this.#measure();
    }
    this.#followRadios(nowMs);
    this.#markLive();
    if (nowMs - this.#rememberedMs >= REMEMBER_MS) this.#remember();
  }

  #measure(): void {
    const { timeMs } = this.#world;
    for (const { serialNumber, periodMs } of this.#options.roster) {
      if (timeMs % periodMs !== 0) continue;
      const client = this.#clientOf(serialNumber);
      client.add(sampleOf(serialNumber, timeMs, this.#world.read(serialNumber), this.#world.badLabels(serialNumber)));
      client.report(serialNumber, this.#world.attributes(serialNumber));
    }
  }

  #followRadios(nowMs: number): void {
    for (const { serialNumber, hasWeakRadio } of this.#options.roster) {
      if (!hasWeakRadio) continue;
      const client = this.#clientOf(serialNumber);
      // Contact is not lost while the past is being sent: it would hold up the whole fleet.
      if (this.#todo.length > 0 || hasContact(this.#bornMs % 1_000_003, nowMs)) client.open();
      else client.cut();
    }
  }

  /** When nothing waits for an acknowledgement, everything up to now is safe in the portal. */
  #markLive(): void {
    const clients = new Set(this.#clients.values());
    for (const client of clients) if (client.pending > 0) return;
    this.#live = this.#world.snapshot();
  }

  #remember(): void {
    const { memoryPath, now } = this.#options;
    this.#rememberedMs = now();
    writeMemory(memoryPath, { bornMs: this.#bornMs, todo: this.#todo, live: this.#live });
  }

  async #sendHistory(): Promise<void> {
    const { signal } = this.#stop;
    const periods = new Map<string, number>(this.#options.roster.map((one) => [one.serialNumber, one.periodMs]));
    const startedMs = this.#options.now();
    const hadWork = this.#todo.length > 0;
    try {
      for (let stretch = this.#todo[0]; stretch; stretch = this.#todo[0]) {
        await sendStretch(stretch, {
          members: this.#members,
          clientOf: (serialNumber) => this.#clientOf(serialNumber),
          periodOf: (serialNumber) => periods.get(serialNumber) ?? TICK_MS,
          signal,
          onProgress: (left) => {
            this.#todo = left ? [left, ...this.#todo.slice(1)] : this.#todo.slice(1);
          },
        });
        this.#remember();
      }
      const seconds = ((this.#options.now() - startedMs) / 1000).toFixed(0);
      if (hadWork) this.#options.log(`history sent in ${seconds} s`);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #clientOf(serialNumber: string): DeviceClient {
    const client = this.#clients.get(serialNumber);
    if (!client) throw new Error(`${serialNumber} has no connection.`);
    return client;
  }

  #makeClients(): void {
    const { roster, credentials } = this.#options;
    const groups = Map.groupBy(roster, (device) => device.gateway ?? device.serialNumber);
    for (const [name, devices] of groups) {
      const serials = devices.map((device) => device.serialNumber);
      const isGateway = devices[0]?.gateway !== undefined;
      const token = isGateway ? credentials.gateways[name] : credentials.devices[name];
      if (token === undefined) throw new Error(`The portal gave no token for ${name}.`);
      const client = new DeviceClient({
        url: credentials.mqttUrl,
        token,
        name: name.replaceAll(/\W+/g, '-').toLowerCase(),
        link: isGateway ? gatewayLink(serials) : ownLink(name),
        onCommand: (serialNumber, command) => this.#world.command(serialNumber, command),
      });
      for (const serial of serials) this.#clients.set(serial, client);
    }
  }
}
