import type { AdminId, AssetDefinitionId, AssetId } from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteForTest, type TestDatabase } from '#db/testing/databases.ts';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { DataItemRepository } from '#features/definitions/data-item-repository.ts';
import { GatewayRepository } from '#features/gateways/gateway-repository.ts';
import { DeviceRegistry } from '#ingest/device-registry.ts';
import { hashToken } from '#random-token.ts';

const ADMIN = 1 as AdminId;

/** Answers of the database that are on their way for as long as a test wants. */
class SlowAnswers {
  #arriving = Promise.withResolvers<void>();
  #asked = Promise.withResolvers<void>();
  #isHeld = false;

  hold(): void {
    this.#isHeld = true;
    this.#arriving = Promise.withResolvers();
    this.#asked = Promise.withResolvers();
  }

  /** Resolves once the answer that is held is known to the database. */
  get known(): Promise<void> {
    return this.#asked.promise;
  }

  letGo(): void {
    this.#arriving.resolve();
  }

  async carry<T>(answer: Promise<T>): Promise<T> {
    const found = await answer;
    // Only the first one that tells something is slow: what is asked after it overtakes it.
    if (!this.#isHeld || found === undefined) return found;
    this.#isHeld = false;
    this.#asked.resolve();
    await this.#arriving.promise;
    return found;
  }
}

describe('a token that ends while it is looked up', () => {
  let test: TestDatabase;
  let assets: AssetRepository;
  let gateways: GatewayRepository;
  let registry: DeviceRegistry;
  let definitionId: AssetDefinitionId;
  const answers = new SlowAnswers();

  class SlowAssets extends AssetRepository {
    override find(assetId: AssetId) {
      return answers.carry(super.find(assetId));
    }
    override findBySerialNumber(serialNumber: string) {
      return answers.carry(super.findBySerialNumber(serialNumber));
    }
    override findByTokenHash(hash: string) {
      return answers.carry(super.findByTokenHash(hash));
    }
  }

  class SlowGateways extends GatewayRepository {
    override findByTokenHash(hash: string) {
      return answers.carry(super.findByTokenHash(hash));
    }
  }

  beforeEach(async () => {
    test = await openSqliteForTest();
    assets = new SlowAssets(test.db);
    gateways = new SlowGateways(test.db);
    registry = new DeviceRegistry({ assets, gateways, items: new DataItemRepository(test.db) });
    await registry.load();
    const definition = await new AssetDefinitionRepository(test.db).insert('Pump', '', 1);
    definitionId = definition?.assetDefinitionId as AssetDefinitionId;
  });
  afterEach(() => test.close());

  async function anAsset(token: string): Promise<AssetId> {
    const rest = { assetAlias: '', description: '', createdMs: 1, adminId: ADMIN, assetDefinitionId: definitionId };
    const asset = await assets.insert({ ...rest, serialNumber: 'PUMP-7', tokenHash: hashToken(token) });
    return asset?.assetId as AssetId;
  }

  /** What was asked first is answered last: after the change and after everybody has heard of it. */
  async function meanwhile<T>(lookUp: () => Promise<T>, change: () => Promise<void>): Promise<T> {
    answers.hold();
    const found = lookUp();
    await answers.known;
    await change();
    answers.letGo();
    return found;
  }

  it('is nobody’s once the asset has another', async () => {
    const assetId = await anAsset('old');
    const found = await meanwhile(
      () => registry.findByToken('old'),
      async () => {
        await assets.setTokenHash(assetId, hashToken('new'));
        await registry.handle({ kind: 'token-changed', assetId });
      },
    );
    expect(found).toBeUndefined();
    expect(await registry.findByToken('old')).toBeUndefined();
    expect(await registry.findByToken('new')).toMatchObject({ kind: 'asset', device: { assetId } });
  });

  it('is nobody’s once the asset is deleted, by whichever name it was looked up', async () => {
    const lookUps: readonly ((assetId: AssetId) => Promise<unknown>)[] = [
      () => registry.findByToken('old'),
      () => registry.findBySerialNumber('pump-7'),
      (assetId) => registry.get(assetId),
    ];
    for (const lookUp of lookUps) {
      const assetId = await anAsset('old');
      const found = await meanwhile(
        () => lookUp(assetId),
        async () => {
          await assets.delete(assetId);
          await registry.handle({ kind: 'deleted', assetId });
        },
      );
      expect(found).toBeUndefined();
      expect(registry.find(assetId)).toBeUndefined();
      expect(await registry.findByToken('old')).toBeUndefined();
    }
  });

  it('is nobody’s once the gateway is removed', async () => {
    const { gatewayId } = await gateways.insert({
      name: 'G',
      adminId: ADMIN,
      tokenHash: hashToken('old'),
      createdMs: 1,
    });
    const found = await meanwhile(
      () => registry.findByToken('old'),
      async () => {
        await gateways.delete(gatewayId);
        registry.gatewayRemoved(gatewayId);
      },
    );
    expect(found).toBeUndefined();
    expect(await registry.findByToken('old')).toBeUndefined();
  });

  it('stays ended when two changes are heard of at once', async () => {
    const assetId = await anAsset('first');
    expect(await registry.findByToken('first')).toBeDefined();
    await assets.setTokenHash(assetId, hashToken('second'));
    await meanwhile(
      () => registry.handle({ kind: 'token-changed', assetId }),
      async () => {
        await assets.setTokenHash(assetId, hashToken('third'));
        await registry.handle({ kind: 'token-changed', assetId });
      },
    );
    expect(await registry.findByToken('second')).toBeUndefined();
    expect(await registry.findByToken('third')).toMatchObject({ kind: 'asset', device: { assetId } });
  });

  it('leaves a device that is looked up beside changes of others as it is', async () => {
    const assetId = await anAsset('mine');
    const found = await meanwhile(
      () => registry.findByToken('mine'),
      () => registry.handle({ kind: 'changed', assetId: (assetId + 1) as AssetId }),
    );
    expect(found).toMatchObject({ kind: 'asset', device: { assetId } });
    expect(found && registry.isLive(found)).toBe(true);
  });
});
