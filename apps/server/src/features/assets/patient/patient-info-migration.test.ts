import type { AdminId, AssetId } from '@telltale/contract';
import { expect, it } from 'vitest';
import * as migration from '#db/migrations/0094-patient-info.ts';
import { everyEngine } from '#db/testing/every-engine.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { AssetRepository } from '../asset-repository.ts';
import { PatientInfoRepository } from './patient-info-repository.ts';

const value = (attributeValue: string | null) =>
  attributeValue === null ? null : JSON.stringify({ attributeName: 'PatientInfo', attributeValue });

it.each(everyEngine())(
  'what was an attribute moves with its past, and leaves the journal, on $engine',
  async ({ open }) => {
    const test = await open();
    const { db } = test;
    const definition = await new AssetDefinitionRepository(db).insert('Crew', '', 1_000);
    const anAsset = async (serialNumber: string): Promise<AssetId> => {
      const asset = await new AssetRepository(db).insert({
        assetDefinitionId: definition!.assetDefinitionId,
        adminId: 1 as AdminId,
        serialNumber,
        assetAlias: '',
        description: '',
        tokenHash: serialNumber,
        createdMs: 1_000,
      });
      return asset!.assetId;
    };
    const [changed, imported, gone, without] = [
      await anAsset('a'),
      await anAsset('b'),
      await anAsset('c'),
      await anAsset('d'),
    ];
    await migration.down(db as never);
    const stored = (asset_id: AssetId, attribute_name: string, attribute_value: string) =>
      db
        .insertInto('asset_attributes')
        .values({ asset_id, attribute_key: attribute_name.toLowerCase(), attribute_name, attribute_value })
        .execute();
    const noted = (asset_id: number, what: string, time_ms: number, before: string | null, after: string | null) =>
      db
        .insertInto('journal')
        .values({
          asset_id,
          time_ms,
          what,
          before,
          after,
          kind: 'attribute',
          by_name: 'nurse',
          address: '',
          admin_id: 1,
          by_user_id: 7,
        })
        .execute();
    await stored(changed, 'PatientInfo', 'two');
    await stored(changed, 'Station', 'North');
    await noted(changed, 'attribute PatientInfo', 2_000, null, value('one'));
    await noted(changed, 'attribute Station', 2_500, null, value('North'));
    await noted(changed, 'attribute PatientInfo', 3_000, value('one'), value('two'));
    await stored(imported, 'patientINFO', 'from a file');
    await noted(gone, 'attribute patientinfo', 4_000, value('old'), null);
    // Of an asset that was deleted since.
    await noted(987_654, 'attribute PatientInfo', 5_000, null, value('forgotten'));

    await migration.up(db as never);

    const versions = async (assetId: AssetId) =>
      (
        await db.selectFrom('patient_info').selectAll().where('asset_id', '=', assetId).orderBy('version').execute()
      ).map(({ version, set_ms, by_name, info }) => [version, set_ms, by_name, info]);
    expect(await versions(changed)).toEqual([
      [1, 2_000, 'nurse', 'one'],
      [2, 3_000, 'nurse', 'two'],
    ]);
    expect(await versions(imported)).toEqual([[1, 1_000, '', 'from a file']]);
    expect(await versions(gone)).toEqual([
      [1, 1_000, '', 'old'],
      [2, 4_000, 'nurse', null],
    ]);
    expect(await versions(without)).toEqual([]);
    expect((await new PatientInfoRepository(db).at(changed, 2_999)).version.info).toBe('one');
    const names = await db.selectFrom('asset_attributes').select('attribute_name').execute();
    expect(names).toEqual([{ attribute_name: 'Station' }]);
    const journal = await db.selectFrom('journal').select(['what', 'before', 'after']).orderBy('journal_id').execute();
    expect(journal.filter(({ before, after }) => before !== null || after !== null)).toEqual([
      { what: 'attribute Station', before: null, after: value('North') },
    ]);
    expect(journal).toHaveLength(5);
    await expect(db.updateTable('journal').set({ what: 'x' }).execute()).rejects.toThrow('append-only');

    await migration.down(db as never);
    const back = await db
      .selectFrom('asset_attributes')
      .select(['asset_id', 'attribute_value'])
      .orderBy('asset_id')
      .orderBy('attribute_key')
      .execute();
    expect(back.map(({ asset_id, attribute_value }) => [asset_id, attribute_value])).toEqual([
      [changed, 'two'],
      [changed, 'North'],
      [imported, 'from a file'],
    ]);
    await test.close();
  },
);
