import type { AssetDefinitionId, AssetId, handovers } from '@telltale/contract';
import { makeTdms } from '@telltale/tdms/testing/make-tdms.ts';
import type { Portal } from './portal.ts';

interface Equipment {
  assetId: AssetId;
  assetDefinitionId: AssetDefinitionId;
}

/** Gives an asset a record of every kind, with the text in each, and answers their ids by their names in paths. */
export async function everyRecord(portal: Portal, administrator: string, asset: Equipment, text: string) {
  const client = await portal.as(administrator);
  const { assetId, assetDefinitionId } = asset;
  const post = async <Body>(path: string, body: unknown) => (await client.post<Body>(path, body)).body;
  const put = async <Body>(path: string, body: unknown) => {
    const reply = await client.put<Body>(path, body);
    if (reply.status !== 200) throw new Error(`PUT ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  await client.put(`/api/assets/${assetId}/attributes`, {
    attributeName: `${text} name`,
    attributeValue: `${text} value`,
  });
  const point = { label: `${text} label`, timeMs: undefined, value: `${text} value`, quality: 192 };
  await portal.context.pipeline.accept(asset, [point]);
  const dashboard = { dashboardId: 0, assetDefinitionId, config: JSON.stringify({ text }) };
  const { dashboardId } = await post<{ dashboardId: number }>('/api/dashboards', dashboard);
  const { gatewayId } = await post<{ gatewayId: number }>('/api/gateways', { name: `${text} gateway` });
  const key = { name: `${text} key`, assetDefinitionId };
  const { provisionKeyId } = await post<{ provisionKeyId: number }>('/api/provisionkeys', key);
  const command = JSON.stringify({ module: 'pump', command: 'say', parameter: text });
  const [queued] = await post<{ commandId: number }[]>('/api/commands', [{ assetId, command }]);
  const template = { assetDefinitionId, name: text, module: text, command: text };
  const { commandDefinitionId } = await post<{ commandDefinitionId: number }>('/api/ef/commanddefinitions', template);
  const alarm = {
    assetDefinitionId,
    name: text,
    reason: text,
    flee: JSON.stringify({ expression: '1 = 1', note: text }),
  };
  const [{ alarmDefinitionId }] = await put<[{ alarmDefinitionId: number }]>('/api/ef/alarmdefinitions', [alarm]);
  const override = { expression: `"${text}" = "x"`, variables: [] };
  await client.put('/api/ef/alarmoverrides', [{ assetId, alarmDefinitionId, overrideMethod: 2, expression: override }]);
  const reason = JSON.stringify({ options: [text] });
  const kind = { assetDefinitionId, name: text, alias: text, category: 1, reason };
  const { eventDefinitionId } = await put<{ eventDefinitionId: number }>('/api/events/definitions', kind);
  await client.put(`/api/assets/${assetId}/attributes`, {
    attributeName: 'maintenance-schedule',
    attributeValue: JSON.stringify({ [text]: { counterPath: `${text} label` } }),
  });
  const event = { assetId, eventDefinitionId, timestamp: new Date().toISOString(), cause: text, meta: `"${text}"` };
  const [{ eventId }] = await put<[{ eventId: number }]>('/api/events', [event]);
  const service = { assetDefinitionId, name: `${text} service`, alias: `${text} service`, category: 1 };
  const ofService = await put<{ eventDefinitionId: number }>('/api/events/definitions', service);
  const maintenance = { assetId, eventDefinitionId: ofService.eventDefinitionId, cause: text, status: 1 };
  await client.put('/api/events', [{ ...maintenance, timestamp: new Date().toISOString() }]);
  const form = new FormData();
  form.append('hostname', text);
  form.append('file', new Blob([text]), `${text}.png`);
  form.append('file', new Blob([aRecording(text)]), `${text}.tdms`);
  const headers = { Cookie: client.cookie ?? '', 'X-Requested-With': 'Telltale' };
  const uploaded = await fetch(`${portal.url}/api/ef/assets/${assetId}/files`, { method: 'POST', headers, body: form });
  const [{ fileId }, recording] = (await uploaded.json()) as [Stored, Stored];
  const { systemDefinitionId, slots } = await post<{ systemDefinitionId: number; slots: [{ slotId: number }] }>(
    '/api/ef/systemdefinitions',
    { name: text, alias: text, description: text, slots: [{ name: text, assetDefinitionId }] },
  );
  const standing = [{ slotId: slots[0].slotId, assetId }];
  const attributes = [{ attributeName: text, attributeValue: text }];
  const system = { name: text, systemDefinitionId, attributes, currentSlotAssignments: standing };
  const { systemId } = await post<{ systemId: number }>('/api/ef/systems', system);
  await post('/api/dashboards', { dashboardId: 0, systemDefinitionId, config: JSON.stringify({ text }) });
  const [item] = portal.context.registry.find(assetId)?.slots() ?? [];
  const unit = client.login?.auth.user.adminId;
  const { handoverId } = (await client.post<{ handoverId: number }>(`/api/adminunits/${unit}/handovers`)).body;
  const { texts } = (await client.get<handovers.Handover>(`/api/handovers/${handoverId}`)).body;
  const version = texts.find(({ section }) => section === 'notes')?.version;
  await client.put(`/api/handovers/${handoverId}/texts/notes`, { text, version });
  const { serialNumber } = (await client.get<{ serialNumber: string }>(`/api/assets/${assetId}`)).body;
  const job = [{ attributeName: 'JobSerialNumber', attributeValue: `${text} job` }];
  await post(`/api/serialnumber/${encodeURIComponent(serialNumber)}/attributes`, job);
  const { jobs } = (await client.get<{ jobs: [{ jobId: number }] }>(`/api/ef/jobs?assetId=${assetId}`)).body;
  if (!item || !queued) throw new Error('The asset has no data item or no command.');
  const { dataItemId } = item;
  return {
    assetId,
    assetDefinitionId,
    dashboardId,
    gatewayId,
    provisionKeyId,
    commandId: queued.commandId,
    commandDefinitionId,
    dataItemId,
    alarmDefinitionId,
    eventDefinitionId,
    eventId,
    fileId,
    recordingId: recording.fileId,
    group: text,
    channel: text,
    systemDefinitionId,
    systemId,
    slotId: slots[0].slotId,
    handoverId,
    jobId: jobs[0].jobId,
    adminId: unit ?? 0,
  };
}

interface Stored {
  fileId: number;
}

/** A measurement file with one channel of three values, all of whose names are the text. */
function aRecording(text: string): Uint8Array<ArrayBuffer> {
  const raw = new Uint8Array(Int32Array.of(1, 2, 3).buffer);
  const objects = [{ path: `/'${text}'/'${text}'`, values: { code: 3, count: 3 } }];
  return makeTdms([{ objects, isNewList: true, raw }]);
}

export type EveryRecord = Awaited<ReturnType<typeof everyRecord>>;
