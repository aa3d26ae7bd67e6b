import type {
  AdminId,
  AssetDefinitionId,
  AssetId,
  EventDefinitionId,
  SystemDefinitionId,
  UserId,
} from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventDefinitionRepository } from '#features/events/event-definition-repository.ts';
import { EventRepository } from '#features/events/event-repository.ts';
import { FileRepository } from '#features/files/file-repository.ts';
import { SystemDefinitionRepository } from '#features/systems/system-definition-repository.ts';
import { SystemRepository } from '#features/systems/system-repository.ts';
import { SystemScope } from '#features/systems/system-world.ts';
import type { TestDatabase } from './testing/databases.ts';
import { everyEngine } from './testing/every-engine.ts';

describe.each(everyEngine())('on $engine', ({ open }) => {
  let database: TestDatabase;
  let assetId: AssetId;
  let assetDefinitionId: AssetDefinitionId;

  beforeEach(async () => {
    database = await open();
    const { db } = database;
    const definition = await db
      .insertInto('asset_definitions')
      .values({ asset_definition_name: 'Pump', name_key: 'pump', alias: '', created_ms: 1 })
      .returning('asset_definition_id')
      .executeTakeFirstOrThrow();
    assetDefinitionId = definition.asset_definition_id as AssetDefinitionId;
    const names = { serial_number: 'A', serial_key: 'a', asset_alias: '', description: '', token_hash: 'h' };
    const asset = await db
      .insertInto('assets')
      .values({ ...names, ...definition, admin_id: 1, last_contact_ms: null, created_ms: 1 })
      .returning('asset_id')
      .executeTakeFirstOrThrow();
    assetId = asset.asset_id as AssetId;
  });
  afterEach(() => database.close());

  describe('events', () => {
    it('are listed by time and category, and the portal’s own definitions come first of all', async () => {
      const definitions = new EventDefinitionRepository(database.db);
      const events = new EventRepository(database.db);
      const made = await definitions.insert(
        { assetDefinitionId, name: 'Seal', alias: '', category: 1, reason: '{}' },
        1,
      );
      expect(made.eventDefinitionId).toBe(5);
      expect(await definitions.listOfDefinition(assetDefinitionId)).toEqual([made]);
      const base = { assetId, receivedMs: 9, cause: 'c', meta: '{"a":1}', status: 3 as const, user: 'me' };
      const seal = await events.insert({ ...base, eventDefinitionId: made.eventDefinitionId, timestampMs: 2 ** 41 });
      const offline = { ...base, eventDefinitionId: 1 as EventDefinitionId, timestampMs: 100 };
      await events.insertOfExisting([offline, { ...offline, assetId: 999 as AssetId }]);
      const times = async (filter: object) =>
        (await events.list({ assetId, limit: 10, offset: 0, ...filter })).map(({ timestampMs }) => timestampMs);
      expect(await times({})).toEqual([2 ** 41, 100]);
      expect(await times({ category: 1 })).toEqual([2 ** 41]);
      expect(await times({ fromMs: 100, toMs: 101 })).toEqual([100]);
      await events.update({ ...seal, status: 0 });
      expect(await events.find(seal.eventId)).toEqual({ ...seal, status: 0 });
      expect(await definitions.countEvents(made.eventDefinitionId)).toBe(1);
      await events.delete(seal.eventId);
      await definitions.delete(made.eventDefinitionId);
      expect(await definitions.find(made.eventDefinitionId)).toBeUndefined();
    });
  });

  describe('files', () => {
    it('are counted by owner, and paged from the newest on', async () => {
      const files = new FileRepository(database.db);
      const base = { adminId: 1 as AdminId, userId: 1 as UserId, username: 'u', hostname: '', haspId: '', sha256: 'x' };
      for (const [i, of] of [assetId, assetId, null].entries()) {
        const names = { filename: `f${i}`, storageName: `s${i}` };
        await files.insert({ ...base, ...names, assetId: of, length: 3_000_000_000 * i, timestampMs: 50 });
      }
      expect(await files.usage({ assetId })).toEqual({ bytes: 3_000_000_000, count: 2 });
      expect(await files.usage({ userId: 1 as UserId })).toEqual({ bytes: 6_000_000_000, count: 1 });
      expect(await files.usage({ userId: 2 as UserId })).toEqual({ bytes: 0, count: 0 });
      const first = await files.listAfter({}, undefined, 2);
      const rest = await files.listAfter({ fromMs: 50, toMs: 50 }, first.at(-1), 2);
      expect([...first, ...rest].map(({ filename }) => filename)).toEqual(['f2', 'f1', 'f0']);
      const holding = async (...words: string[]) =>
        (await files.listAfter({ holding: words }, undefined, 9)).map(({ filename }) => filename);
      expect(await holding('f', '1')).toEqual(['f1']);
      expect(await holding('F1')).toEqual(['f1']);
      expect(await holding('%')).toEqual([]);
      await database.db.deleteFrom('assets').execute();
      expect((await files.listAfter({}, undefined, 9)).map(({ filename }) => filename)).toEqual(['f2']);
    });
  });

  describe('systems', () => {
    it('are read as one world', async () => {
      const definitions = new SystemDefinitionRepository(database.db);
      const systems = new SystemRepository(database.db);
      const site = await definitions.insert({ name: 'Site', alias: 'a', description: 'd' }, 1);
      expect(await definitions.insert({ name: 'SITE', alias: '', description: '' }, 1)).toBeUndefined();
      const systemDefinitionId = site?.systemDefinitionId as SystemDefinitionId;
      const kind = { name: 'Pump', systemDefinitionId: null, assetDefinitionId, critical: true, exclusive: false };
      const slot = await definitions.insertSlot({ ...kind, parentSystemDefinitionId: systemDefinitionId });
      const system = await systems.insert({ name: 'S', systemDefinitionId, adminId: 1 as AdminId }, 1);
      const standing = { slotId: slot.slotId, assetId, childSystemId: null };
      await systems.setAssignments(system.systemId, [standing]);
      await systems.setAttributes(system.systemId, [
        { attributeName: 'Start', attributeValue: '1' },
        { attributeName: 'START', attributeValue: '2' },
      ]);
      const world = await new SystemScope(definitions, systems).read();
      expect(world.slotsOf(systemDefinitionId)).toEqual([slot]);
      expect(world.assetsOf(system.systemId)).toEqual(new Set([assetId]));
      expect(world.attributesOf(system.systemId)).toMatchObject([{ attributeName: 'START', attributeValue: '2' }]);
      expect(await definitions.countSlotsOf(assetDefinitionId)).toBe(1);
      await database.db.deleteFrom('assets').execute();
      expect(await systems.listAssignments()).toEqual([]);
      await systems.delete(system.systemId);
      await definitions.delete(systemDefinitionId);
      expect(await definitions.listSlots()).toEqual([]);
    });
  });
});
