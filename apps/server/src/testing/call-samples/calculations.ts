import type { AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import { RecalculationRepository } from '#features/calculations/recalculation-repository.ts';
import type { CallSample, SampleInput, SampleWorld } from './sample.ts';

const EXPRESSION = { expression: '_Pressure * 2', variables: [] };
const RANGE = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };

/** An input of the definition, and a data item that is calculated from it. */
async function aCalculatedItem({ root, own, name }: SampleWorld) {
  const { assetDefinitionId } = own;
  const path = `/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`;
  await root.post(path, { label: 'Pressure' });
  const body = { label: name('calculated'), calculation: EXPRESSION };
  const reply = await root.post<{ dataItemId: number }>(path, body);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return { assetDefinitionId, dataItemId: reply.body.dataItemId, ...RANGE };
}

/** Another node may begin it in the same second: it is long, though none of these assets is there. */
const MANY_ASSETS = Array.from({ length: 5_000 }, (_, n) => (900_000_000 + n) as AssetId);

/** A recalculation of the holder's that has not ended. */
async function aRecalculation(world: SampleWorld): Promise<SampleInput> {
  const { assetDefinitionId, dataItemId, from, to } = await aCalculatedItem(world);
  const { portal, holderId, holder, name } = world;
  const jobId = name('job').replace(' ', '-');
  await new RecalculationRepository(portal.context.db).insert({
    jobId,
    userId: holderId,
    by: { name: holder.username, userId: holderId },
    assetDefinitionId: assetDefinitionId as AssetDefinitionId,
    dataItemId: dataItemId as DataItemId,
    label: 'calculated',
    assetIds: MANY_ASSETS,
    fromMs: Date.parse(from),
    toMs: Date.parse(to),
    createdMs: portal.context.clock.now(),
    state: 'queued',
    assetsDone: 0,
    points: 0,
    message: null,
  });
  return { params: { jobId } };
}

/** Calls about data items that the portal calculates. */
export const calculationSamples: Readonly<Record<string, CallSample>> = {
  'calculations.validateCalculation': {
    scope: 'asset',
    make: async (world) => {
      const { assetDefinitionId } = await aCalculatedItem(world);
      return { params: { assetDefinitionId }, body: EXPRESSION };
    },
  },
  'calculations.previewCalculation': {
    scope: 'asset',
    also: [['DataItems', 'View']],
    make: async (world) => {
      await aCalculatedItem(world);
      return { params: { assetId: world.own.assetId }, body: { ...EXPRESSION, ...RANGE } };
    },
  },
  'calculations.startRecalculation': {
    scope: 'asset',
    make: async (world) => ({ body: await aCalculatedItem(world) }),
  },
  'calculations.listRecalculations': { scope: 'none', make: () => ({}) },
  'calculations.cancelRecalculation': { scope: 'own', make: aRecalculation },
};
