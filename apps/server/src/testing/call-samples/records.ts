import type { FileId, measurementImports, patientInfo } from '@telltale/contract';
import { systemCaller } from '#http/system-caller.ts';
import type { CallSample, SampleWorld } from './sample.ts';

const ofAsset = ({ own }: SampleWorld) => ({ params: { assetId: own.assetId } });
const ofDefinition = ({ own }: SampleWorld) => ({ params: { assetDefinitionId: own.assetDefinitionId } });
const ofDashboard = ({ own }: SampleWorld) => ({ params: { dashboardId: own.dashboardId } });
const ofRecording = ({ own }: SampleWorld) => ({ params: { fileId: own.recordingId } });

/** Of the one channel of the measurement file into the data item. */
function anImport({ own }: SampleWorld) {
  const times = { kind: 'typed' as const, start: '2026-01-01T00:00:00Z', increment: 1 };
  const channels = [{ channel: own.channel, dataItemId: own.dataItemId }];
  return { params: { fileId: own.recordingId, group: own.group }, body: { assetId: own.assetId, times, channels } };
}

/** An import of the holder's. */
async function aBegunImport(world: SampleWorld) {
  const { params, body } = anImport({ ...world, own: await world.fresh() });
  const caller = { ...systemCaller, userId: world.holderId, username: world.holder.username };
  const { measurementImports } = world.portal.context;
  const place = { ...params, fileId: params.fileId as FileId };
  const request = body as measurementImports.ImportRequest;
  const { jobId } = await measurementImports.start(caller, place, request, new AbortController().signal);
  return { params: { jobId } };
}

const ofVersion = ({ own }: SampleWorld) => ({ params: { dashboardId: own.dashboardId, version: 1 } });
const ofSystem = ({ own }: SampleWorld) => ({ params: { systemId: own.systemId } });
const ofSystemDefinition = ({ own }: SampleWorld) => ({ params: { systemDefinitionId: own.systemDefinitionId } });

const aScaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 100, offset: 0, samples: 1 };

const aDefinitionFile = (name: string) => ({ format: 'telltale asset definition', version: 1, name });

function aFile(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['content']), 'sample.txt');
  return form;
}

const TUS = { 'Tus-Resumable': '1.0.0' };

/** An upload that the holder has begun. */
function anUpload({ portal, holderId }: SampleWorld): Promise<string> {
  const caller = { ...systemCaller, userId: holderId };
  return portal.context.uploadService.begin(caller, { filename: 'sample.txt', assetId: null, length: 7 });
}

