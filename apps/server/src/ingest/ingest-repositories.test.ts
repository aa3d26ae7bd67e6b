import type { AdminId, AssetId, GatewayId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#db/schema.ts';
import type { TestDatabase } from '#db/testing/databases.ts';
import { everyEngine } from '#db/testing/every-engine.ts';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { CommandRepository } from '#features/commands/command-repository.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { DataItemRepository } from '#features/definitions/data-item-repository.ts';
import { GatewayRepository } from '#features/gateways/gateway-repository.ts';
import { QuarantineRepository } from './quarantine/quarantine-repository.ts';
import { BirthRepository } from './sparkplug/birth-repository.ts';

const ADMIN = 1 as AdminId;

describe.each(everyEngine())('device repositories on $engine', ({ open }) => {
  let test: TestDatabase;
  let db: Kysely<Database>;
  let assetId: AssetId;
  let gatewayId: GatewayId;

  beforeEach(async () => {
    test = await open();
    db = test.db;
    const definition = await new AssetDefinitionRepository(db).insert('Pump', '', 1);
    const asset = await new AssetRepository(db).insert({
      assetDefinitionId: definition?.assetDefinitionId as never,
      adminId: ADMIN,
      serialNumber: 'P1',
      assetAlias: '',
      description: '',
      tokenHash: 'a',
      createdMs: 1,
    });
    assetId = asset?.assetId as AssetId;
    const gateway = await new GatewayRepository(db).insert({ name: 'G', adminId: ADMIN, tokenHash: 'g', createdMs: 1 });
    gatewayId = gateway.gatewayId;
  });
  afterEach(() => test.close());

  describe('quarantine', () => {
    const thing = (n: number) => ({ receivedMs: n, reason: `reason ${n}`, label: 'L', timeMs: 4.1e18, excerpt: 'x' });

    it('keeps the newest of each source, newest first', async () => {
      const quarantine = new QuarantineRepository(db);
      await quarantine.append({ assetId }, [thing(1), thing(2), thing(3)], 3);
      await quarantine.append({ gatewayId }, [thing(9)], 3);
      await quarantine.append({ assetId }, [thing(4), thing(5)], 3);
      const kept = await quarantine.list({ assetId }, 10);
      expect(kept.map(({ receivedMs }) => receivedMs)).toEqual([5, 4, 3]);
      expect(kept[0]).toEqual(thing(5));
      expect(await quarantine.list({ gatewayId }, 10)).toEqual([thing(9)]);
      expect(await quarantine.list({ assetId }, 2)).toHaveLength(2);
    });

    it('takes any text, and any number at once', async () => {
      const quarantine = new QuarantineRepository(db);
      const odd = { receivedMs: 1, reason: 'r', label: 'a\0\uD800'.repeat(200), timeMs: null, excerpt: '\0' };
      await quarantine.append({ assetId }, Array<typeof odd>(2_500).fill(odd), 2_000);
      expect(await quarantine.list({ assetId }, 5_000)).toHaveLength(2_000);
    });

    it('goes with its asset', async () => {
      const quarantine = new QuarantineRepository(db);
      await quarantine.append({ assetId }, [thing(1)], 3);
      await new AssetRepository(db).delete(assetId);
      expect(await quarantine.list({ assetId }, 10)).toEqual([]);
    });
  });

  it('the births of an edge are kept by device; a birth of the edge makes those of its devices void', async () => {
    const births = new BirthRepository(db);
    const key = { gatewayId, group: 'Plant', edge: 'E1' };
    const birth = (device: string, text: string) => ({ device, payload: Buffer.from(text) });
    await births.save(key, birth('', 'edge'), 1);
    await births.save(key, birth('pump', 'old'), 2);
    await births.save(key, birth('pump', 'new'), 3);
    await births.save({ ...key, edge: 'E2' }, birth('pump', 'other'), 3);
    expect(await births.list(key)).toEqual([birth('', 'edge'), birth('pump', 'new')]);
    await births.save(key, birth('', 'again'), 4);
    expect(await births.list(key)).toEqual([birth('', 'again')]);
  });

  it('many assets get their data items at once, those they have already passed over', async () => {
    const items = new DataItemRepository(db);
    const byKey = await items.ensure(['flow', 'FLOW', 'level'], 1);
    const links = [...byKey.values()].map(({ dataItemId }) => ({ assetId, dataItemId }));
    await items.addToAssets(links, 1);
    await items.addToAssets(links, 2);
    expect(await items.listAssetItems()).toHaveLength(2);
  });

  describe('commands', () => {
    const order = (command: string) => ({
      assetId,
      commandDefinitionId: 0,
      command,
      createdMs: 10,
      expiresMs: 900_010,
      userId: 7 as never,
      username: 'opA',
    });

    it('are queued in order, and leave the queue once', async () => {
      const commands = new CommandRepository(db);
      const [first, second, third] = await commands.insertAll([order('1'), order('2'), order('3')]);
      expect((await commands.listQueued()).map(({ command }) => command)).toEqual(['1', '2', '3']);
      expect(await commands.setDelivered(first?.commandId ?? 0, 20)).toBe(true);
      expect(await commands.setDelivered(first?.commandId ?? 0, 30)).toBe(false);
      await commands.expire([second?.commandId ?? 0, first?.commandId ?? 0], 40);
      expect(await commands.find(first?.commandId ?? 0)).toMatchObject({ state: 'delivered', deliveredMs: 20 });
      expect(await commands.find(second?.commandId ?? 0)).toMatchObject({ state: 'expired', endedMs: 40 });
      expect((await commands.listQueued()).map(({ commandId }) => commandId)).toEqual([third?.commandId]);
    });

    it('take the first answer of their own device, also a late one', async () => {
      const commands = new CommandRepository(db);
      const [made] = await commands.insertAll([order('1')]);
      const commandId = made?.commandId ?? 0;
      await commands.expire([commandId], 40);
      const answer = { state: 'answered' as const, answer: '{"ok":true}', endedMs: 50 };
      expect(await commands.setAnswer({ commandId, assetId: (assetId + 1) as AssetId }, answer)).toBe(false);
      expect(await commands.setAnswer({ commandId, assetId }, answer)).toBe(true);
      expect(await commands.setAnswer({ commandId, assetId }, { ...answer, state: 'failed' })).toBe(false);
      expect(await commands.find(commandId)).toMatchObject({ state: 'answered', answer: '{"ok":true}' });
    });

    it('are listed newest first, a page at a time', async () => {
      const commands = new CommandRepository(db);
      await commands.insertAll([order('1'), order('2'), order('3')]);
      const [page, total] = await commands.list(assetId, { limit: 2, offset: 1 });
      expect([page.map(({ command }) => command), total]).toEqual([['2', '1'], 3]);
    });
  });
});
