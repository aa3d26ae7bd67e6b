import type { AssetId, DataItemId } from '@telltale/contract';
import type { Commit, CommittedMessage, TransientPoint } from '#ingest/commit.ts';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';
import type { MessageOrigin } from '#ingest/message-origin.ts';

/** A point as it is carried from the node that took it in to the one that stores it. */
export interface CarriedPoint {
  readonly dataItemId: DataItemId;
  readonly timeMs: number;
  readonly value: number | string;
  readonly quality: number;
  readonly keeping: 'stored' | 'historical' | 'transient';
}

/** What one message of a device was, or the part of it that one frame has room for. */
export interface CarriedMessage {
  readonly assetId: AssetId;
  /** The clock of the node that took it in. */
  readonly receivedMs: number;
  readonly origin: MessageOrigin | undefined;
  readonly points: readonly CarriedPoint[];
}

/** A message of a commit, or a part of one. */
interface Part {
  readonly message: CommittedMessage;
  /** Places in the batch, and below zero -1 - place of a transient one; undefined: all of the message. */
  readonly places: readonly number[] | undefined;
}

interface MeasuredPart extends Part {
  /** That it takes in a frame, at most. */
  readonly bytes: number;
}

/** The head of a frame, as JSON. */
interface Head {
  readonly messages: readonly {
    readonly assetId: AssetId;
    readonly receivedMs: number;
    readonly origin?: MessageOrigin;
    readonly count: number;
  }[];
  /** By place in the frame. */
  readonly texts?: Readonly<Record<number, string>>;
}

/** With it rises `KEPT_FORMAT`: frames wait at the servers for days, also for an older version that is started then. */
const VERSION = 1;
/** Version, two bytes of nothing, length of the head. */
const LEAD_BYTES = 8;
/** Time and number of 8 bytes, data item of 4, quality and keeping of 1. */
const POINT_BYTES = 22;
const HEAD_BYTES_OF_MESSAGE = 400;
const KEY_BYTES_OF_TEXT = 16;
const KEEPINGS = ['stored', 'historical', 'transient'] as const;
/** Their places above are what stands in a frame. */
const [STORED, HISTORICAL, TRANSIENT] = [0, 1, 2];

/** A frame of a version that this one does not know: a newer node wrote it. */
export class UnknownFrameError extends Error {
  constructor(version: number | undefined) {
    super(`points in a form of version ${version} cannot be read: another node is newer`);
    this.name = 'UnknownFrameError';
  }
}

/**
 * Messages of a commit as frames of at most about so many bytes, in their order. A message is not divided unless it is
 * longer than that; then it is between two moments, and a moment that is longer still where it must be.
 */
export function encodeFrames(commit: Commit, messages: readonly CommittedMessage[], mostBytes: number): Uint8Array[] {
  const frames: Uint8Array[] = [];
  let parts: Part[] = [];
  let bytes = 0;
  const finish = () => {
    if (parts.length > 0) frames.push(encode(commit, parts));
    parts = [];
    bytes = 0;
  };
  for (const message of messages) {
    for (const part of divided(commit, message, mostBytes)) {
      if (bytes + part.bytes > mostBytes) finish();
      parts.push(part);
      bytes += part.bytes;
    }
  }
  finish();
  return frames;
}

function divided(commit: Commit, message: CommittedMessage, mostBytes: number): MeasuredPart[] {
  const whole: Part = { message, places: undefined };
  const bytesOfWhole = bytesOf(commit, whole);
  if (bytesOfWhole <= mostBytes) return [{ ...whole, bytes: bytesOfWhole }];
  const places = Array.from({ length: countOf(whole) }, (_, n) => placeAt(whole, n));
  const timeAt = (place: number) => timeOf(commit, message, place);
  // In order of time a moment is in one piece; of one series and time the order stays.
  places.sort((a, b) => timeAt(a) - timeAt(b));
  const parts: number[][] = [];
  let open: number[] = [];
  let bytes = HEAD_BYTES_OF_MESSAGE;
  for (const moment of momentsOf(places, timeAt)) {
    const ofMoment = moment.reduce((sum, place) => sum + bytesOfPoint(commit, message, place), 0);
    for (const some of bytes + ofMoment > mostBytes && ofMoment > mostBytes ? moment.map((one) => [one]) : [moment]) {
      const needed = some.reduce((sum, place) => sum + bytesOfPoint(commit, message, place), 0);
      if (open.length > 0 && bytes + needed > mostBytes) {
        parts.push(open);
        open = [];
        bytes = HEAD_BYTES_OF_MESSAGE;
      }
      open.push(...some);
      bytes += needed;
    }
  }
  if (open.length > 0) parts.push(open);
  return parts.map((places) => ({ message, places, bytes: bytesOf(commit, { message, places }) }));
}

