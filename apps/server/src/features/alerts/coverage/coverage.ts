import {
  type AdminId,
  type AlarmDefinitionId,
  type AssetDefinitionId,
  type AssetGroupId,
  type AssetId,
  type alertCoverage,
  ownership,
  type UserGroupId,
  type UserId,
} from '@telltale/contract';
import type { ToldGroup } from '../oncall/duty.ts';
import { grouping, some, within } from './relations.ts';

export interface SubscriptionRow {
  userGroupId: UserGroupId;
  userGroupName: string;
  assetGroupId: AssetGroupId;
  assetGroupName: string;
  /** Of the user group and of the asset group. */
  adminIds: readonly AdminId[];
  severityMin: number;
  severityMax: number;
  online: boolean;
  offline: boolean;
  onCallOnly: boolean;
}

export interface AssetRow {
  assetId: AssetId;
  assetAlias: string;
  serialNumber: string;
  adminId: AdminId;
  assetDefinitionId: AssetDefinitionId;
  assetDefinitionName: string;
}

export interface CoverageRecords {
  subscriptions: readonly SubscriptionRow[];
  units: readonly { adminId: number; parentAdminId: number | null }[];
  userGroups: readonly { userGroupId: UserGroupId; userGroupName: string; adminId: AdminId }[];
  /** User groups that hold AdminModify, and those that may view alarms. */
  administratorGroups: ReadonlySet<number>;
  alarmGroups: ReadonlySet<number>;
  users: readonly { userId: UserId; username: string; adminId: AdminId }[];
  members: readonly { userGroupId: number; userId: UserId }[];
  /** Which asset groups user groups are linked with. */
  links: readonly { userGroupId: number; assetGroupId: number }[];
  assetGroups: readonly { assetGroupId: number; parentGroupId: number | null }[];
  grouped: readonly { assetGroupId: number; assetId: AssetId }[];
  assets: readonly AssetRow[];
  alarms: readonly {
    alarmDefinitionId: AlarmDefinitionId;
    assetDefinitionId: AssetDefinitionId;
    name: string;
    severity: number;
  }[];
}

/** How somebody in a subscription is told; absent: there is no such user any more. */
export interface Ways {
  mail: string | null;
  /** Whether mails are wanted, with or without an address. */
  wantsMail: boolean;
  text: string | null;
  browsers: number;
}

/** Who was told of what. */
export interface SentMessage {
  deliveryId: number;
  userId: UserId | null;
  userGroupId: number | null;
  assetId: AssetId;
  isOfAlarm: boolean;
  kind: string;
  severity: number;
}

type Sight = (assetId: AssetId) => boolean;

const seesEverything: Sight = () => true;

/**
 * Who hears of which asset: what the sending of alerts decides message by message, asked for everything at once. Sight is that of
 * `AccessService`: administrators see their unit and those below it, others what their groups show of these.
 */
export class Coverage {
  readonly records: CoverageRecords;
  readonly #children: ReadonlyMap<number | null, readonly number[]>;
  readonly #assetsIn: ReadonlyMap<number, readonly AssetId[]>;
  readonly #units: ReadonlyMap<number | null, readonly number[]>;
  readonly #unitOfAsset: ReadonlyMap<AssetId, AdminId>;
  readonly #groupsOf: ReadonlyMap<UserId, readonly number[]>;
  readonly #membersOf: ReadonlyMap<number, readonly UserId[]>;
  readonly #linksOf: ReadonlyMap<number, readonly number[]>;
  readonly #users: ReadonlyMap<UserId, CoverageRecords['users'][number]>;
  readonly #unitsOfGroups: ReadonlyMap<number, AdminId>;
  readonly #covered = new Map<number, ReadonlySet<AssetId>>();
  readonly #sights = new Map<string, Sight>();

