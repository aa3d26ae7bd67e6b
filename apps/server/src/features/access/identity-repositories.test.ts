import type { AdminId, AssetId, TokenId, UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, migrateDown } from '#db/migrate.ts';
import type { Database } from '#db/schema.ts';
import type { TestDatabase } from '#db/testing/databases.ts';
import { everyEngine } from '#db/testing/every-engine.ts';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { ApiTokenRepository } from '#features/auth/api-token-repository.ts';
import { SessionRepository } from '#features/auth/session-repository.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { UserAttributeRepository } from '#features/users/user-attribute-repository.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { GroupRepository } from './group-repository.ts';
import { ScopeRepository } from './scope-repository.ts';
import { UserRepository } from './user-repository.ts';

const UNIT_1 = 1 as AdminId;
const AT_MS = 1_700_000_000_000;

describe.each(everyEngine())('identity repositories on $engine', ({ open }) => {
  let test: TestDatabase;
  let db: Kysely<Database>;
  let users: UserRepository;
  let groups: GroupRepository;
  let scope: ScopeRepository;
  beforeEach(async () => {
    test = await open();
    db = test.db;
    users = new UserRepository(db);
    groups = new GroupRepository(db);
    scope = new ScopeRepository(db);
  });
  afterEach(() => test.close());

  const aUser = (username: string, adminId = UNIT_1) =>
    users.insert({ username, adminId, passwordHash: null, readOnly: false, createdMs: AT_MS });

  const aGroup = (name: string, parentGroupId: number | null = 1) => ({
    name,
    description: '',
    adminId: UNIT_1,
    parentGroupId,
  });

  async function anAsset(serialNumber: string, adminId = UNIT_1): Promise<AssetId> {
    const definitions = new AssetDefinitionRepository(db);
    const definition = (await definitions.findByName('Pump')) ?? (await definitions.insert('Pump', '', AT_MS));
    const asset = await new AssetRepository(db).insert({
      assetDefinitionId: definition?.assetDefinitionId as never,
      adminId,
      serialNumber,
      assetAlias: serialNumber,
      description: '',
      tokenHash: `hash of ${serialNumber}`,
      createdMs: AT_MS,
    });
    return asset?.assetId as AssetId;
  }

  it('finds a user by name whatever its case, width and space, and takes a name once', async () => {
    const { userId } = await aUser('Änn');
    for (const name of ['änn', ' ÄNN ', 'A\u0308nn']) {
      expect(await users.findByName(name)).toMatchObject({
        userId,
        username: 'Änn',
        passwordHash: null,
        createdMs: AT_MS,
      });
    }
    expect(await users.findByName("' OR 1=1--")).toBeUndefined();
    await expect(aUser('ÄNN')).rejects.toThrow(/unique/i);
  });

  it('deletes a user with everything that hangs on it, once', async () => {
    const { userId } = await aUser('ann');
    await new UserAttributeRepository(db).save([{ userId, attributeName: 'phone', attributeValue: '1' }]);
    await groups.linkUser(await groups.insertUserGroup(aGroup('g')), userId);
    expect(await users.delete(userId)).toBe(true);
    expect(await users.delete(userId)).toBe(false);
    expect(await users.find(userId)).toBeUndefined();
    expect(await db.selectFrom('user_attributes').selectAll().execute()).toEqual([]);
  });

  it('keeps user attributes by name whatever its case, with any text', async () => {
    const { userId } = await aUser('ann');
    const attributes = new UserAttributeRepository(db);
    await attributes.save([
      { userId, attributeName: 'firstName', attributeValue: 'Ann' },
      { userId, attributeName: '__proto__', attributeValue: '\0 \u{1F600}' },
    ]);
    await attributes.save([{ userId, attributeName: 'FIRSTNAME', attributeValue: 'Anna' }]);
    expect(await attributes.list(userId)).toEqual([
      { userId, attributeName: '__proto__', attributeValue: '\uFFFD \u{1F600}' },
      { userId, attributeName: 'firstName', attributeValue: 'Anna' },
    ]);
  });

  it('unites the permissions of the groups of a user', async () => {
    const { userId } = await aUser('ann');
    const [one, two] = [await groups.insertUserGroup(aGroup('1')), await groups.insertUserGroup(aGroup('2'))];
    await groups.grant(one, [6, 7]);
    await groups.grant(two, [7, 54]);
    await groups.grant(two, [7]);
    expect(await scope.listPermissions(userId)).toEqual([]);
    await groups.linkUser(one, userId);
    await groups.linkUser(two, userId);
    await groups.linkUser(two, userId);
    expect((await scope.listPermissions(userId)).toSorted((a, b) => a - b)).toEqual([6, 7, 54]);
    await groups.revoke(two, [54, 99]);
    await groups.unlinkUser(one, userId);
    expect(await scope.listPermissions(userId)).toEqual([7]);
    expect(await groups.listPermissions(two)).toEqual([7]);
    expect(await groups.listUsers(two)).toEqual([userId]);
  });

  it('reaches assets over linked groups and the groups below them, however deep, and no others', async () => {
    const { userId } = await aUser('ann');
    const [top, other] = [await groups.insertAssetGroup(aGroup('top')), await groups.insertAssetGroup(aGroup('other'))];
    const below = await groups.insertAssetGroup(aGroup('below', top));
    const deepest = await groups.insertAssetGroup(aGroup('deepest', below));
    const [a, b, c, d] = [await anAsset('a'), await anAsset('b'), await anAsset('c'), await anAsset('d')];
    await groups.addAssets(top, [a]);
    await groups.addAssets(below, [b, a]);
    await groups.addAssets(deepest, [c]);
    await groups.addAssets(other, [d]);
    const userGroup = await groups.insertUserGroup(aGroup('u'));
    await groups.linkUser(userGroup, userId);
    const visible = async () => (await scope.listAssetsByGroup(userId, UNIT_1)).toSorted((x, y) => x - y);
    expect(await visible()).toEqual([]);
    await groups.linkAssetGroup(userGroup, below);
    expect(await visible()).toEqual([a, b, c]);
    await groups.linkAssetGroup(userGroup, top);
    expect(await visible()).toEqual([a, b, c]);
    await groups.removeAssets(below, [a, b]);
    expect(await visible()).toEqual([a, c]);
    await groups.unlinkAssetGroup(userGroup, top);
    await groups.unlinkAssetGroup(userGroup, below);
    expect(await visible()).toEqual([]);
  });

  it('ends when groups hang below each other in a circle', async () => {
    const { userId } = await aUser('ann');
    const one = await groups.insertAssetGroup(aGroup('1'));
    const two = await groups.insertAssetGroup(aGroup('2', one));
    await db.updateTable('asset_groups').set({ parent_group_id: two }).where('asset_group_id', '=', one).execute();
    const userGroup = await groups.insertUserGroup(aGroup('u'));
    await groups.linkUser(userGroup, userId);
    await groups.linkAssetGroup(userGroup, two);
    const asset = await anAsset('a');
    await groups.addAssets(one, [asset]);
    expect(await scope.listAssetsByGroup(userId, UNIT_1)).toEqual([asset]);
  });

  it('keeps to the admin unit and the units below it', async () => {
    const north = await groups.insertAdminUnit('north', UNIT_1);
    const field = await groups.insertAdminUnit('field', north);
    const south = await groups.insertAdminUnit('south', UNIT_1);
    const [n, f, s, root] = [
      await anAsset('n', north),
      await anAsset('f', field),
      await anAsset('s', south),
      await anAsset('r'),
    ];
    const sorted = (ids: AssetId[]) => ids.toSorted((x, y) => x - y);
    expect(sorted(await scope.listAssetsOfUnit(north))).toEqual([n, f]);
    expect(sorted(await scope.listAssetsOfUnit(UNIT_1))).toEqual([n, f, s, root]);
    const { userId } = await aUser('nora', north);
    const userGroup = await groups.insertUserGroup(aGroup('u'));
    const everything = await groups.insertAssetGroup(aGroup('all'));
    await groups.addAssets(everything, [n, f, s, root]);
    await groups.linkUser(userGroup, userId);
    await groups.linkAssetGroup(userGroup, everything);
    expect(sorted(await scope.listAssetsByGroup(userId, north))).toEqual([n, f]);
  });

  it('links many assets at once', async () => {
    const definitions = new AssetDefinitionRepository(db);
    const definition = await definitions.insert('Pump', '', AT_MS);
    const rows = Array.from({ length: 12_000 }, (_, index) => ({
      asset_definition_id: Number(definition?.assetDefinitionId),
      admin_id: 1,
      serial_number: `s${index}`,
      serial_key: `s${index}`,
      asset_alias: '',
      description: '',
      token_hash: `${index}`,
      created_ms: AT_MS,
    }));
    for (let first = 0; first < rows.length; first += 2_000) {
      await db
        .insertInto('assets')
        .values(rows.slice(first, first + 2_000))
        .execute();
    }
    const ids = (await db.selectFrom('assets').select('asset_id').execute()).map((row) => row.asset_id as AssetId);
    const group = await groups.insertAssetGroup(aGroup('big'));
    await groups.addAssets(group, ids);
    const { userId } = await aUser('ann');
    const userGroup = await groups.insertUserGroup(aGroup('u'));
    await groups.linkUser(userGroup, userId);
    await groups.linkAssetGroup(userGroup, group);
    expect(await scope.listAssetsByGroup(userId, UNIT_1)).toHaveLength(12_000);
    await groups.removeAssets(group, ids);
    expect(await scope.listAssetsByGroup(userId, UNIT_1)).toEqual([]);
  });

  it('keeps sessions with their times', async () => {
    const sessions = new SessionRepository(db);
    const { userId } = await aUser('ann');
    const session = (authId: string) => ({
      authId,
      tokenHash: `t${authId}`,
      brokerTokenHash: `b${authId}`,
      userId,
      createdMs: AT_MS,
      lastUsedMs: AT_MS,
      address: '::1',
      userAgent: 'x',
    });
    await sessions.insert(session('1'));
    await sessions.insert(session('2'));
    await sessions.setLastUsed([{ authId: '2', lastUsedMs: AT_MS + 1 }]);
    expect((await sessions.list()).toSorted((a, b) => a.lastUsedMs - b.lastUsedMs)).toEqual([
      session('1'),
      { ...session('2'), lastUsedMs: AT_MS + 1 },
    ]);
    await sessions.delete(['1', 'unknown']);
    await users.delete(userId);
    expect(await sessions.list()).toEqual([]);
  });

  it('keeps API tokens for their owner', async () => {
    const tokens = new ApiTokenRepository(db);
    const [ann, bob] = [await aUser('ann'), await aUser('bob')];
    const token = {
      tokenHash: 'h',
      userId: ann.userId,
      name: 'script',
      permissionIds: [6],
      createdMs: AT_MS,
      expiresMs: undefined,
    };
    const { tokenId } = await tokens.insert(token);
    expect(await tokens.findByHash('h')).toEqual({ ...token, tokenId, lastUsedMs: undefined });
    await tokens.setLastUsed(tokenId, AT_MS + 5);
    expect(await tokens.listOf(ann.userId)).toMatchObject([{ tokenId, lastUsedMs: AT_MS + 5 }]);
    expect(await tokens.delete(tokenId, bob.userId)).toBe(false);
    expect(await tokens.delete(99 as TokenId, ann.userId)).toBe(false);
    expect(await tokens.delete(tokenId, ann.userId)).toBe(true);
    expect(await tokens.findByHash('h')).toBeUndefined();
  });

  it('lists the journal newest first, filtered, a page at a time', async () => {
    const journal = new JournalRepository(db);
    const entries = Array.from({ length: 2_500 }, (_, index) => ({
      timeMs: AT_MS + index,
      kind: index % 2 === 0 ? 'asset' : 'session',
      what: `entry ${index}\0`,
      before: { index },
      after: null,
      by: { name: index < 5 ? 'ann' : 'bob', userId: 1, adminId: 1, address: '::1' },
      ...(index % 2 === 0 ? { assetId: 7 as AssetId } : {}),
    }));
    await journal.insert(entries);
    const page = await journal.list({}, { limit: 2, offset: 1 }, undefined);
    expect(page.total).toBe(2_500);
    expect(page.entries).toMatchObject([
      {
        what: 'entry 2498\uFFFD',
        assetId: 7,
        before: { index: 2_498 },
        after: null,
        user: 'bob',
        timeMs: AT_MS + 2_498,
      },
      { what: 'entry 2497\uFFFD', assetId: null },
    ]);
    const count = async (filter: object) => (await journal.list(filter, { limit: 1, offset: 0 }, undefined)).total;
    expect(await count({ kind: 'asset' })).toBe(1_250);
    expect(await count({ user: 'ann' })).toBe(5);
    expect(await count({ assetId: 8 })).toBe(0);
    expect(await count({ fromMs: AT_MS + 10, toMs: AT_MS + 19 })).toBe(10);
  });

  it('rolls a transaction back as a whole', async () => {
    await expect(
      db.transaction().execute(async (trx) => {
        await users.insert(
          { username: 'ann', adminId: UNIT_1, passwordHash: null, readOnly: true, createdMs: AT_MS },
          trx,
        );
        expect(await users.findByName('ann', trx)).toMatchObject({ readOnly: true });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await users.findByName('ann')).toBeUndefined();
  });

  it('gives ids as numbers, never twice', async () => {
    const { userId } = await aUser('ann');
    expect(userId).toBe(1);
    await users.delete(userId);
    expect((await aUser('bob')).userId).toBe(2 as UserId);
  });

  it('takes every migration back and applies it again', async () => {
    await migrateDown(db);
    expect((await migrate(db)).length).toBeGreaterThan(0);
    expect((await aUser('ann')).userId).toBe(1);
  });
});
