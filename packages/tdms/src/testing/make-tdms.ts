/** What a segment of a made file says of one object. */
export interface MadeObject {
  path: string;
  /** Type code and values in each chunk; absent: no values. `as before` repeats what was said last. */
  values?: { code: number; count: number; textBytes?: number } | 'as before';
  properties?: Record<string, number | string>;
}

export interface MadeSegment {
  objects?: readonly MadeObject[];
  isNewList?: boolean;
  isInterleaved?: boolean;
  isBigEndian?: boolean;
  raw?: Uint8Array;
  /** The writer was interrupted: it never said how long the segment is. */
  isOpen?: boolean;
}

const NO_DATA = 0xffff_ffff;

/** A file of the segments, byte by byte as the format's description has it. */
export function makeTdms(segments: readonly MadeSegment[]): Uint8Array<ArrayBuffer> {
  return join(segments.map(makeSegment));
}

function makeSegment(segment: MadeSegment): Uint8Array {
  const { objects, isNewList = false, isInterleaved = false, isBigEndian = false, raw = new Uint8Array() } = segment;
  const bytes = new Bytes(isBigEndian);
  const description = objects === undefined ? new Uint8Array() : describe(objects, isBigEndian);
  const flags =
    (objects === undefined ? 0 : 2) |
    (isNewList ? 4 : 0) |
    (raw.length > 0 ? 8 : 0) |
    (isInterleaved ? 32 : 0) |
    (isBigEndian ? 64 : 0);
  const head = new Bytes(false);
  head.bytes(new TextEncoder().encode('TDSm'));
  head.u32(flags);
  bytes.u32(4713);
  bytes.u64(segment.isOpen ? 0xffff_ffff_ffff_ffffn : BigInt(description.length + raw.length));
  bytes.u64(BigInt(description.length));
  return join([head.done(), bytes.done(), description, raw]);
}

function describe(objects: readonly MadeObject[], isBigEndian: boolean): Uint8Array {
  const bytes = new Bytes(isBigEndian);
  bytes.u32(objects.length);
  for (const { path, values, properties = {} } of objects) {
    bytes.text(path);
    if (values === undefined) bytes.u32(NO_DATA);
    else if (values === 'as before') bytes.u32(0);
    else {
      bytes.u32(values.textBytes === undefined ? 20 : 28);
      bytes.u32(values.code);
      bytes.u32(1);
      bytes.u64(BigInt(values.count));
      if (values.textBytes !== undefined) bytes.u64(BigInt(values.textBytes));
    }
    bytes.u32(Object.keys(properties).length);
    for (const [name, value] of Object.entries(properties)) {
      bytes.text(name);
      bytes.u32(typeof value === 'number' ? 0x0a : 0x20);
      if (typeof value === 'number') bytes.f64(value);
      else bytes.text(value);
    }
  }
  return bytes.done();
}

/** Numbers and texts one after another. */
export class Bytes {
  readonly #isLittle: boolean;
  readonly #parts: Uint8Array[] = [];

  constructor(isBigEndian: boolean) {
    this.#isLittle = !isBigEndian;
  }

  u32(value: number): void {
    this.#add(4, (view) => view.setUint32(0, value, this.#isLittle));
  }

  u64(value: bigint): void {
    this.#add(8, (view) => view.setBigUint64(0, value, this.#isLittle));
  }

  i16(value: number): void {
    this.#add(2, (view) => view.setInt16(0, value, this.#isLittle));
  }

  i32(value: number): void {
    this.#add(4, (view) => view.setInt32(0, value, this.#isLittle));
  }

  f32(value: number): void {
    this.#add(4, (view) => view.setFloat32(0, value, this.#isLittle));
  }

  f64(value: number): void {
    this.#add(8, (view) => view.setFloat64(0, value, this.#isLittle));
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value);
    this.u32(bytes.length);
    this.bytes(bytes);
  }

  bytes(value: Uint8Array): void {
    this.#parts.push(value);
  }

  done(): Uint8Array {
    return join(this.#parts);
  }

  #add(length: number, write: (view: DataView) => void): void {
    const bytes = new Uint8Array(length);
    write(new DataView(bytes.buffer));
    this.#parts.push(bytes);
  }
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
