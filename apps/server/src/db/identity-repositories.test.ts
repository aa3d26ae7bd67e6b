import type { AdminId, AssetGroupId, AssetId, TokenId, UserGroupId, UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, migrateDown } from '#db/migrate.ts';
import type { Database } from '#db/schema.ts';
import type { TestDatabase } from '#db/testing/databases.ts';
import { everyEngine } from '#db/testing/every-engine.ts';
import { ScopeRepository } from '#features/access/scope-repository.ts';
import { UserRepository } from '#features/access/user-repository.ts';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { SessionRepository } from '#features/auth/session-repository.ts';
import { ApiTokenRepository } from '#features/auth/tokens/api-token-repository.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { type GroupKind, GroupRepository } from '#features/ownership/group-repository.ts';
import { LinkRepository } from '#features/ownership/link-repository.ts';
import { RecordRepository } from '#features/ownership/record-repository.ts';
import { UnitRepository } from '#features/ownership/unit-repository.ts';
import { UserAttributeRepository } from '#features/users/user-attribute-repository.ts';
import { JournalRepository } from '#journal/journal-repository.ts';

const UNIT_1 = 1 as AdminId;
const AT_MS = 1_700_000_000_000;

describe.each(everyEngine())('identity repositories on $engine', ({ open }) => {
  let test: TestDatabase;
  let db: Kysely<Database>;
  let users: UserRepository;
  let groups: GroupRepository;
  let links: LinkRepository;
  let records: RecordRepository;
  let units: UnitRepository;
  let scope: ScopeRepository;
  beforeEach(async () => {
    test = await open();
    db = test.db;
    users = new UserRepository(db);
    groups = new GroupRepository(db);
    links = new LinkRepository(db);
    records = new RecordRepository(db);
    units = new UnitRepository(db);
    scope = new ScopeRepository(db);
  });
  afterEach(() => test.close());

  const aUser = (username: string, adminId = UNIT_1) =>
    users.insert({ username, adminId, passwordHash: null, readOnly: false, createdMs: AT_MS });

  const aGroup = (kind: GroupKind, name: string, parentGroupId: number | null) =>
    groups.insert(kind, { name, description: '', adminId: UNIT_1, parentGroupId });
  const aUserGroup = async (name: string, parentGroupId: number | null = 1) =>
    (await aGroup('user', name, parentGroupId)) as UserGroupId;
  const anAssetGroup = async (name: string, parentGroupId: number | null = 1) =>
    (await aGroup('asset', name, parentGroupId)) as AssetGroupId;

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
    await links.add('users', await aUserGroup('g'), [userId]);
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
    const [one, two] = [await aUserGroup('1'), await aUserGroup('2')];
    await records.grant(one, [6, 7]);
    await records.grant(two, [7, 54]);
    await records.grant(two, [7]);
    expect(await scope.listPermissions(userId)).toEqual([]);
    await links.add('users', one, [userId]);
    await links.add('users', two, [userId]);
    await links.add('users', two, [userId]);
    expect((await scope.listPermissions(userId)).toSorted((a, b) => a - b)).toEqual([6, 7, 54]);
    await records.revoke(two, [54, 99]);
    await links.remove('users', one, [userId]);
    expect(await scope.listPermissions(userId)).toEqual([7]);
    expect([...(await records.listPermissionsOf(two))]).toEqual([7]);
    expect(await links.list('users', two)).toEqual([userId]);
  });

  it('reaches assets over linked groups and the groups below them, however deep, and no others', async () => {
    const { userId } = await aUser('ann');
    const [top, other] = [await anAssetGroup('top'), await anAssetGroup('other')];
    const below = await anAssetGroup('below', top);
    const deepest = await anAssetGroup('deepest', below);
    const [a, b, c, d] = [await anAsset('a'), await anAsset('b'), await anAsset('c'), await anAsset('d')];
    await links.add('assets', top, [a]);
    await links.add('assets', below, [b, a]);
    await links.add('assets', deepest, [c]);
    await links.add('assets', other, [d]);
    const userGroup = await aUserGroup('u');
    await links.add('users', userGroup, [userId]);
    const visible = async () => (await scope.listAssetsByGroup(userId, UNIT_1)).toSorted((x, y) => x - y);
    expect(await visible()).toEqual([]);
    await links.add('assetGroups', userGroup, [below]);
    expect(await visible()).toEqual([a, b, c]);
    await links.add('assetGroups', userGroup, [top]);
    expect(await visible()).toEqual([a, b, c]);
    await links.remove('assets', below, [a, b]);
    expect(await visible()).toEqual([a, c]);
    await links.remove('assetGroups', userGroup, [top]);
    await links.remove('assetGroups', userGroup, [below]);
    expect(await visible()).toEqual([]);
  });

  it('ends when groups hang below each other in a circle', async () => {
    const { userId } = await aUser('ann');
    const one = await anAssetGroup('1');
    const two = await anAssetGroup('2', one);
    await db.updateTable('asset_groups').set({ parent_group_id: two }).where('asset_group_id', '=', one).execute();
    const userGroup = await aUserGroup('u');
    await links.add('users', userGroup, [userId]);
    await links.add('assetGroups', userGroup, [two]);
    const asset = await anAsset('a');
    await links.add('assets', one, [asset]);
    expect(await scope.listAssetsByGroup(userId, UNIT_1)).toEqual([asset]);
  });

  it('keeps to the admin unit and the units below it', async () => {
    const north = await units.insert('north', UNIT_1);
    const field = await units.insert('field', north);
    const south = await units.insert('south', UNIT_1);
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
    const userGroup = await aUserGroup('u');
    const everything = await anAssetGroup('all');
    await links.add('assets', everything, [n, f, s, root]);
    await links.add('users', userGroup, [userId]);
    await links.add('assetGroups', userGroup, [everything]);
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
    const group = await anAssetGroup('big');
    await links.add('assets', group, ids);
    const { userId } = await aUser('ann');
    const userGroup = await aUserGroup('u');
    await links.add('users', userGroup, [userId]);
    await links.add('assetGroups', userGroup, [group]);
    expect(await scope.listAssetsByGroup(userId, UNIT_1)).toHaveLength(12_000);
    await links.remove('assets', group, ids);
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
      provedMs: AT_MS,
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
