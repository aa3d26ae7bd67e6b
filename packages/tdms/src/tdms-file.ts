import type { ByteSource } from './byte-source.ts';
import { type DataType, sizeOf } from './format/data-types.ts';
import { parsePath, pathOf } from './format/object-path.ts';
import type { Properties } from './format/properties.ts';
import { gather, viewed } from './gather.ts';
import { runsOf, type Share, sharesOf } from './read-values.ts';
import { RAW, scalingOf } from './scaling/scaling.ts';
import { readSegments, type Segments } from './segments.ts';
import { TdmsError } from './tdms-error.ts';
import { readTexts } from './texts.ts';

/** Values one after another. */
export interface Block<Values = Float64Array> {
  /** Index of the first in the channel. */
  readonly from: number;
  readonly values: Values;
}

export interface TdmsChannel {
  readonly group: string;
  readonly name: string;
  /** Undefined: the file says nothing of its values. */
  readonly type: DataType | undefined;
  readonly count: number;
  readonly properties: Properties;
}

export interface TdmsGroup {
  readonly name: string;
  readonly properties: Properties;
  readonly channels: readonly TdmsChannel[];
}

/** What each number of a complex channel is made of; each is a channel of its own. */
const HALVES: Readonly<Partial<Record<DataType, 'float32' | 'float64'>>> = {
  complex64: 'float32',
  complex128: 'float64',
};
const HALF_NAMES = ['real', 'imaginary'] as const;

/** Where in each complex number the wanted half lies, and of which type it is. */
interface Half {
  readonly type: 'float32' | 'float64';
  readonly offset: number;
}

/** A measurement file (TDMS 1.0 and 2.0): what it says of itself is in memory, its values stay where they are. */
export class TdmsFile {
  readonly version: number;
  readonly properties: Properties;
  readonly groups: readonly TdmsGroup[];
  /** What was wrong with the file, and could be read over. */
  readonly faults: readonly string[];
  readonly #source: ByteSource;
  readonly #segments: Segments;
  readonly #paths = new Map<TdmsChannel, string>();
  readonly #shares = new Map<string, readonly Share[]>();
  readonly #halves = new Map<TdmsChannel, Half>();

  private constructor(source: ByteSource, segments: Segments) {
    this.#source = source;
    this.#segments = segments;
    this.version = segments.version;
    this.faults = segments.faults;
    this.properties = segments.objects.properties.get('/') ?? new Map();
    this.groups = this.#groupsOf();
  }

  /**
   * Reads what the file says of itself, segment after segment, and none of its values.
   * @param index the same without the values (`.tdms_index`)
   * @throws TdmsError
   */
  static async open(source: ByteSource, options: { index?: ByteSource; signal?: AbortSignal } = {}): Promise<TdmsFile> {
    return new TdmsFile(source, await readSegments(source, options.index, options.signal));
  }

  group(name: string): TdmsGroup | undefined {
    return this.groups.find((group) => group.name === name);
  }

  /** Why the values of a channel cannot be read as numbers; undefined: they can. */
  whyUnread(channel: TdmsChannel): string | undefined {
    if (channel.type === undefined) return 'The file says nothing of its values.';
    if (channel.type === 'string') return 'It holds texts.';
    try {
      const isScaled = this.#scalingOf(channel) !== undefined;
      return isScaled && this.#halves.has(channel)
        ? 'Its complex values are to be scaled, which is not read.'
        : undefined;
    } catch (error) {
      if (error instanceof TdmsError) return error.message;
      throw error;
    }
  }

