import type { Place } from '@telltale/domain/alarms/flood/first-causes.ts';
import type { Clock } from '#clock.ts';

/** What stands in a slot of a system: an asset, or another system. */
export interface SlotAssignment {
  readonly systemId: number;
  readonly slotId: number;
  readonly assetId: number | null;
  readonly childSystemId: number | null;
}

export interface Structure {
  readonly assignments: readonly SlotAssignment[];
  readonly names: ReadonlyMap<number, string>;
}

const NOWHERE: readonly Place[] = [];
/** What was put into a slot counts after so long. */
const FRESH_MS = 5_000;

/** Where assets stand: in which systems, the nearest first, and in which of their slots. */
export class SlotPlaces {
  readonly #byAsset = new Map<number, readonly Place[]>();
  readonly #names: ReadonlyMap<number, string>;

  constructor({ assignments, names }: Structure) {
    this.#names = names;
    const parents = new Map<number, Place[]>();
    const direct = new Map<number, Place[]>();
    for (const { systemId, slotId, assetId, childSystemId } of assignments) {
      const place = { systemId, order: slotId };
      if (assetId !== null) added(direct, assetId, place);
      if (childSystemId !== null) added(parents, childSystemId, place);
    }
    for (const [assetId, places] of direct) this.#byAsset.set(assetId, withParents(places, parents));
  }

  of(assetId: number): readonly Place[] {
    return this.#byAsset.get(assetId) ?? NOWHERE;
  }

  nameOf(systemId: number | null): string | null {
    return systemId === null ? null : (this.#names.get(systemId) ?? null);
  }
}

export const NO_PLACES = new SlotPlaces({ assignments: [], names: new Map() });

/** Reads where assets stand, at most every few seconds; the same object as long as it is the same answer. */
export function recentPlaces(read: () => Promise<Structure>, clock: Clock): () => Promise<SlotPlaces> {
  let places = NO_PLACES;
  let text = '';
  let readMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.now() - readMs < FRESH_MS) return places;
    const structure = await read();
    const now = JSON.stringify([structure.assignments, [...structure.names]]);
    if (now !== text) places = new SlotPlaces(structure);
    text = now;
    readMs = clock.now();
    return places;
  };
}

function added(places: Map<number, Place[]>, of: number, place: Place): void {
  const known = places.get(of);
  if (known) known.push(place);
  else places.set(of, [place]);
}

/** A system may stand in a slot of several others; one that contains itself is left at its second time. */
function withParents(direct: readonly Place[], parents: ReadonlyMap<number, readonly Place[]>): readonly Place[] {
  const found: Place[] = [];
  const seen = new Set<number>();
  let level = direct;
  while (level.length > 0) {
    const fresh = level.filter(({ systemId }) => !seen.has(systemId));
    for (const place of fresh) seen.add(place.systemId);
    found.push(...fresh);
    level = fresh.flatMap(({ systemId }) => parents.get(systemId) ?? []);
  }
  return found;
}
