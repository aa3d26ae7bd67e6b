import type { AlarmDefinitionId, AssetId, alarmFloods, EpochMs } from '@telltale/contract';
import type { FloodMember } from '@telltale/domain/alarms/flood/first-causes.ts';
import type { Opening } from '@telltale/domain/alarms/flood/flood.ts';
import type { FloodRole } from '@telltale/domain/alarms/flood/flood-words.ts';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import type { AssetFacts } from '../list/asset-facts.ts';
import type { SeenFlood } from './seen-flood.ts';

/** What a flood is told with. */
export interface FloodNames {
  readonly assets: ReadonlyMap<AssetId, AssetFacts>;
  readonly definition: (
    alarmDefinitionId: AlarmDefinitionId,
  ) => Pick<AlarmDefinitionRecord, 'name' | 'severity'> | undefined;
}

type SeverityCount = alarmFloods.FloodRow['severities'][number];

const iso = (timeMs: EpochMs) => new Date(timeMs).toISOString();
const nameOf = ({ assetId, alarmDefinitionId }: Opening, { assets, definition }: FloodNames) => ({
  assetName: assets.get(assetId as AssetId)?.name ?? '',
  name: definition(alarmDefinitionId as AlarmDefinitionId)?.name ?? '',
});

/** A flood with everything that happened in it. */
export function toFlood(flood: SeenFlood, names: FloodNames, nowMs: EpochMs): alarmFloods.Flood {
  return {
    ...headOf(flood, names, nowMs),
    assets: new Set(flood.openings.map(({ assetId }) => assetId)).size,
    severities: countSeverities(
      flood.openings.map(
        ({ alarmDefinitionId }) => names.definition(alarmDefinitionId as AlarmDefinitionId)?.severity ?? 0,
      ),
    ),
  };
}

/** The row of a list that stands for a flood, with figures of those of its alarms that are listed. */
export function toFloodRow(
  flood: SeenFlood,
  names: FloodNames,
  of: { nowMs: EpochMs; severities: readonly SeverityCount[]; unacknowledged: number; isOpened: boolean },
): alarmFloods.FloodRow {
  const { nowMs, unacknowledged, isOpened } = of;
  const severities = of.severities.toSorted((a, b) => b.severity - a.severity);
  const listed = severities.reduce((sum, { alarms }) => sum + alarms, 0);
  return { ...headOf(flood, names, nowMs), severities, listed, unacknowledged, isOpened };
}

/** Why an alarm stands where it does in its flood; undefined: it came since the flood was looked at. */
export function toFloodPlace(
  flood: SeenFlood,
  opening: Opening,
  names: FloodNames,
): alarmFloods.FloodPlace | undefined {
  const member = flood.memberOf(opening);
  if (!member) return undefined;
  const before = member.follows === null ? undefined : flood.members()[member.follows]?.opening;
  return {
    floodId: flood.id,
    role: roleOf(flood, member),
    afterSeconds: (opening.raisedMs - (before?.raisedMs ?? flood.id)) / 1_000,
    follows: before ? { ...nameOf(before, names), isFirst: member.follows === 0 } : null,
    bond: member.bond,
    systemName: flood.places.nameOf(member.systemId),
    evidence: member.evidence,
  };
}

function roleOf(flood: SeenFlood, member: FloodMember): FloodRole {
  if (member.follows !== null) return 'consequence';
  if (member.root === 0) return 'first';
  return flood.isFollowed(member.root) ? 'cause' : 'alone';
}

function headOf(flood: SeenFlood, names: FloodNames, nowMs: EpochMs) {
  const first = flood.firstOut();
  const assetId = first.assetId as AssetId;
  const alarmDefinitionId = first.alarmDefinitionId as AlarmDefinitionId;
  const severity = names.definition(alarmDefinitionId)?.severity ?? 0;
  return {
    floodId: flood.id,
    from: iso(flood.id),
    until: flood.untilMs > nowMs ? null : iso(flood.untilMs),
    last: iso(flood.lastMs),
    alarms: flood.openings.length,
    firstOut: { assetId, alarmDefinitionId, ...nameOf(first, names), severity, raised: iso(first.raisedMs) },
  };
}

export function countSeverities(severities: Iterable<number>): SeverityCount[] {
  const counts = new Map<number, number>();
  for (const severity of severities) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  return [...counts].map(([severity, alarms]) => ({ severity, alarms })).sort((a, b) => b.severity - a.severity);
}
