import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { RawMqtt } from '#testing/raw-mqtt.ts';
import { AnswersInOrder } from './answers-in-order.ts';
import { type BrokerHost, NotServedError } from './broker-host.ts';
import { DeviceBroker } from './device-broker.ts';

describe('answers', () => {
  it('are given in the order of their places, each once all before it are', () => {
    const inOrder = new AnswersInOrder();
    const given: number[] = [];
    const answer = (n: number, place = inOrder.place()) => inOrder.answer(place, () => given.push(n));
    const [first, second, third] = [inOrder.place(), inOrder.place(), inOrder.place()];
    answer(3, third);
    expect(given).toEqual([]);
    answer(1, first);
    expect(given).toEqual([1]);
    answer(2, second);
    expect(given).toEqual([1, 2, 3]);
    answer(4);
    expect(given).toEqual([1, 2, 3, 4]);
  });

  it('are given to nobody once the connection is over', () => {
    const inOrder = new AnswersInOrder();
    const given: number[] = [];
    const [first, second, third] = [inOrder.place(), inOrder.place(), inOrder.place()];
    inOrder.answer(second, () => given.push(2));
    inOrder.answer(first, () => inOrder.end());
    inOrder.answer(third, () => given.push(3));
    inOrder.answer(inOrder.place(), () => given.push(4));
    expect(given).toEqual([]);
  });

  it('may bring about further messages, whose answers follow', () => {
    const inOrder = new AnswersInOrder();
    const given: string[] = [];
    const [first, second] = [inOrder.place(), inOrder.place()];
    inOrder.answer(second, () => given.push('second'));
    inOrder.answer(first, () => {
      given.push('first');
      inOrder.answer(inOrder.place(), () => given.push('what the first brought about'));
    });
    expect(given).toEqual(['first', 'second', 'what the first brought about']);
  });
});

/** What becomes of a message is said by its payload, once the test wants it. */
class Host implements BrokerHost {
  readonly isFull = false;
  readonly commitMs = 0;
  readonly #waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  readonly #arrivals: (() => void)[] = [];

  publish(_sessionId: number, _topic: string, payload: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(payload.toString(), { resolve, reject });
      for (const arrived of this.#arrivals.splice(0)) arrived();
    });
  }

  /** The message with this payload is on disk; with an error it is not. */
  async end(payload: string, error?: Error): Promise<void> {
    while (!this.#waiting.has(payload)) await new Promise<void>((resolve) => this.#arrivals.push(resolve));
    const { resolve, reject } = this.#waiting.get(payload) ?? { resolve: () => undefined, reject: () => undefined };
    if (error) reject(error);
    else resolve();
  }

  async authenticateByName(): Promise<undefined> {
    return undefined;
  }

  async authenticate(username: string): Promise<string> {
    return username;
  }
  connected = (): void => undefined;
  grant = (): undefined => undefined;
  disconnected = (): void => undefined;
  subscribed = (): void => undefined;
  unsubscribed = (): void => undefined;
  acknowledged = (): void => undefined;
  pinged = (): void => undefined;
  room = async (): Promise<void> => undefined;
}

describe.each([4, 5] as const)('a device that speaks version %d', (version) => {
  let host: Host;
  let broker: DeviceBroker;
  let device: RawMqtt;
  beforeEach(async () => {
    host = new Host();
    broker = await DeviceBroker.start(host, createLog('silent'), { host: '127.0.0.1', port: 0 });
    device = new RawMqtt(broker.port ?? 0, version);
    expect(await device.connect({ username: 'device' })).toBe(0);
  });
  afterEach(() => broker.close());

  /** Sends messages with the ids 1, 2…, of this quality of service, whose payloads are their ids. */
  function send(count: number, qos: 1 | 2 = 1): void {
    for (let messageId = 1; messageId <= count; messageId++) {
      const payload = String(messageId);
      device.send({ cmd: 'publish', topic: 't', payload, qos, messageId, dup: false, retain: false });
    }
  }

  it.each([
    [1, 'puback'],
    [2, 'pubrec'],
  ] as const)('has its messages of QoS %d acknowledged in the order in which they came (K1)', async (qos, cmd) => {
    send(5, qos);
    for (const payload of ['3', '2', '5', '1', '4']) await host.end(payload);
    for (let messageId = 1; messageId <= 5; messageId++) {
      expect(await device.next()).toMatchObject({ cmd, messageId });
    }
  });

  it('hears of what is not served in its turn', async () => {
    send(2);
    await host.end('2', new NotServedError());
    await host.end('1');
    expect(await device.next()).toMatchObject({ cmd: 'puback', messageId: 1 });
    expect(await device.next()).toMatchObject({ cmd: 'puback', messageId: 2 });
  });

  it('gets nothing acknowledged that came after what could not be stored', async () => {
    send(3);
    await host.end('3');
    await host.end('2', new Error('the disk is full'));
    await host.end('1');
    await device.closed;
    const heard: (string | undefined)[] = [];
    for (let packet = await device.next(); packet; packet = await device.next()) {
      heard.push(packet.cmd === 'puback' ? `puback ${packet.messageId}` : packet.cmd);
    }
    // An older device has no word for the reason; what was still to be sent to it may go down with its connection.
    if (version === 5) expect(heard).toEqual(['puback 1', 'disconnect']);
    else expect(['', 'puback 1']).toContain(heard.join());
  });
});
