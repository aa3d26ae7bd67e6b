/**
 * The load generator, in a process of its own: many devices that publish at QoS 1 at a steady pace, or as fast as
 * their acknowledgements come. Sockets and bytes by hand, so that it takes as little of the machine as it can.
 */
import { connect, type Socket } from 'node:net';
import mqtt from 'mqtt-packet';

export interface LoadOrder {
  port: number;
  devices: number;
  /** Messages a second of all devices together; 0: as many as are acknowledged. */
  messagesPerSecond: number;
  /** Unacknowledged messages that a device may have. */
  window: number;
  seconds: number;
  /** Of the devices; `token-0` and so on when they are left out. */
  tokens?: readonly string[];
  /** Number of the first device's token; 0 when it is left out. */
  firstDevice?: number;
  /** Between the last connection and the first message; 0 when it is left out. */
  settleMs?: number;
  /** Two of its ten values say where the device is: always at one place, or 20 metres further each time, at the time of the clock. */
  places?: 'standing' | 'moving';
  /** How old their data is, one device after the other; live when it is left out. */
  agesMs?: readonly number[];
}

export interface LoadReport {
  sent: number;
  acknowledged: number;
  /** Until the last acknowledgement. */
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  processorSeconds: number;
}

const TOPIC = Buffer.from('v1/devices/me/telemetry');
const LABELS = [
  'Motor Current',
  'Suction Pressure',
  'Discharge Pressure',
  'Flow Rate',
  'Vibration X',
  'Vibration Y',
  'Bearing Temperature',
  'Motor Temperature',
  'Speed',
  'Running Hours',
];
/** With `places`, these stand in the place of the last two. */
const PLACE_LABELS = [...LABELS.slice(0, -2), 'latitude', 'longitude'];
const DEGREES_A_STEP = 20 / 111_195;
const PUBACK_BYTES = 4;
const HISTOGRAM_MS = 60_000;

class Device {
  readonly #socket: Socket;
  readonly #sentAt = new Float64Array(65_536);
  readonly #bases = LABELS.map((_, i) => 10 * (i + 1));
  readonly #places: LoadOrder['places'];
  #way = 0;
  #nextId = 1;
  #timeMs: number;
  #rest: Buffer = Buffer.alloc(0);
  inFlight = 0;
  isPaused = false;
  readonly ready: Promise<void>;

