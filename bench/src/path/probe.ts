import { connectAsync, type MqttClient } from 'mqtt';
import type { DevicePortal } from '../ingest/device-portal.ts';
import { HttpReader } from './http-reader.ts';

const LABEL = 'Probe';
const PAUSE_MS = 40;

export interface ProbeReport {
  /** From the publish of a value until a GET of history has it, ms, ascending. */
  readableMs: number[];
  /** From the publish of a value until the live hub brought it, ms, ascending. */
  liveMs: number[];
}

/** One device whose values are followed to where users see them: the history over HTTP, and the live hub. */
export class Probe {
  readonly #device: MqttClient;
  readonly #hub: MqttClient;
  readonly #reader: HttpReader;
  readonly #assetId: number;
  #dataItemId = 0;
  #value = 0;
  #onLive: (value: number) => void = () => undefined;

  private constructor(device: MqttClient, hub: MqttClient, reader: HttpReader, assetId: number) {
    this.#device = device;
    this.#hub = hub;
    this.#reader = reader;
    this.#assetId = assetId;
  }

  /** @param number of the probing device: the asset after those of the load */
  static async start(portal: DevicePortal, number: number): Promise<Probe> {
    const reader = await HttpReader.logIn(portal);
    const device = await connectAsync(`mqtt://127.0.0.1:${portal.mqttPort}`, { username: `token-${number}` });
    const hub = await connectAsync(`${portal.url.replace('http', 'ws')}/mqtt`, {
      username: reader.brokerToken,
      wsOptions: { headers: { Origin: portal.url } },
    });
    const probe = new Probe(device, hub, reader, number + 1);
    await probe.#publish();
    const items = await reader.get(`/api/ef/assets/${probe.#assetId}/dataitems`);
    const known = JSON.parse(items.text) as { label: string; dataItemId: number }[];
    probe.#dataItemId = known.find(({ label }) => label === LABEL)?.dataItemId ?? 0;
    hub.on('message', (_topic, payload) => probe.#hear(payload));
    await hub.subscribeAsync(`telltale/assets/${probe.#assetId}/dataitems/+`);
    return probe;
  }

  /** Follows one value after the other until the time is over. */
  async run(seconds: number): Promise<ProbeReport> {
    const report: ProbeReport = { readableMs: [], liveMs: [] };
    const endMs = performance.now() + seconds * 1_000;
    while (performance.now() < endMs) {
      const live = Promise.withResolvers<number>();
      const expected = this.#value + 1;
      this.#onLive = (value) => {
        if (value === expected) live.resolve(performance.now());
      };
      const timeMs = Date.now();
      const startMs = performance.now();
      const acknowledged = this.#publish(timeMs);
      report.readableMs.push((await this.#readUntil(expected, timeMs)) - startMs);
      report.liveMs.push((await live.promise) - startMs);
      await acknowledged;
      // Not in step with the hub's batches.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS + Math.random() * 200));
    }
    report.readableMs.sort((a, b) => a - b);
    report.liveMs.sort((a, b) => a - b);
    return report;
  }

  async close(): Promise<void> {
    this.#reader.close();
    await Promise.all([this.#device.endAsync(), this.#hub.endAsync()]);
  }

  async #publish(timeMs = Date.now()): Promise<void> {
    const telemetry = { ts: timeMs, values: { [LABEL]: ++this.#value } };
    await this.#device.publishAsync('v1/devices/me/telemetry', JSON.stringify(telemetry), { qos: 1 });
  }

  async #readUntil(value: number, timeMs: number): Promise<number> {
    for (;;) {
      const { text } = await this.#reader.history(this.#assetId, [this.#dataItemId], timeMs, timeMs);
      const [, values = []] = JSON.parse(text) as number[][];
      if (values.includes(value)) return performance.now();
    }
  }

  #hear(payload: Buffer): void {
    const body = JSON.parse(payload.toString()) as
      | { label: string; value: number }
      | { label: string; value: number }[];
    for (const { label, value } of [body].flat()) if (label === LABEL) this.#onLive(value);
  }
}
