import { ADMIN_MODIFY, type AdminId, type AssetId, type UserGroupId, type UserId } from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#db/testing/databases.ts';
import { everyEngine } from '#db/testing/every-engine.ts';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { GroupRepository } from '#features/ownership/group-repository.ts';
import { LinkRepository } from '#features/ownership/link-repository.ts';
import { RecordRepository } from '#features/ownership/record-repository.ts';
import { UnitRepository } from '#features/ownership/unit-repository.ts';
import { Topic } from '#news/topic.ts';
import { AccessService } from './access-service.ts';
import { viewersOf } from './asset-viewers.ts';
import { ReachRepository } from './reach-repository.ts';
import { ScopeRepository } from './scope-repository.ts';
import { UserRepository } from './user-repository.ts';

const UNIT_1 = 1 as AdminId;

/** The same numbers each time, spread enough to make a world of: below `end`. */
function spread(seed: number) {
  let state = seed;
  return (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

describe.each(everyEngine())('who sees an asset, on $engine', ({ open }) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await open();
  });
  afterEach(() => test.close());

  /** Units, groups and links as they fall, those that no page would make among them. */
  async function buildWorld(seed: number) {
    const { db } = test;
    const below = spread(seed);
    const [links, groups, records, users] = [
      new LinkRepository(db),
      new GroupRepository(db),
      new RecordRepository(db),
      new UserRepository(db),
    ];
    const units = [UNIT_1];
    for (let i = 0; i < 4; i++) {
      units.push(await new UnitRepository(db).insert(`unit ${i}`, units[below(units.length)] as AdminId));
    }
    const anyUnit = () => units[below(units.length)] as AdminId;
    const assetGroups = [1];
    const userGroups: number[] = [];
    for (let i = 0; i < 8; i++) {
      const parentGroupId = assetGroups[below(assetGroups.length)] as number;
      const place = { description: '', adminId: anyUnit() };
      assetGroups.push(await groups.insert('asset', { ...place, name: `a${i}`, parentGroupId }));
      const userGroupId = await groups.insert('user', { ...place, name: `u${i}`, parentGroupId: 1 });
      userGroups.push(userGroupId);
      await records.grant(userGroupId as UserGroupId, i % 4 === 0 ? [ADMIN_MODIFY, 6] : [6]);
      await links.add('assetGroups', userGroupId, [assetGroups[below(assetGroups.length)] as number]);
    }
    const definition = await new AssetDefinitionRepository(db).insert('Pump', '', 0);
    const assetIds: AssetId[] = [];
    for (let i = 0; i < 12; i++) {
      const asset = await new AssetRepository(db).insert({
        assetDefinitionId: definition?.assetDefinitionId as never,
        adminId: anyUnit(),
        serialNumber: `s${i}`,
        assetAlias: `s${i}`,
        description: '',
        tokenHash: `hash ${i}`,
        createdMs: 0,
      });
      assetIds.push(asset?.assetId as AssetId);
      await links.add('assets', assetGroups[1 + below(8)] as number, assetIds.slice(-1));
    }
    const userIds: UserId[] = [];
    for (let i = 0; i < 16; i++) {
      const account = { username: `user ${i}`, adminId: anyUnit(), passwordHash: null, readOnly: false, createdMs: 0 };
      const { userId } = await users.insert(account);
      userIds.push(userId);
      for (let j = below(3); j > 0; j--) await links.add('users', userGroups[below(8)] as number, [userId]);
    }
    return { assetIds, userIds, access: new AccessService(users, new ScopeRepository(db), new Topic()) };
  }

  it.each([7, 1_009])('is who has it in sight by the code that decides, in world %i', async (seed) => {
    const { assetIds, userIds, access } = await buildWorld(seed);
    const reach = new ReachRepository(test.db);
    let seen = 0;
    for (const assetId of assetIds) {
      const viewers = new Set((await viewersOf(reach, assetId)).map(({ userId }) => userId));
      const deciding: UserId[] = [];
      for (const userId of userIds) {
        if ((await access.accessOf(userId))?.visibility.canSee(assetId)) deciding.push(userId);
      }
      expect([...viewers].filter((userId) => userIds.includes(userId)).sort()).toEqual(deciding.sort());
      seen += deciding.length;
    }
    // A world in which nobody sees anything would prove nothing.
    expect(seen).toBeGreaterThan(assetIds.length);
    expect(seen).toBeLessThan(assetIds.length * userIds.length);
  });
});