function momentsOf(places: readonly number[], timeAt: (place: number) => number): number[][] {
  const moments: number[][] = [];
  for (const place of places) {
    const last = moments.at(-1);
    if (last && timeAt(last[0] as number) === timeAt(place)) last.push(place);
    else moments.push([place]);
  }
  return moments;
}

function countOf({ message: { from, to, transient }, places }: Part): number {
  return places?.length ?? to - from + (transient?.length ?? 0);
}

function placeAt({ message: { from, to }, places }: Part, n: number): number {
  if (places !== undefined) return places[n] as number;
  return from + n < to ? from + n : to - from - n - 1;
}

function bytesOf(commit: Commit, part: Part): number {
  const { message } = part;
  const { text = '', sender = '' } = message.received ?? {};
  const head = HEAD_BYTES_OF_MESSAGE + Buffer.byteLength(JSON.stringify(text + sender));
  const count = countOf(part);
  if (commit.batch.texts === null && message.transient === undefined) return head + count * POINT_BYTES;
  let bytes = head;
  for (let n = 0; n < count; n++) bytes += bytesOfPoint(commit, message, placeAt(part, n));
  return bytes;
}

function bytesOfPoint(commit: Commit, message: CommittedMessage, place: number): number {
  const value = place < 0 ? message.transient?.[-1 - place]?.value : commit.batch.texts?.[place];
  return POINT_BYTES + (typeof value === 'string' ? KEY_BYTES_OF_TEXT + Buffer.byteLength(JSON.stringify(value)) : 0);
}

const transientAt = ({ transient }: CommittedMessage, place: number) => transient?.[-1 - place] as TransientPoint;

function timeOf({ batch }: Commit, message: CommittedMessage, place: number): number {
  return place < 0 ? transientAt(message, place).timeMs : (batch.timesMs[place] as number);
}

/** Per point nothing is made but its bytes: each goes through here twice, into the stream and told by its owner. */
function encode(commit: Commit, parts: readonly Part[]): Uint8Array {
  const texts: Record<number, string> = {};
  const points = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + countOf(part), 0) * POINT_BYTES);
  const view = viewOf(points);
  let at = 0;
  const add = (timeMs: number, value: number | string, dataItemId: DataItemId, quality: number, keeping: number) => {
    if (typeof value === 'string') texts[at / POINT_BYTES] = value;
    view.setFloat64(at, timeMs, true);
    view.setFloat64(at + 8, typeof value === 'number' ? value : 0, true);
    view.setUint32(at + 16, dataItemId, true);
    points[at + 20] = quality;
    points[at + 21] = keeping;
    at += POINT_BYTES;
  };
  const { batch, slots } = commit;
  for (const part of parts) {
    const { message } = part;
    for (let n = 0, count = countOf(part); n < count; n++) {
      const place = placeAt(part, n);
      if (place < 0) {
        const { slot, timeMs, value, quality } = transientAt(message, place);
        add(timeMs, value, slot.dataItemId, quality, TRANSIENT);
        continue;
      }
      const { dataItemId } = slots[place] as DataItemSlot;
      const keeping = message.historical?.has(place) ? HISTORICAL : STORED;
      add(batch.timesMs[place] as number, batch.valueAt(place), dataItemId, batch.qualities[place] as number, keeping);
    }
  }
  const messages = parts.map((part) => {
    const { device, receivedMs, received } = part.message;
    const origin = received && { way: received.way, sender: received.sender, text: received.text };
    return { assetId: device.assetId, receivedMs, ...(origin && { origin }), count: countOf(part) };
  });
  const head: Head = { messages, ...(Object.keys(texts).length > 0 && { texts }) };
  const json = Buffer.from(JSON.stringify(head));
  const lead = Buffer.alloc(LEAD_BYTES);
  lead[0] = VERSION;
  lead.writeUInt32LE(json.length, 4);
  return Buffer.concat([lead, json, points]);
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** @throws UnknownFrameError */
export function decodeFrame(bytes: Uint8Array): CarriedMessage[] {
  if (bytes[0] !== VERSION) throw new UnknownFrameError(bytes[0]);
  const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const view = viewOf(bytes);
  const headBytes = view.getUint32(4, true);
  const head = JSON.parse(frame.toString('utf8', LEAD_BYTES, LEAD_BYTES + headBytes)) as Head;
  let at = LEAD_BYTES + headBytes;
  let n = 0;
  return head.messages.map(({ assetId, receivedMs, origin, count }) => {
    const points: CarriedPoint[] = [];
    for (let i = 0; i < count; i++, n++, at += POINT_BYTES) {
      points.push({
        dataItemId: view.getUint32(at + 16, true) as DataItemId,
        timeMs: view.getFloat64(at, true),
        value: head.texts?.[n] ?? view.getFloat64(at + 8, true),
        quality: frame[at + 20] as number,
        keeping: KEEPINGS[frame[at + 21] as number] ?? 'stored',
      });
    }
    return { assetId, receivedMs, origin, points };
  });
}