  constructor(records: CoverageRecords) {
    this.records = records;
    this.#children = grouping(
      records.assetGroups,
      (one) => one.parentGroupId,
      (one) => one.assetGroupId,
    );
    this.#assetsIn = grouping(
      records.grouped,
      (one) => one.assetGroupId,
      (one) => one.assetId,
    );
    this.#units = grouping(
      records.units,
      (one) => one.parentAdminId,
      (one) => one.adminId,
    );
    this.#unitOfAsset = new Map(records.assets.map(({ assetId, adminId }) => [assetId, adminId]));
    this.#groupsOf = grouping(
      records.members,
      (one) => one.userId,
      (one) => one.userGroupId,
    );
    this.#membersOf = grouping(
      records.members,
      (one) => one.userGroupId,
      (one) => one.userId,
    );
    this.#linksOf = grouping(
      records.links,
      (one) => one.userGroupId,
      (one) => one.assetGroupId,
    );
    this.#users = new Map(records.users.map((user) => [user.userId, user]));
    this.#unitsOfGroups = new Map(records.userGroups.map(({ userGroupId, adminId }) => [userGroupId, adminId]));
  }

  /** The assets of an asset group and of the groups below it. */
  assetsOf(assetGroupId: number): ReadonlySet<AssetId> {
    const known = this.#covered.get(assetGroupId);
    if (known) return known;
    const assets = new Set<AssetId>();
    for (const id of within(this.#children, assetGroupId))
      for (const one of this.#assetsIn.get(id) ?? []) assets.add(one);
    this.#covered.set(assetGroupId, assets);
    return assets;
  }

  membersOf(userGroupId: number): readonly UserId[] {
    return this.#membersOf.get(userGroupId) ?? [];
  }

  user(userId: UserId): CoverageRecords['users'][number] | undefined {
    return this.#users.get(userId);
  }

  sightOfUser(userId: UserId): Sight {
    const unit = this.#users.get(userId)?.adminId;
    return unit === undefined ? () => false : this.#sight(unit, this.#groupsOf.get(userId) ?? []);
  }

  /** What the webhook of a user group is told of. */
  sightOfGroup(userGroupId: number): Sight {
    const unit = this.#unitsOfGroups.get(userGroupId);
    if (unit === undefined) return () => false;
    return this.#sight(unit, [userGroupId]);
  }

  #sight(adminId: AdminId, userGroupIds: readonly number[]): Sight {
    const isAdministrator = userGroupIds.some((id) => this.records.administratorGroups.has(id));
    if (isAdministrator && adminId === ownership.ROOT_ADMIN_ID) return seesEverything;
    const roots = isAdministrator ? [] : [...new Set(userGroupIds.flatMap((id) => this.#linksOf.get(id) ?? []))];
    const key = `${adminId} ${isAdministrator} ${roots.sort((a, b) => a - b).join()}`;
    const known = this.#sights.get(key);
    if (known) return known;
    const units = within(this.#units, adminId);
    const isInUnits = (assetId: AssetId) => units.has(this.#unitOfAsset.get(assetId) ?? 0);
    const seen = new Set(roots.flatMap((id) => [...this.assetsOf(id)]));
    const sight: Sight = isAdministrator ? isInUnits : (assetId) => seen.has(assetId) && isInUnits(assetId);
    this.#sights.set(key, sight);
    return sight;
  }

  /** Whether a user may be told of alarms at all. */
  #mayHear(userId: UserId): boolean {
    const { administratorGroups, alarmGroups } = this.records;
    return (this.#groupsOf.get(userId) ?? []).some((id) => administratorGroups.has(id) || alarmGroups.has(id));
  }

  /** Why somebody hears nothing of some assets; empty: they do. */
  silenceOf(userId: UserId, ways: Ways | undefined, assets: ReadonlySet<AssetId>): alertCoverage.Silence[] {
    const silence: alertCoverage.Silence[] = [];
    if (!this.#mayHear(userId)) silence.push('noRight');
    else if (assets.size > 0 && !some(assets, this.sightOfUser(userId))) silence.push('noSight');
    if (!ways || (ways.mail === null && ways.text === null && ways.browsers === 0)) {
      silence.push(ways?.wantsMail === false ? 'mailsOff' : 'noAddress');
    }
    return silence;
  }

  /**
   * The people who are told when a user group is: where it asks for who is on call that one alone, unless nobody is, or who is has no
   * way to be told. As `addresseesOnDuty` has it: a mail that is wanted is a way, though it may go nowhere.
   */
  toldOf({ userGroupId, onCallOnly }: ToldGroup, { waysOf, onCallOf }: HearingWorld): readonly UserId[] {
    const members = this.membersOf(userGroupId);
    const onCall = onCallOnly ? onCallOf(userGroupId) : undefined;
    if (onCall === undefined || !members.includes(onCall)) return members;
    const ways = waysOf(onCall);
    const hasWay = ways !== undefined && (ways.wantsMail || ways.text !== null || ways.browsers > 0);
    return hasWay ? [onCall] : members;
  }

  /** The sights of everybody who hears when a user group is told: its people by their ways, and its webhook. */
  #hearersOf(group: ToldGroup, world: HearingWorld): Sight[] {
    const people = this.toldOf(group, world).filter((userId) => {
      const ways = world.waysOf(userId);
      return this.#mayHear(userId) && ways && (ways.mail !== null || ways.text !== null || ways.browsers > 0);
    });
    const { userGroupId } = group;
    const sights = people.map((userId) => this.sightOfUser(userId));
    return [...new Set(world.hasWebhook(userGroupId) ? [...sights, this.sightOfGroup(userGroupId)] : sights)];
  }

  /**
   * Of which severities somebody is told, by assets: those of a subscription when one of its group, or of the groups that are told
   * next, hears of the asset. An asset in no subscription has no entry, and one whose subscriptions reach nobody an empty one.
   */
  heardOf(world: HearingWorld): Map<AssetId, Heard[]> {
    const heard = new Map<AssetId, Heard[]>();
    const hearers = new Map<string, Sight[]>();
    const hearersOf = (group: ToldGroup) => {
      const key = `${group.userGroupId} ${group.onCallOnly}`;
      const known = hearers.get(key) ?? this.#hearersOf(group, world);
      hearers.set(key, known);
      return known;
    };
    for (const subscription of this.records.subscriptions) {
      const { severityMin, severityMax } = subscription;
      const sights = new Set([subscription, ...world.nextOf(subscription)].flatMap(hearersOf));
      for (const assetId of this.assetsOf(subscription.assetGroupId)) {
        const ranges = heard.get(assetId) ?? [];
        heard.set(assetId, ranges);
        if (some(sights, (sees) => sees(assetId))) ranges.push({ severityMin, severityMax });
      }
    }
    return heard;
  }

  /** The newest of the messages, which come newest first, that told a subscription's people or its webhook what it asks for. */
  lastOf(subscription: SubscriptionRow, messages: readonly SentMessage[]): SentMessage | undefined {
    const assets = this.assetsOf(subscription.assetGroupId);
    const people = new Set<UserId>(this.membersOf(subscription.userGroupId));
    return messages.find((message) => {
      const { userId, userGroupId } = message;
      const isTheirs = userId === null ? userGroupId === subscription.userGroupId : people.has(userId);
      return isTheirs && assets.has(message.assetId) && asksFor(subscription, message);
    });
  }
}

export interface Heard {
  severityMin: number;
  severityMax: number;
}

/** What decides who hears beside rights and groups. */
export interface HearingWorld {
  waysOf: (userId: UserId) => Ways | undefined;
  hasWebhook: (userGroupId: number) => boolean;
  /** The groups that are told next when nobody acknowledges. */
  nextOf: (subscription: SubscriptionRow) => readonly ToldGroup[];
  /** Who of a group is on call now. */
  onCallOf: (userGroupId: number) => UserId | undefined;
}

function asksFor({ severityMin, severityMax, online, offline }: SubscriptionRow, message: SentMessage): boolean {
  if (!message.isOfAlarm) return message.kind === 'online' ? online : offline;
  return message.severity >= severityMin && message.severity <= severityMax;
}