  /**
   * Values as numbers, scaled as the file says, each half of complex ones: times in milliseconds since 1970, true and false as 1 and 0.
   * @param until the index after the last
   */
  async *numbers(channel: TdmsChannel, from = 0, until = channel.count): AsyncGenerator<Block> {
    const why = this.whyUnread(channel);
    if (why !== undefined) throw new TdmsError(why);
    const scaling = this.#scalingOf(channel);
    const half = this.#halves.get(channel);
    for await (const { to, part, pieces, bytes, isBigEndian } of this.#runs(channel, from, until)) {
      const [only] = pieces;
      if (scaling === undefined && only !== undefined && pieces.length === 1) {
        const values = viewed(bytes, only.at, only.count, only.piece, isBigEndian);
        if (values !== undefined) {
          yield { from: from + to, values };
          continue;
        }
      }
      const first = part.pieces[0];
      const length = pieces.reduce((sum, { piece, count }) => (piece === first ? sum + count : sum), 0);
      const raw = new Map<number, Float64Array>();
      for (const { piece, at, count, to: place } of pieces) {
        const id = piece.scaleId ?? RAW;
        const values = raw.get(id) ?? new Float64Array(length);
        raw.set(id, values);
        const wanted = half === undefined ? piece : { ...piece, type: half.type };
        gather(bytes, at + (half?.offset ?? 0), count, wanted, isBigEndian, values, place - to);
      }
      const stored = raw.get(first?.scaleId ?? RAW) ?? new Float64Array();
      yield { from: from + to, values: scaling === undefined ? stored : scaling(raw) };
    }
  }

  /** Values of a channel of texts. */
  async *texts(channel: TdmsChannel, from = 0, until = channel.count): AsyncGenerator<Block<string[]>> {
    if (channel.type !== 'string') throw new TdmsError('The channel holds no texts.');
    yield* readTexts(this.#source, this.#sharesOf(channel), from, until);
  }

  #runs(channel: TdmsChannel, from: number, until: number) {
    return runsOf(this.#source, this.#sharesOf(channel), Math.max(0, from), Math.min(until, channel.count));
  }

  #sharesOf(channel: TdmsChannel): readonly Share[] {
    return this.#shares.get(this.#paths.get(channel) ?? '') ?? [];
  }

  #scalingOf({ group, properties }: TdmsChannel) {
    const ofGroup = this.groups.find(({ name }) => name === group)?.properties ?? new Map();
    return scalingOf(properties, ofGroup, this.properties);
  }

  #groupsOf(): TdmsGroup[] {
    const groups = new Map<string, TdmsGroup & { channels: TdmsChannel[] }>();
    const groupOf = (name: string) => {
      const group = groups.get(name) ?? { name, properties: new Map(), channels: [] as TdmsChannel[] };
      groups.set(name, group);
      return group;
    };
    const { properties: objects } = this.#segments.objects;
    for (const [path, properties] of objects) {
      const [groupName, name] = parsePath(path);
      if (groupName === undefined) continue;
      const group = groupOf(groupName);
      if (name === undefined) {
        groups.set(groupName, Object.assign(group, { properties }));
        continue;
      }
      const shares = sharesOf(path, this.#segments.stretches);
      const count = shares.reduce((sum, { whole, tail }) => sum + whole + tail, 0);
      const type = shares[0]?.part.type ?? this.#segments.objects.typeOf(path);
      if (shares.some(({ part }) => part.type !== type)) {
        throw new TdmsError(`The channel ${name} changes the type of its values in the middle of the file.`);
      }
      this.#shares.set(path, shares);
      const half = type === undefined ? undefined : HALVES[type];
      const isTaken = (one: string) => objects.has(pathOf(groupName, one));
      const names = half === undefined ? [name] : HALF_NAMES.map((one) => freeName(`${name} (${one})`, isTaken));
      for (const [place, own] of names.entries()) {
        const channel: TdmsChannel = { group: groupName, name: own, type, count, properties };
        this.#paths.set(channel, path);
        if (half !== undefined) this.#halves.set(channel, { type: half, offset: place * (sizeOf(half) ?? 0) });
        group.channels.push(channel);
      }
    }
    return [...groups.values()];
  }
}

/** The name, or with a number behind it where the file has another channel that is called so: channels are asked for by name. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let n = 2; isTaken(free); n++) free = `${name} ${n}`;
  return free;
}
