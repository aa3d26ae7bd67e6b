import type { EpochMs, UserGroupId, UserId } from '@telltale/contract';
import { onCallAt, type Rota, type RotaOverride } from '@telltale/domain';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';

export interface StoredOverride extends RotaOverride<UserId> {
  overrideId: number;
}

export interface StoredRota extends Rota<UserId> {
  userGroupId: UserGroupId;
  userGroupName: string;
  adminId: number;
  version: number;
  /** Those that are not over, by their beginning. */
  overrides: StoredOverride[];
}

const membersSchema = z.array(z.number().int()).min(1);

/** Who is on call. */
export class RotaRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** By the names of their groups. @param userGroupIds undefined: of all groups */
  async list(nowMs: EpochMs, userGroupIds?: readonly number[]): Promise<StoredRota[]> {
    if (userGroupIds?.length === 0) return [];
    let rotas = this.#db
      .selectFrom('alert_rotas as rota')
      .innerJoin('user_groups as own', 'own.user_group_id', 'rota.user_group_id')
      .selectAll('rota')
      .select(['own.user_group_name', 'own.admin_id']);
    let overrides = this.#db.selectFrom('alert_rota_overrides').selectAll().where('to_ms', '>', nowMs);
    if (userGroupIds) {
      rotas = rotas.where('rota.user_group_id', 'in', userGroupIds);
      overrides = overrides.where('user_group_id', 'in', userGroupIds);
    }
    const rows = await rotas.orderBy('own.user_group_name').orderBy('rota.user_group_id').execute();
    if (rows.length === 0) return [];
    const overrideRows = await overrides.orderBy('from_ms').execute();
    const overridesOf = Map.groupBy(overrideRows, (row) => row.user_group_id);
    return rows.map((row) => ({
      userGroupId: row.user_group_id as UserGroupId,
      userGroupName: row.user_group_name,
      adminId: row.admin_id,
      zone: row.zone,
      handoverDay: row.handover_day,
      handoverMinute: row.handover_minute,
      start: row.start_day,
      members: membersSchema.parse(JSON.parse(row.members)) as UserId[],
      version: row.version,
      overrides: (overridesOf.get(row.user_group_id) ?? []).map((one) => ({
        overrideId: one.override_id,
        userId: one.user_id as UserId,
        fromMs: one.from_ms,
        toMs: one.to_ms,
      })),
    }));
  }

  async put(userGroupId: UserGroupId, rota: Rota<UserId>, version: number): Promise<void> {
    const row = {
      zone: storableText(rota.zone),
      handover_day: rota.handoverDay,
      handover_minute: rota.handoverMinute,
      start_day: rota.start,
      members: JSON.stringify(rota.members),
      version,
    };
    await this.#db
      .insertInto('alert_rotas')
      .values({ user_group_id: userGroupId, ...row })
      .onConflict((conflict) => conflict.column('user_group_id').doUpdateSet(row))
      .execute();
  }

  async delete(userGroupId: UserGroupId): Promise<void> {
    await this.#db.deleteFrom('alert_rotas').where('user_group_id', '=', userGroupId).execute();
  }

  async addOverride(userGroupId: UserGroupId, { userId, fromMs, toMs }: RotaOverride<UserId>): Promise<void> {
    await this.#db
      .insertInto('alert_rota_overrides')
      .values({ user_group_id: userGroupId, user_id: userId, from_ms: fromMs, to_ms: toMs })
      .execute();
  }

  async deleteOverride(overrideId: number): Promise<void> {
    await this.#db.deleteFrom('alert_rota_overrides').where('override_id', '=', overrideId).execute();
  }

  /** What was over before a time is not looked at any more. */
  async deleteOverridesBefore(userGroupId: UserGroupId, timeMs: EpochMs): Promise<void> {
    await this.#db
      .deleteFrom('alert_rota_overrides')
      .where('user_group_id', '=', userGroupId)
      .where('to_ms', '<=', timeMs)
      .execute();
  }

  /** Who of these users is in which of these groups, as `group user`. */
  async listMemberships(userGroupIds: readonly number[]): Promise<Set<string>> {
    if (userGroupIds.length === 0) return new Set();
    const rows = await this.#db
      .selectFrom('user_group_users')
      .select(['user_group_id', 'user_id'])
      .where('user_group_id', 'in', userGroupIds)
      .execute();
    return new Set(rows.map((row) => membershipOf(row.user_group_id, row.user_id)));
  }

  async listNames(userIds: readonly number[]): Promise<Map<number, string>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('users')
      .select(['user_id', 'username'])
      .where('user_id', 'in', [...new Set(userIds)])
      .execute();
    return new Map(rows.map((row) => [row.user_id, row.username]));
  }
}

export const membershipOf = (userGroupId: number, userId: number) => `${userGroupId} ${userId}`;

/** Who is on call at a moment, by groups that have a rota. */
export async function onCallOfGroups(
  repository: RotaRepository,
  userGroupIds: readonly number[],
  nowMs: EpochMs,
): Promise<Map<number, UserId>> {
  const rotas = await repository.list(nowMs, [...new Set(userGroupIds)]);
  return new Map(rotas.map((rota) => [Number(rota.userGroupId), onCallAt(rota, rota.overrides, nowMs).userId]));
}
