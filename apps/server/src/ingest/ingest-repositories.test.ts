import type { AdminId, AssetId, GatewayId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#db/schema.ts';
import type { TestDatabase } from '#db/testing/databases.ts';
import { everyEngine } from '#db/testing/every-engine.ts';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { CommandAnswerRepository } from '#features/commands/command-answer-repository.ts';
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
      templateName: null,
      command,
      createdMs: 10,
      expiresMs: 900_010,
      userId: 7 as never,
      username: 'opA',
      isDangerous: false,
      effect: null,
    });
    const flow = { dataItemId: 3 as never, label: 'Flow', withinSeconds: 60, expected: 5.5, tolerance: 0.1 };

    it('are open in order, go out once, and expire unless they were delivered', async () => {
      const commands = new CommandRepository(db);
      const made = await commands.insertAll([order('1'), order('2'), order('3')]);
      const [first = 0, second = 0, third = 0] = made.map(({ commandId }) => commandId);
      expect((await commands.listOpen()).map(({ command }) => command)).toEqual(['1', '2', '3']);
      expect(await commands.setDelivered(first, 15)).toBe(false);
      expect(await commands.setSent(first, 18, null, undefined)).toBe(true);
      expect(await commands.setSent(first, 19, null, undefined)).toBe(false);
      expect(await commands.setDelivered(first, 20)).toBe(true);
      expect(await commands.setDelivered(first, 30)).toBe(false);
      expect(await commands.expire([second, first], 40)).toEqual(new Set([second]));
      expect(await commands.find(first)).toMatchObject({ state: 'delivered', sentMs: 18, deliveredMs: 20 });
      expect(await commands.find(second)).toMatchObject({ state: 'expired', endedMs: 40 });
      expect((await commands.listOpen()).map(({ commandId }) => commandId)).toEqual([third]);
    });

    it('take one answer, and none once they expired', async () => {
      const commands = new CommandRepository(db);
      const [expired = 0, answered = 0] = (await commands.insertAll([order('1'), order('2')])).map((c) => c.commandId);
      await commands.expire([expired], 40);
      const answer = { state: 'answered' as const, answer: '{"ok":true}', answeredMs: 50 };
      expect(await commands.setAnswer(expired, answer)).toBe(false);
      await commands.setSent(answered, 18, null, undefined);
      await commands.setDelivered(answered, 20);
      expect(await commands.setAnswer(answered, answer)).toBe(true);
      expect(await commands.setAnswer(answered, { ...answer, state: 'failed' })).toBe(false);
      expect(await commands.find(answered)).toMatchObject({
        state: 'answered',
        answer: '{"ok":true}',
        answeredMs: 50,
        endedMs: 50,
      });
    });

    it('await a release, keep what they should do and did, and stay as they were first judged', async () => {
      const commands = new CommandRepository(db);
      const [made] = await commands.insertAll([{ ...order('1'), isDangerous: true, effect: flow }]);
      const commandId = made?.commandId ?? 0;
      expect(made).toMatchObject({ state: 'awaiting release', isDangerous: true, effect: flow });
      expect(await commands.setSent(commandId, 18, flow, undefined)).toBe(false);
      expect(await commands.release(commandId, 17, 'opB')).toBe(true);
      expect(await commands.release(commandId, 17, 'opC')).toBe(false);
      const before = { value: 1.5, timeMs: 9.5 };
      expect(await commands.setSent(commandId, 18, flow, before)).toBe(true);
      const after = { value: 5.5, timeMs: 19 };
      expect(await commands.setVerdict(commandId, { state: 'verified', after, endedMs: 20 })).toBe(true);
      expect(await commands.setVerdict(commandId, { state: 'no effect', after: undefined, endedMs: 21 })).toBe(false);
      expect(await commands.find(commandId)).toMatchObject({
        state: 'verified',
        releasedMs: 17,
        releasedBy: 'opB',
        deliveredMs: 20,
        endedMs: 20,
        before,
        after,
      });
      expect(await commands.listOpen()).toEqual([]);
      const answer = { state: 'failed' as const, answer: '{"error":1}', answeredMs: 30 };
      expect(await commands.setAnswer(commandId, answer)).toBe(true);
      expect(await commands.find(commandId)).toMatchObject({
        state: 'verified',
        answer: '{"error":1}',
        answeredMs: 30,
        endedMs: 20,
      });
    });

    it('keep at most twenty further answers', async () => {
      const commands = new CommandRepository(db);
      const answers = new CommandAnswerRepository(db);
      const [made] = await commands.insertAll([order('1')]);
      const commandId = made?.commandId ?? 0;
      const further = { commandId, receivedMs: 5, kind: 'late' as const, answer: '1' };
      for (let i = 0; i < 20; i++) expect(await answers.insert({ ...further, answer: String(i) })).toBe(true);
      expect(await answers.insert(further)).toBe(false);
      expect((await answers.listOf([commandId])).map(({ answer }) => answer).slice(0, 2)).toEqual(['0', '1']);
    });

    it('are found by state, name and time', async () => {
      const commands = new CommandRepository(db);
      await commands.insertAll([order('1'), { ...order('2'), username: '100%_sure', createdMs: 20 }]);
      const found = async (filter: object) =>
        (await commands.list({ assetIds: undefined, ...filter }, { limit: 9, offset: 0 }))[0].map((c) => c.command);
      expect(await found({ user: 'OPa' })).toEqual(['1']);
      expect(await found({ user: '0%_S' })).toEqual(['2']);
      expect(await found({ user: '%' })).toEqual(['2']);
      expect(await found({ fromMs: 11 })).toEqual(['2']);
      expect(await found({ toMs: 10, state: 'queued' })).toEqual(['1']);
      expect(await found({ state: 'sent' })).toEqual([]);
      expect(await found({ assetIds: [(assetId + 1) as AssetId] })).toEqual([]);
    });

    it('are listed newest first, a page at a time', async () => {
      const commands = new CommandRepository(db);
      await commands.insertAll([order('1'), order('2'), order('3')]);
      const [page, total] = await commands.list({ assetIds: [assetId] }, { limit: 2, offset: 1 });
      expect([page.map(({ command }) => command), total]).toEqual([['2', '1'], 3]);
    });
  });
});
