/** A portal with many users, groups and assets, for the benchmark of access. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminId } from '@telltale/contract';
import { readConfig } from '@telltale/server/config/config.ts';
import { createLog } from '@telltale/server/config/log.ts';
import type { Context } from '@telltale/server/context.ts';
import { AssetRepository } from '@telltale/server/features/assets/asset-repository.ts';
import { systemCaller } from '@telltale/server/http/system-caller.ts';
import { startServer } from '@telltale/server/server.ts';

export const USERS = 5_000;
export const GROUPS = 500;
export const ASSETS = 10_000;
export const PASSWORD = 'a benchmark password';
/** Of these permissions each user group has all. */
const PERMISSIONS = [6, 30, 34, 38, 42, 54, 58, 94];
const ROWS_PER_INSERT = 2_000;

export interface LargePortal {
  url: string;
  context: Context;
  close(): Promise<void>;
}

/** Starts the portal in this process, with the real cost of a password hash, and fills it. */
export async function startLargePortal(): Promise<LargePortal> {
  const folder = await mkdtemp(join(tmpdir(), 'telltale-bench-'));
  const settings = { TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: join(folder, 'data'), TELLTALE_MQTT_PORT: 'off' };
  const config = { ...readConfig(settings), httpPort: 0, adminPassword: PASSWORD };
  const server = await startServer(config, { log: createLog('error') });
  await fill(server.context);
  return {
    url: `http://127.0.0.1:${server.httpPort}`,
    context: server.context,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Half of the groups are user groups, half asset groups; each user is in two, each asset in one. */
async function fill({ db, definitionService, access }: Context): Promise<void> {
  const { assetDefinitionId } = await definitionService.create(systemCaller, 'Pump station');
  const half = GROUPS / 2;
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
  await db.transaction().execute(async (trx) => {
    const insert = async (table: Parameters<typeof trx.insertInto>[0], rows: readonly object[]) => {
      for (let first = 0; first < rows.length; first += ROWS_PER_INSERT) {
        await trx
          .insertInto(table)
          .values(rows.slice(first, first + ROWS_PER_INSERT) as never)
          .execute();
      }
    };
    const place = { description: '', admin_id: 1, parent_group_id: 1 };
    const groupNumbers = numbers(half);
    await insert(
      'user_groups',
      groupNumbers.map((n) => ({ user_group_id: 100 + n, user_group_name: `Crew ${n}`, ...place })),
    );
    await insert(
      'asset_groups',
      groupNumbers.map((n) => ({ asset_group_id: 100 + n, asset_group_name: `Field ${n}`, ...place })),
    );
    await insert(
      'users',
      numbers(USERS).map((n) => ({
        user_id: 100 + n,
        username: `user ${n}`,
        username_key: `user ${n}`,
        admin_id: 1,
        password_hash: null,
        read_only: 0,
        created_ms: 0,
      })),
    );
    await insert(
      'user_group_permissions',
      groupNumbers.flatMap((n) => PERMISSIONS.map((permission_id) => ({ user_group_id: 100 + n, permission_id }))),
    );
    await insert(
      'user_group_users',
      numbers(USERS).flatMap((n) => [
        { user_group_id: 100 + (n % half), user_id: 100 + n },
        { user_group_id: 100 + ((n + 1) % half), user_id: 100 + n },
      ]),
    );
    await insert(
      'user_group_asset_groups',
      groupNumbers.map((n) => ({ user_group_id: 100 + n, asset_group_id: 100 + n })),
    );
    const assets = new AssetRepository(trx);
    const links: object[] = [];
    for (const n of numbers(ASSETS)) {
      const asset = await assets.insert({
        assetDefinitionId,
        adminId: 1 as AdminId,
        serialNumber: `PS-${n}`,
        assetAlias: `Pump station ${n}`,
        description: '',
        tokenHash: `token of ${n}`,
        createdMs: 0,
      });
      if (!asset) throw new Error('The data folder is not new.');
      links.push({ asset_group_id: 100 + (n % half), asset_id: asset.assetId });
    }
    await insert('asset_group_assets', links);
  });
  access.follow({ everyone: true });
}
