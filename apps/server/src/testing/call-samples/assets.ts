import type { patientInfo } from '@telltale/contract';
import { type CallSample, ofAsset } from './sample.ts';

/** Calls about assets, what is asked of them and what finds them. */
export const assetSamples: Readonly<Record<string, CallSample>> = {
  'assetLists.deleteMany': {
    scope: 'asset',
    make: async (world) => ({ body: { assetIds: [(await world.fresh()).assetId] } }),
  },
  'assetLists.giveToUnit': {
    scope: 'asset',
    // To whom assets belong is for who sees all of them.
    also: ['AdminModify'],
    make: async (world) => ({ body: { assetIds: [(await world.fresh()).assetId], adminId: 1 } }),
  },
  'assetLists.importAssets': {
    scope: 'none',
    also: [['Assets', 'Create']],
    make: async ({ portal, own, name }) => {
      const { assetDefinitionName = '' } =
        (await portal.context.definitionService.list()).find(
          ({ assetDefinitionId }) => assetDefinitionId === own.assetDefinitionId,
        ) ?? {};
      return { body: { lines: [{ line: 2, serialNumber: name('serial'), assetDefinition: assetDefinitionName }] } };
    },
  },
  'assetLists.setAttributesOfMany': {
    scope: 'asset',
    make: ({ own, name }) => ({
      body: { assetIds: [own.assetId], attributes: [{ attributeName: name('attribute'), attributeValue: 'x' }] },
    }),
  },
  'assets.changeDetails': { scope: 'asset', make: (world) => ({ ...ofAsset(world), body: { description: 'x' } }) },
  'assets.clearCoordinates': {
    scope: 'asset',
    make: async (world) => {
      await world.root.post(`/api/assets/${world.own.assetId}/coordinates`, { latitude: 30, longitude: -102 });
      return ofAsset(world);
    },
  },
  'assets.createAsset': {
    scope: 'none',
    make: ({ own, name }) => ({ body: { serialNumber: name('serial'), assetDefinitionId: own.assetDefinitionId } }),
  },
  'assets.createAttribute': {
    scope: 'asset',
    make: (world) => ({
      ...ofAsset(world),
      body: { attributeName: world.name('attribute'), attributeValue: 'x' },
    }),
  },
  'assets.deleteAsset': {
    scope: 'asset',
    make: async (world) => ({ params: { assetId: (await world.fresh()).assetId } }),
  },
  'assets.deleteAttribute': {
    scope: 'asset',
    make: async (world) => {
      const { assetId } = world.own;
      const attributeName = world.name('attribute');
      await world.root.put(`/api/assets/${assetId}/attributes`, { attributeName, attributeValue: 'x' });
      return { params: { assetId, attributeName } };
    },
  },
  'assets.getAsset': { scope: 'asset', make: ofAsset },
  'assets.getAssetDetails': { scope: 'asset', make: ofAsset },
  'assets.getAssetState': {
    scope: 'asset',
    make: (world) => ({ ...ofAsset(world), query: { at: '2026-01-01T00:00:00Z' } }),
  },
  'assets.getAssetTrack': {
    scope: 'asset',
    make: (world) => ({ ...ofAsset(world), query: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' } }),
  },
  'assets.getAssetUses': { scope: 'asset', make: ofAsset },
  'assets.listAssets': { scope: 'none', make: () => ({}) },
  'assets.listAssetPage': { scope: 'none', make: () => ({}) },
  'assets.listAssetsInPayload': { scope: 'none', make: () => ({}) },
  'assets.listAttributes': { scope: 'asset', make: ofAsset },
  'assets.listCurrentValues': { scope: 'asset', make: ofAsset },
  'assets.putAttributes': {
    scope: 'asset',
    make: (world) => ({ ...ofAsset(world), body: { attributeName: 'note', attributeValue: 'x' } }),
  },
  'assets.regenerateToken': { scope: 'asset', make: ofAsset },
  'assets.setCoordinates': {
    scope: 'asset',
    make: (world) => ({ ...ofAsset(world), body: { latitude: 30, longitude: -102 } }),
  },
  'assets.updateAsset': { scope: 'asset', make: (world) => ({ ...ofAsset(world), body: { description: 'x' } }) },
  'find.findAnything': { scope: 'none', make: () => ({ query: { text: 'a' } }) },
  'medicalTerms.findMedicalTerms': { scope: 'none', make: () => ({ body: { kind: 'conditions', text: 'asth' } }) },
  'patientInfo.getPatientInfo': {
    scope: 'asset',
    make: async (world) => {
      const { assetId } = world.own;
      const attributeValue = JSON.stringify({ contact: { name: world.name('patient') } });
      await world.root.put(`/api/assets/${assetId}/attributes`, { attributeName: 'PatientInfo', attributeValue });
      return ofAsset(world);
    },
  },
  'patientInfo.putPatientInfo': {
    scope: 'asset',
    make: async (world) => {
      const { assetId } = world.own;
      const { body } = await world.root.get<patientInfo.PatientInfo>(`/api/ef/assets/${assetId}/patientinfo`);
      const info = JSON.stringify({ conditions: [world.name('condition')] });
      return { params: { assetId }, body: { info, version: body.version } };
    },
  },
  'why.listAlarmValues': {
    scope: 'asset',
    make: async (world) => ({
      params: { assetId: world.own.assetId, alarmDefinitionId: await world.openAlarm() },
    }),
  },
  'why.getWhy': {
    scope: 'asset',
    make: ({ own }) => ({ params: { assetId: own.assetId, dataItemId: own.dataItemId } }),
  },
};
