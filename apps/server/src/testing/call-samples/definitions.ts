import { type CallSample, ofAsset, type SampleWorld } from './sample.ts';

const ofDefinition = ({ own }: SampleWorld) => ({ params: { assetDefinitionId: own.assetDefinitionId } });

const ofDashboard = ({ own }: SampleWorld) => ({ params: { dashboardId: own.dashboardId } });

const ofVersion = ({ own }: SampleWorld) => ({ params: { dashboardId: own.dashboardId, version: 1 } });

const aScaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 100, offset: 0, samples: 1 };

const aDefinitionFile = (name: string) => ({ format: 'telltale asset definition', version: 1, name });

/** Calls about asset definitions, what hangs on them and dashboards. */
export const definitionSamples: Readonly<Record<string, CallSample>> = {
  'dashboards.deleteDashboard': {
    scope: 'asset',
    make: async (world) => ({ params: { dashboardId: (await world.fresh()).dashboardId } }),
  },
  'dashboards.getDashboard': { scope: 'asset', make: ofDashboard },
  'dashboards.getDashboardVersion': { scope: 'asset', make: ofVersion },
  'dashboards.listAssetDashboards': { scope: 'asset', make: ofAsset },
  'dashboards.listDashboardVersions': { scope: 'asset', make: ofDashboard },
  'dashboards.restoreDashboardVersion': { scope: 'asset', make: ofVersion },
  'dashboards.saveDashboard': {
    scope: 'asset',
    also: [['Dashboard', 'Modify']],
    make: ({ own }) => ({ body: { dashboardId: own.dashboardId, config: '{}' } }),
  },
  'dashboards.listDefinitionDashboards': { scope: 'asset', make: ofDefinition },
  'definitionFiles.applyDefinitionFile': {
    scope: 'none',
    also: [['AssetDefinitions', 'Create']],
    make: ({ name }) => ({ body: { file: aDefinitionFile(name('kind of equipment')) } }),
  },
  'definitionFiles.compareDefinitionFile': {
    scope: 'none',
    make: ({ name }) => ({ body: { file: aDefinitionFile(name('kind of equipment')) } }),
  },
  'definitionFiles.copyAssetDefinition': {
    scope: 'asset',
    also: [
      ...(['DataItems', 'Alarms', 'Events', 'Commands', 'Dashboard'] as const).flatMap((group) => [
        [group, 'View'] as const,
        [group, 'Create'] as const,
      ]),
      ['HistoricalDataItems', 'Delete'],
    ],
    make: (world) => ({ ...ofDefinition(world), body: { assetDefinitionName: world.name('copy') } }),
  },
  'definitionFiles.getDefinitionFile': { scope: 'asset', make: ofDefinition },
  'definitionTemplates.listDefinitionTemplates': { scope: 'none', make: () => ({}) },
  'definitionTemplates.makeFromTemplate': {
    scope: 'none',
    also: (['DataItems', 'Alarms', 'Events', 'Dashboard'] as const).map((group) => [group, 'Create'] as const),
    make: ({ name }) => ({ params: { templateId: 'pump' }, body: { assetDefinitionName: name('kind of equipment') } }),
  },
  'definitions.addDataItem': {
    scope: 'asset',
    make: (world) => ({ ...ofDefinition(world), body: { label: world.name('label') } }),
  },
  'definitions.saveAssetDefinition': {
    scope: 'none',
    also: [['AssetDefinitions', 'Create']],
    make: ({ name }) => ({ body: { assetDefinitionName: name('kind of equipment') } }),
  },
  'definitions.deleteAssetDefinition': {
    scope: 'none',
    make: async ({ portal }) => ({ params: { assetDefinitionId: await portal.aDefinition() } }),
  },
  'definitions.detectDataItems': { scope: 'asset', make: ofDefinition },
  'definitions.getAssetDefinition': { scope: 'none', make: ofDefinition },
  'definitions.getAssetDefinitionTree': { scope: 'asset', make: ofAsset },
  'definitions.getAssetDefinitionUses': { scope: 'none', make: ofDefinition },
  'definitions.importDataItems': {
    scope: 'asset',
    make: (world) => ({ ...ofDefinition(world), body: [{ label: world.name('label') }] }),
  },
  'definitions.listDataItemPage': { scope: 'asset', make: ofDefinition },
  'definitions.listAssetDefinitions': { scope: 'none', make: () => ({}) },
  'definitions.listDataItemDefinitions': { scope: 'asset', make: ofDefinition },
  'definitions.ensureDataItems': { scope: 'none', make: ({ name }) => ({ body: [{ label: name('label') }] }) },
  'definitions.listMasterDataItems': { scope: 'none', make: () => ({}) },
  'definitions.removeDataItem': {
    scope: 'asset',
    make: async (world) => {
      const { params } = ofDefinition(world);
      const path = `/api/assetdefinitions/${params.assetDefinitionId}/dataitemdefinitions`;
      const { body } = await world.root.post<{ dataItemId: number }>(path, { label: world.name('label') });
      return { params: { ...params, dataItemId: body.dataItemId } };
    },
  },
  'itemDisplays.listItemDisplays': { scope: 'asset', make: ofAsset },
  'itemDisplays.listRecordedRanges': {
    scope: 'asset',
    make: (world) => ({ ...ofAsset(world), query: { dataItems: '1,2' } }),
  },
  'itemDisplays.putItemDisplays': { scope: 'asset', make: (world) => ({ ...ofAsset(world), body: [] }) },
  'itemScalings.putItemScalings': {
    scope: 'asset',
    make: (world) => ({ ...ofAsset(world), body: [{ dataItemId: world.own.dataItemId, scaling: aScaling }] }),
  },
};
