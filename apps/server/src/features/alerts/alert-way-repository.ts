import { ADMIN_MODIFY, type AssetId, type alerts, type EpochMs, type UserGroupId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { isOneOf } from '#db/one-of.ts';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';

export interface WebhookRecord {
  userGroupId: UserGroupId;
  userGroupName: string;
  adminId: number;
  url: string;
  sealedSecret: string;
}

export interface TextGatewayRecord extends Omit<alerts.TextGateway, 'hasAuthorization'> {
  /** Empty: none. */
  sealedAuthorization: string;
}

const GATEWAY_ID = 1;

/** Where machines and phones are told. */
export class AlertWayRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async listWebhooks(userGroupIds?: readonly number[]): Promise<WebhookRecord[]> {
    if (userGroupIds?.length === 0) return [];
    let query = this.#db
      .selectFrom('alert_webhooks as hook')
      .innerJoin('user_groups as own', 'own.user_group_id', 'hook.user_group_id')
      .select(['hook.user_group_id', 'own.user_group_name', 'own.admin_id', 'hook.url', 'hook.sealed_secret']);
    if (userGroupIds) query = query.where('hook.user_group_id', 'in', userGroupIds);
    const rows = await query.orderBy('own.user_group_name').orderBy('hook.user_group_id').execute();
    return rows.map((row) => ({
      userGroupId: row.user_group_id as UserGroupId,
      userGroupName: row.user_group_name,
      adminId: row.admin_id,
      url: row.url,
      sealedSecret: row.sealed_secret,
    }));
  }

  async saveWebhook(hook: Pick<WebhookRecord, 'userGroupId' | 'url' | 'sealedSecret'>, nowMs: EpochMs): Promise<void> {
    const settings = { url: storableText(hook.url), sealed_secret: hook.sealedSecret };
    await this.#db
      .insertInto('alert_webhooks')
      .values({ user_group_id: hook.userGroupId, created_ms: nowMs, ...settings })
      .onConflict((conflict) => conflict.column('user_group_id').doUpdateSet(settings))
      .execute();
  }

  async deleteWebhook(userGroupId: UserGroupId): Promise<void> {
    await this.#db.deleteFrom('alert_webhooks').where('user_group_id', '=', userGroupId).execute();
  }

  async findTextGateway(): Promise<TextGatewayRecord | undefined> {
    const row = await this.#db
      .selectFrom('alert_text_gateway')
      .selectAll()
      .where('gateway_id', '=', GATEWAY_ID)
      .executeTakeFirst();
    if (!row) return undefined;
    const { url, content_type, body, sealed_authorization: sealedAuthorization } = row;
    return { url, contentType: content_type as alerts.TextGateway['contentType'], body, sealedAuthorization };
  }

  async saveTextGateway(gateway: TextGatewayRecord): Promise<void> {
    const settings = {
      url: storableText(gateway.url),
      content_type: gateway.contentType,
      body: storableText(gateway.body),
      sealed_authorization: gateway.sealedAuthorization,
    };
    await this.#db
      .insertInto('alert_text_gateway')
      .values({ gateway_id: GATEWAY_ID, ...settings })
      .onConflict((conflict) => conflict.column('gateway_id').doUpdateSet(settings))
      .execute();
  }

  async deleteTextGateway(): Promise<void> {
    await this.#db.deleteFrom('alert_text_gateway').where('gateway_id', '=', GATEWAY_ID).execute();
  }

  /**
   * Which of these assets the members of a user group see by it: those of its asset groups and the groups below them, in its
   * admin unit and the units below; of administrators all of the unit.
   */
  async listSeenByGroup(userGroupId: number, assetIds: readonly AssetId[]): Promise<Set<AssetId>> {
    const group = await this.#db
      .selectFrom('user_groups')
      .select('admin_id')
      .where('user_group_id', '=', userGroupId)
      .executeTakeFirst();
    if (!group || assetIds.length === 0) return new Set();
    const administrates = await this.#db
      .selectFrom('user_group_permissions')
      .select('permission_id')
      .where('user_group_id', '=', userGroupId)
      .where('permission_id', '=', ADMIN_MODIFY)
      .executeTakeFirst();
    const inUnit = this.#db
      .withRecursive('units', (cte) =>
        cte
          .selectFrom('admin_units as own')
          .select('own.admin_id')
          .where('own.admin_id', '=', group.admin_id)
          .union(
            cte
              .selectFrom('admin_units as child')
              .innerJoin('units', 'units.admin_id', 'child.parent_admin_id')
              .select('child.admin_id'),
          ),
      )
      .withRecursive('below', (cte) =>
        cte
          .selectFrom('user_group_asset_groups as link')
          .select('link.asset_group_id')
          .where('link.user_group_id', '=', userGroupId)
          .union(
            cte
              .selectFrom('asset_groups as child')
              .innerJoin('below', 'below.asset_group_id', 'child.parent_group_id')
              .select('child.asset_group_id'),
          ),
      )
      .selectFrom('assets')
      .innerJoin('units', 'units.admin_id', 'assets.admin_id')
      .select('assets.asset_id')
      .where(isOneOf('assets.asset_id', assetIds));
    const rows = await (administrates
      ? inUnit
      : inUnit.where('assets.asset_id', 'in', (query) =>
          query
            .selectFrom('asset_group_assets as grouped')
            .innerJoin('below', 'below.asset_group_id', 'grouped.asset_group_id')
            .select('grouped.asset_id'),
        )
    ).execute();
    return new Set(rows.map((row) => row.asset_id as AssetId));
  }
}
