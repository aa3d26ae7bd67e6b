import type { AssetId, DataItemId } from '@telltale/contract';
import { seriesKeyParts } from '@telltale/historian';
import type { Commit, CommittedMessage, TransientPoint } from '#ingest/commit.ts';
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

/** Messages of a commit, and the bytes that they take at most. */
interface Part {
  readonly message: CommittedMessage;
  /** Places in the batch, and below zero -1 - place of a transient one. */
  readonly places: readonly number[];
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
    for (const places of divided(commit, message, mostBytes)) {
      const needed = bytesOf(commit, message, places);
      if (bytes + needed > mostBytes) finish();
      parts.push({ message, places });
      bytes += needed;
    }
  }
  finish();
  return frames;
}

function divided(commit: Commit, message: CommittedMessage, mostBytes: number): number[][] {
  const places = Array.from({ length: message.to - message.from }, (_, n) => message.from + n);
  for (let n = 0; n < (message.transient?.length ?? 0); n++) places.push(-1 - n);
  if (bytesOf(commit, message, places) <= mostBytes) return [places];
  const timeAt = (place: number) => pointAt(commit, message, place).timeMs;
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
  return parts;
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

function bytesOf(commit: Commit, message: CommittedMessage, places: readonly number[]): number {
  const { text = '', sender = '' } = message.received ?? {};
  let bytes = HEAD_BYTES_OF_MESSAGE + Buffer.byteLength(JSON.stringify(text + sender));
  for (const place of places) bytes += bytesOfPoint(commit, message, place);
  return bytes;
}

function bytesOfPoint(commit: Commit, message: CommittedMessage, place: number): number {
  const value = place < 0 ? message.transient?.[-1 - place]?.value : commit.batch.texts?.[place];
  return POINT_BYTES + (typeof value === 'string' ? KEY_BYTES_OF_TEXT + Buffer.byteLength(JSON.stringify(value)) : 0);
}

function pointAt(commit: Commit, message: CommittedMessage, place: number): CarriedPoint {
  if (place < 0) {
    const point = message.transient?.[-1 - place] as TransientPoint;
    const { slot, timeMs, value, quality } = point;
    return { dataItemId: slot.dataItemId, timeMs, value, quality, keeping: 'transient' };
  }
  const { batch } = commit;
  const { dataItemId } = seriesKeyParts(batch.keys[place] as number);
  return {
    dataItemId: dataItemId as DataItemId,
    timeMs: batch.timesMs[place] as number,
    value: batch.valueAt(place),
    quality: batch.qualities[place] as number,
    keeping: message.historical?.has(place) ? 'historical' : 'stored',
  };
}

function encode(commit: Commit, parts: readonly Part[]): Uint8Array {
  const texts: Record<number, string> = {};
  const points = parts.flatMap(({ message, places }) => places.map((place) => pointAt(commit, message, place)));
  let hasTexts = false;
  for (const [n, { value }] of points.entries()) {
    if (typeof value !== 'string') continue;
    texts[n] = value;
    hasTexts = true;
  }
  const messages = parts.map(({ message: { device, receivedMs, received }, places }) => {
    const origin = received && { way: received.way, sender: received.sender, text: received.text };
    return { assetId: device.assetId, receivedMs, ...(origin && { origin }), count: places.length };
  });
  const head: Head = { messages, ...(hasTexts && { texts }) };
  const json = Buffer.from(JSON.stringify(head));
  const frame = Buffer.alloc(LEAD_BYTES + json.length + points.length * POINT_BYTES);
  frame[0] = VERSION;
  frame.writeUInt32LE(json.length, 4);
  json.copy(frame, LEAD_BYTES);
  let at = LEAD_BYTES + json.length;
  for (const { timeMs, value, dataItemId, quality, keeping } of points) {
    frame.writeDoubleLE(timeMs, at);
    frame.writeDoubleLE(typeof value === 'number' ? value : 0, at + 8);
    frame.writeUInt32LE(dataItemId, at + 16);
    frame[at + 20] = quality;
    frame[at + 21] = KEEPINGS.indexOf(keeping);
    at += POINT_BYTES;
  }
  return frame;
}

/** @throws UnknownFrameError */
export function decodeFrame(bytes: Uint8Array): CarriedMessage[] {
  if (bytes[0] !== VERSION) throw new UnknownFrameError(bytes[0]);
  const frame = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headBytes = frame.readUInt32LE(4);
  const head = JSON.parse(frame.toString('utf8', LEAD_BYTES, LEAD_BYTES + headBytes)) as Head;
  let at = LEAD_BYTES + headBytes;
  let n = 0;
  return head.messages.map(({ assetId, receivedMs, origin, count }) => {
    const points: CarriedPoint[] = [];
    for (let i = 0; i < count; i++, n++, at += POINT_BYTES) {
      points.push({
        dataItemId: frame.readUInt32LE(at + 16) as DataItemId,
        timeMs: frame.readDoubleLE(at),
        value: head.texts?.[n] ?? frame.readDoubleLE(at + 8),
        quality: frame[at + 20] as number,
        keeping: KEEPINGS[frame[at + 21] as number] ?? 'stored',
      });
    }
    return { assetId, receivedMs, origin, points };
  });
}
