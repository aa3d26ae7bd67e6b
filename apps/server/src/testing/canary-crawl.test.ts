import { type Call, callTable, definitions, permissionCatalogue, systems } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from './portal.ts';
import { buildTwoUnits, type TwoUnits } from './two-units.ts';

/** Guarantee B4: whoever is not of unit B never receives a byte of it, whatever id is asked for. */
const reads = callTable.filter(
  ({ call }) => call.method === 'GET' && call.access.kind === 'permission' && !call.changesState,
);

let portal: Portal;
let world: TwoUnits;
let ofA: Record<string, number>;
let ofB: Record<string, number>;

beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  // Every permission there is but AdminModify: only the scope keeps this user out.
  const permissions = permissionCatalogue.map((permission) => permission.permissionId).filter((id) => id !== 1);
  await portal.aUser({ username: 'allA', permissions, assetGroups: [world.groupA] });
  ofA = { ...(await fill('root', world.a1, 'own')), ...world.opA };
  ofB = { ...(await fill('adminB', world.b1, world.canary)), ...world.opB };
});
afterAll(() => portal.close());

/** Gives an asset a record of every kind, with the text in each. */
async function fill(administrator: string, asset: TwoUnits['a1'], text: string) {
  const client = await portal.as(administrator);
  const { assetId, assetDefinitionId } = asset;
  const post = async <Body>(path: string, body: unknown) => (await client.post<Body>(path, body)).body;
  await client.put(`/api/assets/${assetId}/attributes`, {
    attributeName: `${text} name`,
    attributeValue: `${text} value`,
  });
  const point = { label: `${text} label`, timeMs: undefined, value: `${text} value`, quality: 192 };
  await portal.context.pipeline.accept(asset, [point]);
  const dashboard = { dashboardId: 0, assetDefinitionId, config: JSON.stringify({ text }) };
  const { dashboardId } = await post<{ dashboardId: number }>('/api/dashboards', dashboard);
  const { gatewayId } = await post<{ gatewayId: number }>('/api/gateways', { name: `${text} gateway` });
  const command = JSON.stringify({ module: 'pump', command: 'say', parameter: text });
  const [queued] = await post<{ commandId: number }[]>('/api/commands', [{ assetId, command }]);
  const alarm = {
    assetDefinitionId,
    name: text,
    reason: text,
    flee: JSON.stringify({ expression: '1 = 1', note: text }),
  };
  const [{ alarmDefinitionId }] = (
    await client.put<[{ alarmDefinitionId: number }]>('/api/ef/alarmdefinitions', [alarm])
  ).body;
  const override = { expression: `"${text}" = "x"`, variables: [] };
  await client.put('/api/ef/alarmoverrides', [{ assetId, alarmDefinitionId, overrideMethod: 2, expression: override }]);
  const kind = { assetDefinitionId, name: text, alias: text, reason: JSON.stringify({ options: [text] }) };
  const { eventDefinitionId } = (await client.put<{ eventDefinitionId: number }>('/api/events/definitions', kind)).body;
  const event = { assetId, eventDefinitionId, timestamp: new Date().toISOString(), cause: text, meta: `"${text}"` };
  const [{ eventId }] = (await client.put<[{ eventId: number }]>('/api/events', [event])).body;
  const form = new FormData();
  form.append('hostname', text);
  form.append('file', new Blob([text]), `${text}.sqlite`);
  const headers = { Cookie: client.cookie ?? '', 'X-Requested-With': 'Telltale' };
  const uploaded = await fetch(`${portal.url}/api/ef/assets/${assetId}/files`, { method: 'POST', headers, body: form });
  const [{ fileId }] = (await uploaded.json()) as [{ fileId: number }];
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
  if (!item || !queued) throw new Error('The asset has no data item or no command.');
  const { dataItemId } = item;
  return {
    assetId,
    assetDefinitionId,
    dashboardId,
    gatewayId,
    commandId: queued.commandId,
    dataItemId,
    alarmDefinitionId,
    eventDefinitionId,
    eventId,
    fileId,
    systemDefinitionId,
    systemId,
    slotId: slots[0].slotId,
  };
}

function urlOf(call: Call, ids: Record<string, number | string>): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(ids[name] ?? '1')));
  const query = {
    at: new Date(Date.now() + 1_000).toISOString(),
    from: new Date(Date.now() - 60_000).toISOString(),
    to: new Date(Date.now() + 1_000).toISOString(),
    step: '1000',
    dataItems: `${ids.assetId}-${ids.dataItemId}`,
    startTime: '1970-01-01T00:00:00Z',
    endTime: '2100-01-01T00:00:00Z',
    before: '2100-01-01T00:00:00Z',
    assetId: String(ids.assetId),
    assetDefinitionId: String(ids.assetDefinitionId),
  };
  const known = Object.keys(call.query && 'shape' in call.query ? (call.query.shape as object) : {});
  const asked = Object.entries(query).filter(([name]) => known.includes(name));
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path;
}

describe.each(reads.map(({ resource, name, call }) => ({ name: `${resource}.${name}`, call })))('$name', ({ call }) => {
  const hasId = /\{\w+Id\}/.test(call.path);
  // The name of a definition is for every holder of its permission (spec 3 §13).
  const tellsNames = [
    definitions.listAssetDefinitions,
    definitions.getAssetDefinition,
    systems.listSystemDefinitions,
    systems.getSystemDefinition,
  ].includes(call as never);

  // How much hangs on a definition is told like in the refusal to delete it: in numbers.
  const tellsCounts = [definitions.getAssetDefinitionUses, systems.getSystemDefinitionUses].includes(call as never);

  it.each(['allA', 'opA', 'viewA', 'nobody'])('shows %s nothing of the other unit', async (username) => {
    const client = await portal.as(username);
    const mixed = { ...ofA, dataItemId: `${ofA.dataItemId},${ofB.assetId}-${ofB.dataItemId}` };
    for (const ids of [ofA, ofB, mixed, { ...ofA, dataItemId: ofB.dataItemId ?? 0 }]) {
      const reply = await client.get(urlOf(call, ids));
      expect(reply.status).toBeLessThan(500);
      if (tellsNames && username === 'allA') continue;
      expect(reply.text).not.toContain(world.canary);
      if (tellsCounts && username === 'allA') continue;
      if (ids === ofB && hasId) expect([400, 403, 404]).toContain(reply.status);
    }
  });

  it.runIf(hasId)('refuses ids that are none', async () => {
    const client = await portal.as('allA');
    for (const wrong of [
      '0',
      '-1',
      '1e3',
      '1,2',
      '0x1',
      `${2 ** 31}`,
      '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
      "1' OR 1=1--",
      '%00',
    ]) {
      const ids = Object.fromEntries(Object.keys(ofA).map((name) => [name, wrong]));
      const reply = await client.get(urlOf(call, { ...ids, dataItemId: wrong }));
      expect([400, 403, 404]).toContain(reply.status);
      expect(reply.text).not.toContain(world.canary);
    }
  });

  it('shows the other unit to its own administrator', async () => {
    const client = await portal.as('adminB');
    expect((await client.get(urlOf(call, ofB))).status).toBeLessThan(300);
    expect((await client.get(urlOf(call, { ...ofA }))).text).not.toContain('Pump A1');
  });
});
