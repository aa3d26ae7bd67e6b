import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { permissionId, type why } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';
import { importCommand } from '../../cli/import/import-command.ts';

describe.each(everyPortal())('why this number on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;
  let serial = 0;

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
  });
  afterAll(() => portal.close());

  const nowMs = () => portal.context.clock.now();
  const iso = (timeMs: number) => new Date(timeMs).toISOString();

  /** An asset that has sent a value over MQTT. */
  async function aPump(values: unknown = { Pressure: 41.5 }) {
    const asset = await portal.anAsset({ serialNumber: `WHY-${++serial}`, assetDefinitionId: world.definition });
    const device = await connectDevice(portal, asset.accessToken);
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
    await device.endAsync();
    return { ...asset, dataItemId: idOf(asset.assetId, 'Pressure') };
  }

  function idOf(assetId: number, label: string): number {
    const slots = [...(portal.context.registry.find(assetId as never)?.slots() ?? [])];
    const slot = slots.find((one) => one.label === label);
    if (!slot) throw new Error(`There is no ${label}.`);
    return slot.dataItemId;
  }

  async function ask(pump: { assetId: number; dataItemId: number }, at?: string, client = root): Promise<why.Why> {
    const query = at === undefined ? '' : `?${new URLSearchParams({ at })}`;
    const path = `/api/ef/assets/${pump.assetId}/dataitems/${pump.dataItemId}/why${query}`;
    const { status, body } = await client.get<why.Why>(path);
    expect(status).toBe(200);
    return body;
  }

  it('is 404 out of sight and for what the asset does not have, 400 for a time that is none', async () => {
    const pump = await aPump();
    const point = { label: 'Foreign', timeMs: undefined, value: 1, quality: 192 };
    await portal.context.pipeline.accept(world.b1, [point]);
    const foreign = idOf(world.b1.assetId, 'Foreign');
    const permissions = [6, 30, 34, permissionId('DataItems', 'View')];
    await portal.aUser({ username: 'asker', permissions, assetGroups: [world.groupA] });
    const asker = await portal.as('asker');
    const status = async (path: string, client = asker) => (await client.get(`/api/ef/assets/${path}/why`)).status;
    expect(await status(`${world.b1.assetId}/dataitems/${foreign}`)).toBe(404);
    expect(await status(`${world.a1.assetId}/dataitems/${foreign}`)).toBe(404);
    expect(await status(`${pump.assetId}/dataitems/${pump.dataItemId}`)).toBe(404);
    expect(await status(`${pump.assetId}/dataitems/${pump.dataItemId}`, await portal.as('viewA'))).toBe(403);
    const wrong = await root.get(`/api/ef/assets/${pump.assetId}/dataitems/${pump.dataItemId}/why?at=yesterday`);
    expect(wrong.status).toBe(400);
  });

  it('tells only what each permission lets the caller see', async () => {
    const pump = await aPump();
    const group = await portal.anAssetGroup({ assets: [pump.assetId] });
    const user = { permissions: [permissionId('DataItems', 'View')], assetGroups: [group], username: 'bare' };
    await portal.aUser(user);
    const bare = await ask(pump, undefined, await portal.as('bare'));
    expect(bare).toMatchObject({ label: 'Pressure', value: null, mayValue: false, mayCommands: false });
    expect([bare.origin, bare.edits, bare.alarms, bare.command, bare.lastHour]).toEqual([null, null, null, null, null]);
    expect(JSON.stringify(bare)).not.toContain('41.5');
  });

  it('tells the message that brought a value over MQTT, and when it was received', async () => {
    const timeMs = nowMs() - 90_000;
    const message = { ts: timeMs, values: { Pressure: 41.5, Level: 2 } };
    const reason = await ask(await aPump(message));
    expect(reason.value).toMatchObject({ value: 41.5, timestamp: timeMs, quality: 192 });
    expect(reason.origin).toMatchObject({ way: 'mqtt', sender: '', text: JSON.stringify(message) });
    expect(Date.parse(reason.origin?.received ?? '')).toBeGreaterThanOrEqual(timeMs + 90_000);
    expect(reason.lastHour?.values).toEqual([41.5]);
  });

  it('tells the gateway, and nothing that it said of other devices', async () => {
    const { body } = await root.post<{ accessToken: string }>('/api/gateways', { name: `Field gateway ${serial}` });
    const gateway = await connectDevice(portal, body.accessToken);
    const [mine, other] = [`GW-A-${serial}`, `GW-B-${serial}`];
    const said = { [mine]: [{ Pressure: 4 }], [other]: [{ Pressure: 5, Secret: 'of the other' }] };
    await gateway.publishAsync('v1/gateway/telemetry', JSON.stringify(said), { qos: 1 });
    await gateway.endAsync();
    const device = await portal.context.registry.findBySerialNumber(mine);
    const assetId = device?.assetId ?? 0;
    const { origin } = await ask({ assetId, dataItemId: idOf(assetId, 'Pressure') });
    expect(origin).toMatchObject({ way: 'gateway', sender: `Field gateway ${serial}`, text: '[{"Pressure":4}]' });
    // The list of gateways is for administrators: others learn that it was one.
    const group = await portal.anAssetGroup({ assets: device ? [device.assetId] : [] });
    const permissions = [permissionId('DataItems', 'View'), permissionId('CurrentDataItems', 'View')];
    await portal.aUser({ permissions, assetGroups: [group], username: 'reader' });
    const told = await ask({ assetId, dataItemId: idOf(assetId, 'Pressure') }, undefined, await portal.as('reader'));
    expect(told.origin).toMatchObject({ way: 'gateway', sender: null, text: '[{"Pressure":4}]' });
  });

  it('tells HTTP, and keeps only the beginning of a long message', async () => {
    const pump = await aPump();
    const long = JSON.stringify({ Pressure: 7, Note: 'x'.repeat(5_000) });
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${portal.url}/api/v1/${pump.accessToken}/telemetry`, { method: 'POST', headers, body: long });
    const { origin, value } = await ask(pump);
    expect([value?.value, origin?.way, origin?.text]).toEqual([7, 'http', long.slice(0, 1_000)]);
  });

  it('is right for a value that somebody edited', async () => {
    const timeMs = nowMs() - 60_000;
    const pump = await aPump({ ts: timeMs, values: { Pressure: 3 } });
    const range = { assetId: pump.assetId, dataItemId: pump.dataItemId, startDate: iso(timeMs), endDate: iso(timeMs) };
    await root.put('/api/ef/historicaldataupdate', [{ ...range, newValue: 12 }]);
    const reason = await ask(pump);
    expect(reason.value?.value).toBe(12);
    // What the device sent is not what is shown any more.
    expect(reason.origin).toBeNull();
    expect(reason.edits).toEqual([
      expect.objectContaining({ kind: 'edit', user: 'root', value: 12, points: 1, covers: true, from: iso(timeMs) }),
    ]);
    const before = await ask(pump, iso(timeMs - 1));
    expect([before.value, before.edits?.[0]?.covers]).toEqual([null, false]);
  });

  it('is right for a value that was backfilled from a file, whose folder stays untold', async () => {
    const pump = await aPump();
    const folder = await mkdtemp(join(tmpdir(), 'telltale-why-'));
    const file = join(folder, 'notes.csv');
    await writeFile(file, 'time,Pressure\n2026-01-01 00:00:00,1\n2026-01-01 01:00:00,2\n');
    const input = importCommand.input.parse({ files: [file], serialNumber: pump.serialNumber });
    const progress = { report: () => undefined, signal: new AbortController().signal };
    await importCommand.run(portal.context, input, progress);
    await rm(folder, { recursive: true });
    const reason = await ask(pump, '2026-01-01T00:30:00Z');
    expect(reason.value).toMatchObject({ value: 1, timestamp: Date.parse('2026-01-01T00:00:00Z') });
    expect(reason.edits).toEqual([
      expect.objectContaining({ kind: 'import', file: 'notes.csv', user: 'telltale import', points: 2, covers: true }),
    ]);
    expect(JSON.stringify(reason)).not.toContain(folder);
    // The current value came from the device, after all of it.
    const current = await ask(pump);
    expect([current.value?.value, current.origin?.way, current.edits?.[0]?.covers]).toEqual([41.5, 'mqtt', false]);
  });

  it('keeps the current value without its message over a restart', async () => {
    const pump = await aPump();
    if (portal.config.databaseUrl !== undefined) return;
    await portal.restart();
    root = await portal.as('root');
    const reason = await ask(pump);
    expect([reason.value?.value, reason.origin]).toEqual([41.5, null]);
  });

  it('names the alarms whose conditions read it, and the last command that names it', async () => {
    const pump = await aPump();
    const alarm = (name: string, expression: string) => ({
      assetDefinitionId: world.definition,
      name,
      reason: name,
      severity: 7,
      flee: JSON.stringify({ expression, variables: [] }),
    });
    const list = [alarm('Too high', '_Pressure > 40'), alarm('Elsewhere', '_Other > 1')];
    const other = { label: 'Other', timeMs: undefined, value: 0, quality: 192 };
    await portal.context.pipeline.accept(pump, [other]);
    expect((await root.put('/api/ef/alarmdefinitions', list)).text).toContain('Too high');
    const say = (parameter: unknown) => JSON.stringify({ module: 'pump', command: 'set', parameter });
    for (const parameter of [{ Pressure: 40 }, { Flow: 3 }]) {
      await root.post('/api/commands', [{ assetId: pump.assetId, command: say(parameter) }]);
    }
    const reason = await ask(pump);
    expect(reason.alarms?.map(({ name, severity }) => [name, severity])).toEqual([['Too high', 7]]);
    expect(reason.command).toMatchObject({
      command: say({ Pressure: 40 }),
      templateName: null,
      user: 'root',
      state: 'queued',
    });
  });
});
