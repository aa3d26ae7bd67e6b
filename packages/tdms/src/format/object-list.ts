import { TdmsError } from '../tdms-error.ts';
import type { ByteCursor } from './byte-cursor.ts';
import { type Properties, readProperties } from './properties.ts';
import { AS_BEFORE, NO_DATA, type RawIndex, readRawIndex } from './raw-index.ts';

/** A channel's share in a segment. */
export interface Listed {
  readonly path: string;
  readonly index: RawIndex;
}

/** Fibres have some ten thousand channels. */
const MOST_OBJECTS = 50_000;

/** What the file has said so far of its objects, in the order in which it named them. */
export class ObjectList {
  readonly properties = new Map<string, Properties>();
  /** The newest description of each object's values, wherever it stood. */
  readonly #indexes = new Map<string, RawIndex>();
  /** What has values in the segments that come, in the order of their values. Never changed in place. */
  #listed: readonly Listed[] = [];

  get listed(): readonly Listed[] {
    return this.#listed;
  }

  /** The type of an object's values; undefined: the file says nothing of them. */
  typeOf(path: string): RawIndex['type'] | undefined {
    return this.#indexes.get(path)?.type;
  }

  /** Reads the description of a segment. What it does not name stays as it was. */
  read(cursor: ByteCursor, isNewList: boolean): void {
    const before = isNewList ? [] : this.#listed;
    const places = new Map(before.map(({ path }, place) => [path, place]));
    const next: (Listed | undefined)[] = [...before];
    for (let left = cursor.u32(); left > 0; left--) {
      const path = cursor.text();
      const header = cursor.u32();
      const index = this.#indexOf(cursor, path, header);
      const place = places.get(path);
      if (index !== undefined && index !== (place === undefined ? undefined : next[place]?.index)) {
        const listed = { path, index };
        if (place === undefined) places.set(path, next.push(listed) - 1);
        else next[place] = listed;
      } else if (index === undefined && place !== undefined && next[place] !== undefined) {
        next[place] = undefined;
      }
      const properties: Properties = this.properties.get(path) ?? new Map();
      if (this.properties.size >= MOST_OBJECTS) throw new TdmsError('The file names more channels than are read.');
      this.properties.set(path, properties);
      readProperties(cursor, properties);
    }
    // The same list is the same object, also where a writer says all of it anew: segments that share it are laid out alike.
    const list = next.filter((listed) => listed !== undefined);
    if (!isSameList(list, this.#listed)) this.#listed = list;
  }

  #indexOf(cursor: ByteCursor, path: string, header: number): RawIndex | undefined {
    if (header === NO_DATA) return undefined;
    const known = this.#indexes.get(path);
    if (header !== AS_BEFORE) {
      const index = readRawIndex(cursor, header);
      if (known !== undefined && JSON.stringify(known) === JSON.stringify(index)) return known;
      this.#indexes.set(path, index);
      return index;
    }
    if (known === undefined) throw new TdmsError('A channel is said to be as before, and was not there before.');
    return known;
  }
}

const isSameList = (list: readonly Listed[], other: readonly Listed[]) =>
  list.length === other.length &&
  list.every(({ path, index }, place) => path === other[place]?.path && index === other[place]?.index);
