import type { Opening } from './flood.ts';
import { type Evidence, FOLLOWS_WITHIN_MS, pointKey, type Succession } from './succession.ts';

/** A slot in which an asset stands, directly or with the system that stands there. */
export interface Place {
  readonly systemId: number;
  /** The place of the slot among those of its system. */
  readonly order: number;
}

export interface FloodKnowledge {
  /** Where an asset stands, the nearest system first. */
  readonly placesOf: (assetId: number) => readonly Place[];
  readonly succession: Pick<Succession, 'evidence' | 'likeliest'>;
}

/** What two alarms have in common: the asset, a system, or being the same alarm on two assets. */
export type Bond = 'asset' | 'system' | 'alarm';

/** An opening of a flood, with what it is taken to follow. */
export interface FloodMember<One extends Opening = Opening> {
  readonly opening: One;
  /** The place in the flood's order of the first-out of its group; its own, where it is the first or alone. */
  readonly root: number;
  /** The place of the one that it followed; null: nothing known leads to it. */
  readonly follows: number | null;
  readonly bond: Bond | null;
  /** The system that both stand in, for the bond `system`. */
  readonly systemId: number | null;
  /** How often it had followed that one before; null where that tells nothing. */
  readonly evidence: Evidence | null;
}

/** What stands in one asset or system follows for so long, and the same alarm elsewhere for so long. */
const NEAR_MS = 600_000;
const ALIKE_MS = 60_000;
interface Link {
  readonly to: number;
  readonly bond: Bond | null;
  readonly systemId: number | null;
}

/**
 * Puts the openings of a flood into groups of a first-out and what followed from it, by what used to follow, by asset and
 * slots, and by time. Of one moment what stands in the earlier slot comes first. The order of the answer is that of time; each
 * follows one before it, so that the first of a group is its earliest.
 */
export function firstCauses<One extends Opening>(openings: readonly One[], knows: FloodKnowledge): FloodMember<One>[] {
  const ordered = inOrder(openings, knows);
  const latest = {
    points: new Map<string, number>(),
    assets: new Map<number, number>(),
    systems: new Map<number, number>(),
    alarms: new Map<number, number>(),
  };
  const roots: number[] = [];
  const timeOf = (place: number) => (ordered[place] as One).raisedMs;
  const isWithin = (place: number | undefined, nowMs: number, ms: number): place is number =>
    place !== undefined && nowMs - timeOf(place) <= ms;

  const members = ordered.map((opening, place): FloodMember<One> => {
    const { assetId, alarmDefinitionId, raisedMs } = opening;
    const places = knows.placesOf(assetId);
    const evidenceOf = (to: number) => {
      const before = ordered[to] as One;
      return knows.succession.evidence(before, opening, before.raisedMs);
    };
    const bondWith = (to: number): Omit<Link, 'to'> => {
      const other = ordered[to] as One;
      if (other.assetId === assetId) return { bond: 'asset', systemId: null };
      const common = commonSystem(places, knows.placesOf(other.assetId));
      if (common !== undefined) return { bond: 'system', systemId: common };
      return { bond: other.alarmDefinitionId === alarmDefinitionId ? 'alarm' : null, systemId: null };
    };

    const learned = (): Link | undefined => {
      const key = knows.succession.likeliest(opening, (one) => {
        const came = latest.points.get(one);
        return isWithin(came, raisedMs, FOLLOWS_WITHIN_MS) ? timeOf(came) : undefined;
      });
      const to = key === undefined ? undefined : latest.points.get(key);
      return to === undefined ? undefined : { to, ...bondWith(to) };
    };
    const bound = (): Link | undefined => {
      const onAsset = latest.assets.get(assetId);
      if (isWithin(onAsset, raisedMs, NEAR_MS)) return { to: onAsset, bond: 'asset', systemId: null };
      for (const { systemId } of places) {
        const inSystem = latest.systems.get(systemId);
        if (isWithin(inSystem, raisedMs, NEAR_MS)) return { to: inSystem, bond: 'system', systemId };
      }
      const alike = latest.alarms.get(alarmDefinitionId);
      return isWithin(alike, raisedMs, ALIKE_MS) ? { to: alike, bond: 'alarm', systemId: null } : undefined;
    };
    /** The first-out itself, where it has the same in common. */
    const nearest = (link: Link): Link => {
      const root = roots[link.to] as number;
      const withRoot = bondWith(root);
      const ms = link.bond === 'alarm' ? ALIKE_MS : NEAR_MS;
      return withRoot.bond === link.bond && isWithin(root, raisedMs, ms) ? { to: root, ...withRoot } : link;
    };

    const byBond = bound();
    const link = learned() ?? (byBond && nearest(byBond));
    roots.push(link ? (roots[link.to] as number) : place);
    latest.points.set(pointKey(opening), place);
    latest.assets.set(assetId, place);
    for (const { systemId } of places) latest.systems.set(systemId, place);
    latest.alarms.set(alarmDefinitionId, place);
    const { to = null, bond = null, systemId = null } = link ?? {};
    const root = roots[place] as number;
    return { opening, root, follows: to, bond, systemId, evidence: to === null ? null : evidenceOf(to) };
  });
  return members;
}

/** The order in which a flood is read: group by group, as they began, and by time within each. */
export function readingOrder<One extends Opening>(members: readonly FloodMember<One>[]): FloodMember<One>[] {
  const groups = Map.groupBy(members, ({ root }) => root);
  return [...groups].sort(([a], [b]) => a - b).flatMap(([, group]) => group);
}

function commonSystem(places: readonly Place[], others: readonly Place[]): number | undefined {
  return places.find(({ systemId }) => others.some((other) => other.systemId === systemId))?.systemId;
}

function inOrder<One extends Opening>(openings: readonly One[], { placesOf }: FloodKnowledge): One[] {
  const paths = new Map<number, readonly number[]>();
  const pathOf = (assetId: number) => {
    const known =
      paths.get(assetId) ??
      placesOf(assetId)
        .toReversed()
        .flatMap(({ systemId, order }) => [systemId, order]);
    paths.set(assetId, known);
    return known;
  };
  return openings.toSorted(
    (a, b) =>
      a.raisedMs - b.raisedMs ||
      comparePaths(pathOf(a.assetId), pathOf(b.assetId)) ||
      a.assetId - b.assetId ||
      a.alarmDefinitionId - b.alarmDefinitionId,
  );
}

/** What stands in no system comes after what does. */
function comparePaths(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
  }
  return a.length - b.length;
}
