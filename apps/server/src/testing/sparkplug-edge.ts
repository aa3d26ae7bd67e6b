import type { MqttClient } from 'mqtt';
import { get as getSparkplug } from 'sparkplug-payload';
import { connectDevice } from './device-client.ts';
import type { Portal } from './portal.ts';

const codec = getSparkplug('spBv1.0');
if (!codec) throw new Error('sparkplug-payload speaks spBv1.0');
const { encodePayload, decodePayload } = codec;

export type SparkplugPayload = Parameters<typeof encodePayload>[0];
export type Metric = NonNullable<SparkplugPayload['metrics']>[number];

/** A Sparkplug edge node that says what a test tells it to, and keeps what it hears. */
export class TestEdge {
  readonly client: MqttClient;
  readonly #group: string;
  readonly #name: string;
  readonly #heard: { topic: string; payload: SparkplugPayload }[] = [];
  #seq = 0;
  #timeMs = 0;

  constructor(client: MqttClient, group: string, name: string) {
    this.client = client;
    this.#group = group;
    this.#name = name;
    client.on('message', (topic, bytes) => {
      if (/\/[ND]CMD\//.test(topic)) this.#heard.push({ topic, payload: decodePayload(bytes) });
    });
  }

  static async connect(portal: Portal, accessToken: string, group: string, name: string): Promise<TestEdge> {
    return new TestEdge(await connectDevice(portal, accessToken), group, name);
  }

  /** What the portal told it to do so far. */
  get commands(): readonly { topic: string; payload: SparkplugPayload }[] {
    return this.#heard;
  }

  async listens(): Promise<void> {
    await this.client.subscribeAsync([`spBv1.0/${this.#group}/NCMD/${this.#name}/#`], { qos: 1 });
    await this.client.subscribeAsync([`spBv1.0/${this.#group}/DCMD/${this.#name}/#`], { qos: 1 });
  }

  nodeBirth(metrics: Metric[] = []): Promise<unknown> {
    this.#seq = 0;
    return this.publish('NBIRTH', undefined, [{ name: 'bdSeq', type: 'UInt64', value: 1 }, ...metrics]);
  }

  publish(type: string, device: string | undefined, metrics: Metric[]): Promise<unknown> {
    // Two messages of the same millisecond would be one value.
    this.#timeMs = Math.max(this.#timeMs + 1, Date.now());
    const payload = { timestamp: this.#timeMs, metrics, seq: this.#seq };
    this.#seq = (this.#seq + 1) % 256;
    const topic = `spBv1.0/${this.#group}/${type}/${this.#name}${device === undefined ? '' : `/${device}`}`;
    return this.client.publishAsync(topic, Buffer.from(encodePayload(payload)), { qos: 1 });
  }
}

/** A metric of doubles. */
export const double = (name: string, value: number, more: Partial<Metric> = {}): Metric => ({
  name,
  type: 'Double',
  value,
  ...more,
});

/** With the property `engUnit`. */
export const inUnit = (unit: string, metric: Metric): Metric => ({
  ...metric,
  properties: { engUnit: { type: 'String', value: unit } },
});