  constructor(
    port: number,
    token: string,
    { ageMs, places }: { ageMs: number; places: LoadOrder['places'] },
    onAcknowledged: (device: Device, ms: number) => void,
    onRoom: (device: Device) => void,
  ) {
    this.#timeMs = Date.now() - ageMs;
    this.#places = places;
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true);
    this.#socket.write(
      mqtt.generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: 0,
        clientId: `${token} ${ageMs}`,
        username: token,
      }),
    );
    this.ready = new Promise((resolve, reject) => {
      this.#socket.once('data', (connack) => {
        if (connack[3] !== 0) reject(new Error(`CONNACK ${connack[3]}`));
        this.#socket.on('data', (chunk) => this.#read(chunk, onAcknowledged));
        resolve();
      });
      this.#socket.on('error', reject);
    });
    this.#socket.on('drain', () => {
      this.isPaused = false;
      // All that it has sent may be acknowledged by now, and no acknowledgement would make it go on.
      onRoom(this);
    });
  }

  /** Sends one message; its time is a millisecond after that of the one before, so that none is a duplicate. */
  send(): void {
    const id = this.#nextId;
    this.#nextId = id === 65_535 ? 1 : id + 1;
    if (this.#places === 'moving') {
      this.#timeMs = Math.max(this.#timeMs, Date.now());
      this.#way += DEGREES_A_STEP;
    }
    const payload = this.#payload(this.#timeMs++);
    const length = 2 + TOPIC.length + 2 + payload.length;
    const packet = Buffer.allocUnsafe(3 + length);
    packet[0] = 0x32;
    packet[1] = (length & 0x7f) | 0x80;
    packet[2] = length >> 7;
    packet.writeUInt16BE(TOPIC.length, 3);
    TOPIC.copy(packet, 5);
    packet.writeUInt16BE(id, 5 + TOPIC.length);
    packet.write(payload, 7 + TOPIC.length, 'latin1');
    this.#sentAt[id] = performance.now();
    this.inFlight++;
    this.isPaused = !this.#socket.write(packet);
  }

  end(): void {
    this.#socket.destroy();
  }

  #payload(timeMs: number): string {
    let text = `{"ts":${timeMs},"values":{`;
    const labels = this.#places === undefined ? LABELS : PLACE_LABELS;
    for (let i = 0; i < labels.length; i++) {
      const isPlace = this.#places !== undefined && i >= labels.length - 2;
      const value = isPlace
        ? Math.round((31 + (this.#way % 50)) * 1e6) / 1e6
        : Math.round(((this.#bases[i] as number) + Math.random()) * 100) / 100;
      text += `${i === 0 ? '' : ','}"${labels[i]}":${value}`;
    }
    return `${text}}}`;
  }

  #read(chunk: Buffer, onAcknowledged: (device: Device, ms: number) => void): void {
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const now = performance.now();
    let at = 0;
    for (; at + PUBACK_BYTES <= bytes.length; at += PUBACK_BYTES) {
      const id = bytes.readUInt16BE(at + 2);
      this.inFlight--;
      onAcknowledged(this, now - (this.#sentAt[id] as number));
    }
    this.#rest = bytes.subarray(at);
  }
}

async function run(order: LoadOrder): Promise<LoadReport> {
  const histogram = new Uint32Array(HISTOGRAM_MS);
  let sent = 0;
  let acknowledged = 0;
  let maxMs = 0;
  let isSending = true;
  const onAcknowledged = (device: Device, ms: number) => {
    acknowledged++;
    maxMs = Math.max(maxMs, ms);
    const slot = Math.min(HISTOGRAM_MS - 1, Math.floor(ms));
    histogram[slot] = (histogram[slot] ?? 0) + 1;
    goOn(device);
  };
  const goOn = (device: Device) => {
    if (order.messagesPerSecond === 0 && isSending) fill(device);
  };
  const { tokens = [], firstDevice = 0, agesMs = [0], settleMs = 0, places } = order;
  const devices = Array.from({ length: order.devices }, (_, n) => {
    const ageMs = agesMs[n % agesMs.length] ?? 0;
    return new Device(order.port, tokens[n] ?? `token-${firstDevice + n}`, { ageMs, places }, onAcknowledged, goOn);
  });
  await Promise.all(devices.map((device) => device.ready));
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const startCpu = process.cpuUsage();
  const start = performance.now();
  const fill = (device: Device) => {
    while (isSending && device.inFlight < order.window && !device.isPaused) {
      device.send();
      sent++;
    }
  };

  if (order.messagesPerSecond === 0) {
    for (const device of devices) fill(device);
    await new Promise((resolve) => setTimeout(resolve, order.seconds * 1_000));
  } else {
    let next = 0;
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const elapsed = (performance.now() - start) / 1_000;
        const due = Math.floor(Math.min(elapsed, order.seconds) * order.messagesPerSecond);
        // A device whose window is full lets the others go first; its messages come later.
        for (let tried = 0; sent < due && tried < devices.length * 2; next = (next + 1) % devices.length) {
          const device = devices[next] as Device;
          if (device.inFlight < order.window && !device.isPaused) {
            device.send();
            sent++;
            tried = 0;
          } else tried++;
        }
        if (elapsed < order.seconds) return;
        clearInterval(timer);
        resolve();
      }, 2);
    });
  }
  isSending = false;
  while (acknowledged < sent) await new Promise((resolve) => setTimeout(resolve, 5));
  const seconds = (performance.now() - start) / 1_000;
  const cpu = process.cpuUsage(startCpu);
  for (const device of devices) device.end();
  const percentile = (p: number) => {
    let count = 0;
    for (let ms = 0; ms < HISTOGRAM_MS; ms++) {
      count += histogram[ms] ?? 0;
      if (count >= acknowledged * p) return ms;
    }
    return HISTOGRAM_MS;
  };
  const processorSeconds = (cpu.user + cpu.system) / 1e6;
  return { sent, acknowledged, seconds, p50Ms: percentile(0.5), p99Ms: percentile(0.99), maxMs, processorSeconds };
}

process.on('message', async (order: LoadOrder) => {
  process.send?.(await run(order));
});
