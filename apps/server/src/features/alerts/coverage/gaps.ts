import type { alertCoverage, UserGroupId, UserId } from '@telltale/contract';
import type { AssetRow, Coverage, Heard, HearingWorld, SubscriptionRow } from './coverage.ts';

type Gap<Kind extends alertCoverage.GapKind> = Extract<alertCoverage.AlertGap, { kind: Kind }>;
export type Gaps = { readonly [Kind in alertCoverage.GapKind]: readonly Gap<Kind>[] };

interface Sight {
  /** The assets that the caller sees. */
  assets: readonly AssetRow[];
  /** The subscriptions that the caller may know of. */
  subscriptions: readonly SubscriptionRow[];
  world: HearingWorld;
  /** The admin units whose users and groups the caller may know of. */
  inSight: ReadonlySet<number>;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * What nobody is told of. Whether an asset is told of is decided by all subscriptions there are, also those that the caller may not
 * know of: a gap is one for everybody, or it is none.
 */
export function gapsIn(coverage: Coverage, sight: Sight): Gaps {
  const heard = coverage.heardOf(sight.world);
  return {
    asset: assetGaps(sight.assets, heard),
    person: personGaps(coverage, sight),
    group: groupGaps(coverage, sight),
    alarm: alarmGaps(coverage, sight.assets, heard),
  };
}

function assetGaps(assets: readonly AssetRow[], heard: ReadonlyMap<number, readonly Heard[]>): Gap<'asset'>[] {
  return assets
    .filter(({ assetId }) => (heard.get(assetId)?.length ?? 0) === 0)
    .map(({ assetId, assetAlias, serialNumber, assetDefinitionName }) => ({
      kind: 'asset' as const,
      assetId,
      assetAlias,
      serialNumber,
      assetDefinitionName,
      isSubscribed: heard.has(assetId),
    }))
    .sort((a, b) => collator.compare(a.assetAlias || a.serialNumber, b.assetAlias || b.serialNumber));
}

function personGaps(coverage: Coverage, { subscriptions, world, inSight }: Sight): Gap<'person'>[] {
  const found = new Map<UserId, Gap<'person'>>();
  for (const { userGroupId, userGroupName, assetGroupId } of subscriptions) {
    const assets = coverage.assetsOf(assetGroupId);
    for (const userId of coverage.membersOf(userGroupId)) {
      const user = coverage.user(userId);
      if (!user || !inSight.has(user.adminId)) continue;
      const silence = coverage.silenceOf(userId, world.waysOf(userId), assets);
      if (silence.length === 0) continue;
      const { username } = user;
      const gap = found.get(userId) ?? { kind: 'person', userId, username, silence: [], userGroups: [] };
      gap.silence = [...new Set([...gap.silence, ...silence])];
      if (!gap.userGroups.some((one) => one.userGroupId === userGroupId)) {
        gap.userGroups.push({ userGroupId, userGroupName });
      }
      found.set(userId, gap);
    }
  }
  return [...found.values()].sort((a, b) => collator.compare(a.username, b.username));
}

function groupGaps(coverage: Coverage, { subscriptions, world, inSight }: Sight): Gap<'group'>[] {
  const uses = new Map<number, number>();
  for (const subscription of subscriptions) {
    const told = [subscription, ...world.nextOf(subscription)].map(({ userGroupId }) => userGroupId);
    for (const id of new Set(told)) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  return coverage.records.userGroups
    .filter(({ userGroupId, adminId }) => uses.has(userGroupId) && inSight.has(adminId))
    .filter(({ userGroupId }) => coverage.membersOf(userGroupId).length === 0 && !world.hasWebhook(userGroupId))
    .map(({ userGroupId, userGroupName }) => ({
      kind: 'group' as const,
      userGroupId: userGroupId as UserGroupId,
      userGroupName,
      subscriptions: uses.get(userGroupId) ?? 0,
    }))
    .sort((a, b) => collator.compare(a.userGroupName, b.userGroupName));
}

function alarmGaps(
  { records }: Coverage,
  assets: readonly AssetRow[],
  heard: ReadonlyMap<number, readonly Heard[]>,
): Gap<'alarm'>[] {
  const assetsOf = Map.groupBy(assets, ({ assetDefinitionId }) => assetDefinitionId);
  return records.alarms
    .flatMap(({ alarmDefinitionId, assetDefinitionId, name, severity }) => {
      const unheard = (assetsOf.get(assetDefinitionId) ?? []).filter(({ assetId }) => {
        const ranges = heard.get(assetId) ?? [];
        return ranges.length > 0 && !ranges.some((one) => severity >= one.severityMin && severity <= one.severityMax);
      });
      const [first] = unheard;
      if (!first) return [];
      const { assetDefinitionName } = first;
      return {
        kind: 'alarm' as const,
        alarmDefinitionId,
        name,
        severity,
        assetDefinitionId,
        assetDefinitionName,
        assets: unheard.length,
      };
    })
    .sort((a, b) => b.severity - a.severity || collator.compare(a.name, b.name));
}