/** Calls about assets, their definitions, dashboards, files, gateways and systems. */
export const recordSamples: Readonly<Record<string, CallSample>> = {
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
  'assets.getAssetUses': { scope: 'asset', make: ofAsset },
  'assets.listAssets': { scope: 'none', make: () => ({}) },
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
  'definitions.listDataItemPage': { scope: 'asset', make: ofDefinition },
  'dashboards.listDefinitionDashboards': { scope: 'asset', make: ofDefinition },
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
  'devices.listConnectionChanges': { scope: 'asset', make: ofAsset },
  'devices.listGatewayQuarantine': {
    scope: 'unit',
    make: ({ own }) => ({ params: { gatewayId: own.gatewayId } }),
  },
  'devices.listQuarantine': { scope: 'asset', make: ofAsset },
  'why.getWhy': {
    scope: 'asset',
    make: ({ own }) => ({ params: { assetId: own.assetId, dataItemId: own.dataItemId } }),
  },
  'find.findAnything': { scope: 'none', make: () => ({ query: { text: 'a' } }) },
  'files.beginUpload': { scope: 'none', make: () => ({ headers: { ...TUS, 'Upload-Length': '7' } }) },
  'files.continueUpload': {
    scope: 'own',
    make: async (world) => ({
      params: { uploadId: await anUpload(world) },
      headers: { ...TUS, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      body: 'content',
    }),
  },
  'files.endUpload': {
    scope: 'own',
    make: async (world) => ({ params: { uploadId: await anUpload(world) }, headers: TUS }),
  },
  'files.findUpload': {
    scope: 'own',
    make: async (world) => ({ params: { uploadId: await anUpload(world) }, headers: TUS }),
  },
  'files.deleteFile': {
    scope: 'asset',
    make: async (world) => ({ params: { fileId: (await world.fresh()).fileId } }),
  },
  'files.downloadFile': { scope: 'asset', make: ({ own }) => ({ params: { fileId: own.fileId } }) },
  'files.listAssetFiles': { scope: 'asset', make: ofAsset },
  'files.listFilePage': { scope: 'none', make: () => ({}) },
  'files.listFiles': { scope: 'none', make: () => ({}) },
  'files.uploadAssetFiles': { scope: 'asset', make: (world) => ({ ...ofAsset(world), form: aFile() }) },
  'files.viewFile': { scope: 'asset', make: ({ own }) => ({ params: { fileId: own.fileId } }) },
  'files.uploadFiles': { scope: 'none', make: () => ({ form: aFile() }) },
  'measurementImports.previewMeasurementImport': { scope: 'asset', make: anImport },
  'measurementImports.startMeasurementImport': { scope: 'asset', make: anImport },
  'measurementImports.listMeasurementImports': { scope: 'none', make: () => ({}) },
  'measurementImports.cancelMeasurementImport': { scope: 'own', make: aBegunImport },
  'measurements.getRecording': { scope: 'asset', make: ofRecording },
  'measurements.listRecordingGroups': { scope: 'asset', make: ofRecording },
  'measurements.listRecordingChannels': {
    scope: 'asset',
    make: ({ own }) => ({ params: { fileId: own.recordingId, group: own.group } }),
  },
  'measurements.exportRecordingChannels': {
    scope: 'asset',
    make: ({ own }) => ({
      params: { fileId: own.recordingId, group: own.group },
      query: { type: 'csv', channels: '0' },
    }),
  },
  'measurements.listRecordingExports': { scope: 'none', make: () => ({}) },
  'measurements.plotRecordingChannel': {
    scope: 'asset',
    make: ({ own }) => ({ params: { fileId: own.recordingId, group: own.group, channel: own.channel } }),
  },
  'gateways.createGateway': { scope: 'none', make: ({ name }) => ({ body: { name: name('gateway') } }) },
  'gateways.deleteGateway': {
    scope: 'unit',
    make: async (world) => ({ params: { gatewayId: (await world.fresh()).gatewayId } }),
  },
  'gateways.listGateways': { scope: 'none', make: () => ({}) },
  'quarantine.listSetAside': { scope: 'none', make: () => ({}) },
  'provisioning.createProvisionKey': {
    scope: 'none',
    make: ({ own, name }) => ({ body: { name: name('key'), assetDefinitionId: own.assetDefinitionId } }),
  },
  'provisioning.deleteProvisionKey': {
    scope: 'unit',
    make: async (world) => ({ params: { provisionKeyId: (await world.fresh()).provisionKeyId } }),
  },
  'provisioning.listProvisionKeys': { scope: 'none', make: () => ({}) },
  'systems.deleteSlot': {
    scope: 'none',
    make: async ({ root, own, name }) => {
      const slot = { name: name('slot'), parentSystemDefinitionId: own.systemDefinitionId };
      const body = [{ ...slot, assetDefinitionId: own.assetDefinitionId }];
      const made = await root.post<{ slotId: number }[]>('/api/slots', body);
      return { params: { slotId: made.body[0]?.slotId ?? 0 } };
    },
  },
  'systems.deleteSystem': {
    scope: 'asset',
    make: async (world) => ({ params: { systemId: (await world.fresh()).systemId } }),
  },
  'systems.deleteSystemDefinition': {
    scope: 'none',
    make: async ({ root, name }) => {
      const made = await root.post<{ systemDefinitionId: number }>('/api/ef/systemdefinitions', { name: name('kind') });
      return { params: { systemDefinitionId: made.body.systemDefinitionId } };
    },
  },
  'systems.getSystem': { scope: 'asset', make: ofSystem },
  'systems.getSystemDashboards': { scope: 'asset', make: ofSystem },
  'systems.getSystemDefinition': { scope: 'none', make: ofSystemDefinition },
  'systems.getSystemDefinitionUses': { scope: 'none', make: ofSystemDefinition },
  'systems.getSystemTree': { scope: 'asset', make: ofSystem },
  'systems.listSystemDefinitions': { scope: 'none', make: () => ({}) },
  'systems.listSystems': { scope: 'none', make: () => ({}) },
  'systems.saveSlots': {
    scope: 'none',
    also: [['Slots', 'Create']],
    make: ({ own, name }) => ({
      body: [
        {
          name: name('slot'),
          parentSystemDefinitionId: own.systemDefinitionId,
          assetDefinitionId: own.assetDefinitionId,
        },
      ],
    }),
  },
  'systems.saveSystem': {
    scope: 'asset',
    also: [['Systems', 'Modify']],
    make: ({ own, name }) => ({
      body: { systemId: own.systemId, name: name('system'), systemDefinitionId: own.systemDefinitionId },
    }),
  },
  'systems.saveSystemDefinition': {
    scope: 'none',
    also: [['SystemDefinitions', 'Create']],
    make: ({ name }) => ({ body: { name: name('kind') } }),
  },
};
