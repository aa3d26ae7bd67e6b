import type { events, parts } from '@telltale/contract';
import type { CallSample, SampleWorld } from './sample.ts';

const TIME = '2026-03-01T12:00:00Z';

/** A kind of maintenance of the samples' asset. */
async function aPart({ root, own, name }: SampleWorld) {
  const body = { assetDefinitionId: own.assetDefinitionId, name: name('part'), category: 1 };
  const { eventDefinitionId } = (await root.put<events.EventDefinition>('/api/events/definitions', body)).body;
  return { params: { assetId: own.assetId, eventDefinitionId } };
}

/** Calls about the parts of assets. */
export const maintenanceSamples: Readonly<Record<string, CallSample>> = {
  'parts.getPartGrid': { scope: 'asset', make: ({ own }) => ({ params: { assetId: own.assetId } }) },
  'parts.listPartRecords': { scope: 'asset', make: aPart },
  'parts.recordPart': {
    scope: 'asset',
    make: async (world) => ({ ...(await aPart(world)), body: { timestamp: TIME, comment: world.name('comment') } }),
  },
  'parts.changePartRecord': {
    scope: 'asset',
    make: async (world) => {
      const { params } = await aPart(world);
      const path = `/api/ef/assets/${params.assetId}/functions/maintenance/${params.eventDefinitionId}`;
      const { eventId } = (await world.root.post<parts.PartRecord>(path, { timestamp: TIME })).body;
      return { params: { ...params, eventId }, body: { comment: world.name('comment') } };
    },
  },
  'parts.listForecast': { scope: 'none', make: () => ({}) },
  'parts.exportForecast': { scope: 'none', make: () => ({}) },
};
