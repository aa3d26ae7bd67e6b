import type { EpochMs } from '@telltale/contract';
import { type FloodMember, firstCauses, readingOrder } from '@telltale/domain/alarms/flood/first-causes.ts';
import type { Flood, Opening } from '@telltale/domain/alarms/flood/flood.ts';
import type { Succession } from '@telltale/domain/alarms/flood/succession.ts';
import { keyOf } from './opening-log.ts';
import type { SlotPlaces } from './slot-places.ts';

export interface FloodSources {
  readonly places: SlotPlaces;
  readonly succession: Succession;
}

/** Of a greater flood it is worked out for the first of its alarms alone: the others keep their order of time. */
export const MOST_LINKED = 5_000;

/** A flood of the alarms in somebody's sight; what led to what is worked out when it is asked for. */
export class SeenFlood {
  /** It is named by when it began. */
  readonly id: EpochMs;
  readonly lastMs: EpochMs;
  readonly untilMs: EpochMs;
  readonly openings: readonly Opening[];
  readonly #sources: FloodSources;
  #members: readonly FloodMember[] | undefined;
  #order: ReadonlyMap<string, number> | undefined;
  #read: readonly FloodMember[] = [];
  /** When the last of the members was opened. */
  #linkedMs = Number.NEGATIVE_INFINITY;
  #followed: ReadonlySet<number> | undefined;

  constructor(flood: Flood, all: readonly Opening[], sources: FloodSources) {
    this.openings = all.slice(flood.first, flood.last + 1);
    this.id = flood.fromMs;
    this.untilMs = flood.untilMs;
    this.lastMs = this.openings.at(-1)?.raisedMs ?? flood.fromMs;
    this.#sources = sources;
  }

  get places(): SlotPlaces {
    return this.#sources.places;
  }

  /** In order of time; at most the first 5,000. */
  members(): readonly FloodMember[] {
    this.#members ??= firstCauses(this.openings.slice(0, MOST_LINKED), this.#knowledge());
    return this.#members;
  }

  /** Of what came in the first moment, what stands in the earliest slot. */
  firstOut(): Opening {
    const atOnce = this.openings.filter(({ raisedMs }) => raisedMs === this.id);
    const [first] = firstCauses(atOnce, this.#knowledge());
    return (first ?? { opening: this.openings[0] as Opening }).opening;
  }

  has(raisedMs: EpochMs): boolean {
    return raisedMs >= this.id && raisedMs <= this.lastMs;
  }

  /** The place of an opening in the order in which the flood is read; undefined: it is not one of its members. */
  orderOf(opening: Opening): number | undefined {
    if (!this.#order) {
      this.#read = readingOrder(this.members());
      this.#linkedMs = this.members().at(-1)?.opening.raisedMs ?? this.id;
      this.#order = new Map(this.#read.map((member, place) => [keyOf(member.opening), place]));
    }
    return opening.raisedMs > this.#linkedMs ? undefined : this.#order.get(keyOf(opening));
  }

  memberOf(opening: Opening): FloodMember | undefined {
    const place = this.orderOf(opening);
    return place === undefined ? undefined : this.#read[place];
  }

  /** Whether anything followed from a member that nothing led to. */
  isFollowed(root: number): boolean {
    this.#followed ??= new Set(this.members().flatMap((member) => (member.follows === null ? [] : [member.root])));
    return this.#followed.has(root);
  }

  #knowledge() {
    const { places, succession } = this.#sources;
    return { placesOf: (assetId: number) => places.of(assetId), succession };
  }
}

/** The flood that a moment lies in. */
export function floodAt(floods: readonly SeenFlood[], raisedMs: EpochMs): SeenFlood | undefined {
  let low = 0;
  let high = floods.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const flood = floods[middle] as SeenFlood;
    if (flood.has(raisedMs)) return flood;
    if (raisedMs < flood.id) high = middle - 1;
    else low = middle + 1;
  }
  return undefined;
}
