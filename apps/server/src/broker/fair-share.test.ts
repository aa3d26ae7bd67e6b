import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { RawMqtt } from '#testing/raw-mqtt.ts';
import type { BrokerHost } from './broker-host.ts';
import { DeviceBroker } from './device-broker.ts';

const FLOOD = 5_000;
const PAYLOAD = 'x'.repeat(230);
/** What may wait of one connection on a quick disk, and the part of one more reading that goes over it. */
const SHARE = Math.ceil((2 * 4 * 1024) / PAYLOAD.length);

/** Takes messages, and has them on disk when the test says so. */
class Host implements BrokerHost {
  readonly isFull = false;
  readonly commitMs = 0;
  /** Names of the devices in the order in which their messages came. */
  readonly taken: string[] = [];
  readonly #names = new Map<number, string>();
  #waiting: (() => void)[] = [];
  #onTaken: (device: string) => void = () => undefined;

  /** The next message of a device was taken. */
  takes(device: string): Promise<void> {
    return new Promise((resolve) => {
      this.#onTaken = (taken) => {
        if (taken === device) resolve();
      };
    });
  }

  /** Everything that waits is on disk now. */
  commit(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  countOf(device: string): number {
    return this.taken.filter((name) => name === device).length;
  }

  publish(sessionId: number): Promise<void> {
    const device = this.#names.get(sessionId) ?? '';
    this.taken.push(device);
    this.#onTaken(device);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  async authenticateByName(): Promise<undefined> {
    return undefined;
  }

  async authenticate(username: string): Promise<string> {
    return username;
  }
  connected(sessionId: number, principalKey: string): void {
    this.#names.set(sessionId, principalKey);
  }
  grant = (): undefined => undefined;
  disconnected = (): void => undefined;
  subscribed = (): void => undefined;
  unsubscribed = (): void => undefined;
  acknowledged = (): void => undefined;
  pinged = (): void => undefined;
  room = async (): Promise<void> => undefined;
}

let host: Host;
let broker: DeviceBroker;
let flooding: RawMqtt;
let other: RawMqtt;
beforeEach(async () => {
  host = new Host();
  broker = await DeviceBroker.start(host, createLog('silent'), { host: '127.0.0.1', port: 0 });
  flooding = new RawMqtt(broker.port ?? 0);
  other = new RawMqtt(broker.port ?? 0);
  expect(await flooding.connect({ username: 'flooding', clientId: 'a' })).toBe(0);
  expect(await other.connect({ username: 'other', clientId: 'b' })).toBe(0);
});
afterEach(() => broker.close());

function publish(device: RawMqtt, messageId: number): void {
  device.send({ cmd: 'publish', topic: 't', payload: PAYLOAD, qos: 1, messageId, dup: false, retain: false });
}

it('takes its share of a flood and no more until that is on disk, and the message of another at once (C16)', async () => {
  const taken = host.takes('flooding');
  for (let id = 1; id <= FLOOD; id++) publish(flooding, id);
  await taken;
  const takenToo = host.takes('other');
  publish(other, 1);
  await takenToo;
  expect(host.countOf('flooding')).toBeLessThanOrEqual(SHARE);

  const isAcknowledged = other.next();
  host.commit();
  expect(await isAcknowledged).toMatchObject({ cmd: 'puback', messageId: 1 });
  expect(host.countOf('flooding')).toBeLessThanOrEqual(2 * SHARE);
});

it('acknowledges all of a flood, in its order, share by share', async () => {
  for (let id = 1; id <= FLOOD; id++) publish(flooding, id);
  const acknowledged: number[] = [];
  while (acknowledged.length < FLOOD) {
    const next = flooding.next();
    const committing = setInterval(() => host.commit(), 1);
    const packet = await next;
    clearInterval(committing);
    if (packet?.cmd !== 'puback') throw new Error(`the connection ended after ${acknowledged.length}`);
    acknowledged.push(packet.messageId ?? 0);
  }
  expect(acknowledged).toEqual(Array.from({ length: FLOOD }, (_, n) => n + 1));
  expect(host.taken).toHaveLength(FLOOD);
});

it('takes a message that is larger than a share', async () => {
  const taken = host.takes('other');
  const payload = 'y'.repeat(300_000);
  other.send({ cmd: 'publish', topic: 't', payload, qos: 1, messageId: 1, dup: false, retain: false });
  await taken;
  host.commit();
  expect(await other.next()).toMatchObject({ cmd: 'puback' });
});
