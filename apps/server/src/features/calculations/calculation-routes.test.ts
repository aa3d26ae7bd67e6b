import type { calculations, DataItemId, definitions } from '@telltale/contract';
import { permissionId } from '@telltale/contract';
import { seriesKey } from '@telltale/historian';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

type Item = definitions.DataItemDefinition;

describe.each(everyPortal())('calculated data items on $engine', ({ start }) => {
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

  const iso = (timeMs: number) => new Date(timeMs).toISOString();

  /** A definition of its own with data items, and an asset of it. */
  async function aPump(items: readonly object[]) {
    const asset = await portal.anAsset({ serialNumber: `CALC-${++serial}` });
    const { assetDefinitionId } = asset;
    const ids = new Map<string, DataItemId>();
    const save = async (body: readonly object[], client = root) => {
      const reply = await client.post<Item[]>(
        `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`,
        body,
      );
      if (reply.status === 200)
        for (const { label, dataItemId } of reply.body) ids.set(label, dataItemId as DataItemId);
      return reply;
    };
    const reply = await save(items);
    expect([reply.status, reply.text]).toEqual([200, expect.anything()]);
    const id = (label: string) => ids.get(label) as DataItemId;
    const send = (timeMs: number, values: Readonly<Record<string, number | string>>, quality = 192) =>
      portal.context.pipeline.accept(
        asset,
        Object.entries(values).map(([label, value]) => ({ label, timeMs, value, quality })),
      );
    const points = async (label: string) => {
      const series = await portal.context.historian.readSeries(seriesKey(asset.assetId, id(label)), 0, 1e13);
      return Array.from(series.timesMs, (timeMs, i) => [timeMs, series.values[i]]);
    };
    return { ...asset, save, id, send, points };
  }

  const calculated = (label: string, expression: string) => ({ label, calculation: { expression } });
  const T = Date.UTC(2026, 2, 1);

  it('refuses what is no expression with position and reason, alarms, and an expression over nothing', async () => {
    const pump = await aPump([{ label: 'Flow' }]);
    const refused = async (expression: string) => {
      const { status, body } = await pump.save([calculated('Sum', expression)]);
      const check = { dataItemId: undefined, expression };
      const path = `/api/ef/assetdefinitions/${pump.assetDefinitionId}/calculation`;
      const validated = await root.post(path, check);
      expect(validated.status).toBe(status);
      return [status, (body as unknown as { error: { details: unknown } }).error.details];
    };
    expect(await refused('_Flow +')).toEqual([400, expect.objectContaining({ position: 7, field: 'calculation' })]);
    expect(await refused('_Flow + _Nobody')).toEqual([
      400,
      expect.objectContaining({ position: 8, reason: 'there is no data item for _Nobody' }),
    ]);
    expect(await refused('alarm("x")')).toEqual([400, expect.objectContaining({ position: 0 })]);
    expect(await refused('1 + 1')).toEqual([400, expect.objectContaining({ position: 2 })]);
    expect(await refused('not _Flow')).toEqual([400, expect.objectContaining({ position: 4 })]);
  });

  it('refuses a circle with the names in it, also when two people make it at once', async () => {
    const pump = await aPump([{ label: 'Flow' }, calculated('One', '_Flow'), calculated('Two', '_Flow')]);
    const third = await pump.save([calculated('Three', '_Two'), calculated('Two', '_One')]);
    expect(third.status).toBe(200);
    const circle = await pump.save([calculated('One', '_Three + 1')]);
    expect(circle.status).toBe(409);
    expect(circle.text).toContain(String.raw`\"One\" from \"Three\" from \"Two\" from \"One\"`);
    const itself = await pump.save([calculated('One', '_One + 1')]);
    expect([itself.status, itself.text]).toEqual([409, expect.stringContaining('calculated from itself')]);
    const path = `/api/ef/assetdefinitions/${pump.assetDefinitionId}/calculation`;
    expect((await root.post(path, { dataItemId: pump.id('One'), expression: '_Three' })).status).toBe(409);

    await pump.save([calculated('One', '_Flow'), calculated('Two', '_Flow'), calculated('Three', '_Flow')]);
    const second = await portal.newSession('root');
    const both = await Promise.all([
      pump.save([calculated('One', '_Two')]),
      pump.save([calculated('Two', '_One')], second),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('calculates with the values of one moment together, in order, from here on', async () => {
    const pump = await aPump([{ label: 'Flow' }, { label: 'Hours' }]);
    await pump.send(T, { Flow: 1, Hours: 1 });
    await pump.save([calculated('Volume', '_Flow * _Hours'), calculated('Double', '_Volume * 2')]);
    expect(await pump.points('Volume')).toEqual([]);
    await pump.send(T + 1_000, { Hours: 3, Flow: 2 });
    await pump.send(T + 2_000, { Flow: 5 });
    expect(await pump.points('Volume')).toEqual([
      [T + 1_000, 6],
      [T + 2_000, 15],
    ]);
    expect(await pump.points('Double')).toEqual([
      [T + 1_000, 12],
      [T + 2_000, 30],
    ]);
    // It is a data item as any other: the last value, and what the asset list of data items has.
    const { body } = await root.get<{ label: string; value: number }[]>(`/api/ef/assets/${pump.assetId}/dataitems`);
    expect(body.find(({ label }) => label === 'Double')?.value).toBe(30);
    await pump.save([calculated('Volume', '_Flow * _Hours * 10')]);
    await pump.send(T + 3_000, { Flow: 1 });
    expect((await pump.points('Volume')).at(-1)).toEqual([T + 3_000, 30]);
    expect((await pump.points('Double')).at(-1)).toEqual([T + 3_000, 60]);
  });

  it('has no value and says why where it is divided by zero, an input is bad or was never heard of', async () => {
    const pump = await aPump([{ label: 'A' }, { label: 'B' }, calculated('Ratio', '_A / _B')]);
    const why = async (at: number) => {
      const path = `/api/ef/assets/${pump.assetId}/dataitems/${pump.id('Ratio')}/why?at=${iso(at)}`;
      return (await root.get<{ value: { value: number | null } | null; calculation: { reason: string | null } }>(path))
        .body;
    };
    await pump.send(T, { A: 4 });
    expect(await pump.points('Ratio')).toEqual([]);
    expect(await why(T)).toMatchObject({ value: null, calculation: { reason: '_B has no value' } });
    await pump.send(T + 1_000, { B: 0 });
    expect(await why(T + 1_000)).toMatchObject({
      value: { value: null, quality: 0 },
      calculation: { reason: 'it is divided by zero: _A / _B', isAsCalculated: true },
    });
    await pump.send(T + 2_000, { B: 2 });
    await pump.send(T + 3_000, { B: 8 }, 0);
    expect(await pump.points('Ratio')).toEqual([
      [T + 1_000, Number.NaN],
      [T + 2_000, 2],
      [T + 3_000, Number.NaN],
    ]);
    expect(await why(T + 3_000)).toMatchObject({ calculation: { reason: '_B has no value' } });
  });

  it('sets aside what a device sends for it, with the reason, and takes the rest', async () => {
    const pump = await aPump([{ label: 'A' }, calculated('Sum', '_A + 1')]);
    await pump.send(T, { A: 1, sum: 99 });
    expect(await pump.points('Sum')).toEqual([[T, 2]]);
    const { text } = await root.get(`/api/ef/assets/${pump.assetId}/quarantine`);
    expect(text).toContain('the portal calculates this data item itself');
    await pump.save([{ label: 'Sum', calculation: null }]);
    await pump.send(T + 1_000, { Sum: 99 });
    expect((await pump.points('Sum')).at(-1)).toEqual([T + 1_000, 99]);
  });

  it('does not calculate from what comes late, and does from its own moment on', async () => {
    const pump = await aPump([{ label: 'A' }, { label: 'B' }, calculated('Sum', '_A + _B')]);
    await pump.send(T, { A: 1, B: 1 });
    await pump.send(T + 10_000, { A: 2 });
    await pump.send(T + 5_000, { A: 50 });
    expect(await pump.points('Sum')).toEqual([
      [T, 2],
      [T + 10_000, 3],
    ]);
    // The other input is behind: its value counts at the last moment.
    await pump.send(T + 6_000, { B: 7 });
    expect((await pump.points('Sum')).at(-1)).toEqual([T + 10_000, 9]);
  });

  it('cannot be left without what it is calculated from', async () => {
    const pump = await aPump([{ label: 'A' }, calculated('Sum', '_A + 1')]);
    const path = `/api/assetDefinitions/${pump.assetDefinitionId}/DataItemDefinitions`;
    const refused = await root.delete(`${path}/${pump.id('A')}`);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Sum is calculated from it')]);
    expect((await root.delete(`${path}/${pump.id('Sum')}`)).status).toBe(200);
    await pump.send(T, { A: 1 });
    expect(await pump.points('Sum')).toEqual([]);
    expect((await root.delete(`${path}/${pump.id('A')}`)).status).toBe(200);
  });

  it('follows an attribute that it reads', async () => {
    const pump = await aPump([{ label: 'A' }, calculated('Share', '_A / attribute("rating")')]);
    const set = (attributeValue: string) =>
      root.post(`/api/assets/${pump.assetId}/attributes`, { attributeName: 'rating', attributeValue });
    await set('4');
    await pump.send(T, { A: 2 });
    await set('8');
    await pump.send(T + 1_000, { A: 2 });
    expect(await pump.points('Share')).toEqual([
      [T, 0.5],
      [T + 1_000, 0.25],
    ]);
  });

  it('calculates for an asset that is new', async () => {
    const pump = await aPump([{ label: 'A' }, calculated('Sum', '_A + 1')]);
    const other = await portal.anAsset({ assetDefinitionId: pump.assetDefinitionId });
    await portal.context.pipeline.accept(other, [{ label: 'A', timeMs: T, value: 1, quality: 192 }]);
    const series = await portal.context.historian.readSeries(seriesKey(other.assetId, pump.id('Sum')), 0, 1e13);
    expect([...series.values]).toEqual([2]);
  });

  it('shows what an expression would have given, and why nothing', async () => {
    const pump = await aPump([{ label: 'A' }, { label: 'B' }]);
    for (let i = 0; i < 100; i++) await pump.send(T + i * 60_000, { A: i });
    const range = { from: iso(T), to: iso(T + 100 * 60_000) };
    const preview = async (expression: string, client = root) =>
      client.post<calculations.CalculationPreview>(`/api/ef/assets/${pump.assetId}/calculation`, {
        expression,
        ...range,
      });
    const { body } = await preview('_A * 2');
    expect(body).toMatchObject({ count: 100, without: 0, reason: null, last: { value: 198 } });
    expect(body.values.slice(0, 3)).toEqual([0, 2, 4]);
    expect((await preview('_A / 0')).body).toMatchObject({
      count: 100,
      without: 100,
      reason: 'it is divided by zero: _A / 0',
    });
    expect((await preview('_B')).body).toMatchObject({ count: 0, last: null, reason: '_B has no value' });
    const permissions = [6, 30, permissionId('DataItems', 'View')];
    await portal.aUser({ username: `watcher${serial}`, permissions, assetGroups: [world.groupA] });
    expect((await preview('_A', await portal.as(`watcher${serial}`))).status).toBe(403);
  });

  describe('recalculation', () => {
    const ask = (body: object, client = root) =>
      client.post<calculations.Recalculation>('/api/ef/recalculations', body);
    const list = async () => (await root.get<calculations.Recalculation[]>('/api/ef/recalculations')).body;

    it('replaces a range with what is calculated from it, journaled, and raises no alarm', async () => {
      const pump = await aPump([{ label: 'A' }]);
      const { assetDefinitionId } = pump;
      for (let i = 0; i < 10; i++) await pump.send(T + i * 1_000, { A: i });
      await pump.send(T + 2_500, { Sum: -99 });
      await pump.save([calculated('Sum', '_A + 1'), calculated('Twice', '_Sum * 2')]);
      const condition = { assetDefinitionId, name: 'high', selfAck: 1, alarmExpression: { expression: '_Sum > 5' } };
      await root.put('/api/ef/alarmdefinitions', [condition]);
      const wanted = { assetDefinitionId, dataItemId: pump.id('Sum'), from: iso(T + 2_000), to: iso(T + 8_000) };
      const { status, body } = await ask(wanted);
      expect([status, body.assets, body.label]).toEqual([200, 1, 'Sum']);
      await portal.context.recalculationQueue.idle();
      expect((await list())[0]).toMatchObject({ state: 'done', points: 14, share: 1, assetsDone: 1 });
      expect(await pump.points('Sum')).toEqual([2, 3, 4, 5, 6, 7, 8].map((i) => [T + i * 1_000, i + 1]));
      expect((await pump.points('Twice'))[0]).toEqual([T + 2_000, 6]);
      const entries = await portal.context.journal.historyOf(pump.assetId, pump.id('Twice'));
      expect(entries[0]).toMatchObject({
        user: 'root',
        after: expect.objectContaining({ points: 7, expression: '_Sum * 2' }),
      });
      const alarms = await root.get<unknown[]>(`/api/assets/${pump.assetId}/alarms`);
      expect(alarms.body).toEqual([]);

      // Another expression: what it has no value for goes.
      await pump.save([calculated('Sum', 'if(_A > 4, _A, previous(_A) * 0)')]);
      const again = await ask({ ...wanted, from: iso(T), to: iso(T + 60_000) });
      expect(again.status).toBe(200);
      await portal.context.recalculationQueue.idle();
      expect((await pump.points('Sum')).map(([, value]) => value)).toEqual([
        ...[Number.NaN, 0, 0, 0, 0],
        ...[5, 6, 7, 8, 9],
      ]);
      const reason = await root.get<{ edits: { kind: string; user: string }[] }>(
        `/api/ef/assets/${pump.assetId}/dataitems/${pump.id('Sum')}/why`,
      );
      expect(reason.body.edits[0]).toMatchObject({ kind: 'recalculation', user: 'root' });
    });

    it('is refused for what is not calculated, out of scope, and a range that is none', async () => {
      const pump = await aPump([{ label: 'A' }, calculated('Sum', '_A + 1')]);
      const range = { from: iso(T), to: iso(T + 1_000) };
      const { assetDefinitionId } = pump;
      const wanted = { assetDefinitionId, dataItemId: pump.id('Sum'), ...range };
      expect((await ask({ ...wanted, dataItemId: pump.id('A') })).status).toBe(409);
      expect((await ask({ ...wanted, to: iso(T - 1_000) })).status).toBe(400);
      expect((await ask({ ...wanted, assetId: world.b1.assetId })).status).toBe(404);
      const permissions = [6, 30, permissionId('HistoricalDataItems', 'Modify')];
      await portal.aUser({ username: `editor${serial}`, permissions, assetGroups: [world.groupA] });
      const editor = await portal.as(`editor${serial}`);
      expect((await ask(wanted, editor)).status).toBe(404);
      expect((await ask(wanted, await portal.as('viewA'))).status).toBe(403);
    });

    it('is cancelled by whom it is of, and by nobody else', async () => {
      const pump = await aPump([{ label: 'A' }, calculated('Sum', '_A + 1')]);
      for (let i = 0; i < 50; i++) await portal.anAsset({ assetDefinitionId: pump.assetDefinitionId });
      const wanted = { assetDefinitionId: pump.assetDefinitionId, dataItemId: pump.id('Sum') };
      const { body } = await ask({ ...wanted, from: iso(T), to: iso(T + 1_000) });
      const path = `/api/ef/recalculations/${body.jobId}`;
      expect((await (await portal.as('admin')).delete(path)).status).toBe(404);
      const cancelled = await root.delete<calculations.Recalculation>(path);
      await portal.context.recalculationQueue.idle();
      if (cancelled.status === 200) expect((await list())[0]?.state).toBe('cancelled');
      expect((await root.delete(path)).status).toBe(409);
    });
  });

  it('why tells the expression, its inputs as they held then and each function', async () => {
    const pump = await aPump([{ label: 'A', unit: 'bar' }, { label: 'B' }, calculated('Sum', '_A + avg(_B, 10)')]);
    await pump.send(T, { A: 1, B: 4 });
    await pump.send(T + 5_000, { B: 8 });
    await pump.send(T + 10_000, { A: 2 });
    const ask = async (at: number) => {
      const path = `/api/ef/assets/${pump.assetId}/dataitems/${pump.id('Sum')}/why?at=${iso(at)}`;
      return (await root.get<{ calculation: unknown; origin: unknown; value: unknown }>(path)).body;
    };
    const told = await ask(T + 10_500);
    expect(told.value).toMatchObject({ value: 8, timestamp: T + 10_000 });
    expect(told.origin).toBeNull();
    expect(told.calculation).toMatchObject({
      expression: '_A + avg(_B, 10)',
      inputs: [
        { label: 'A', unit: 'bar', value: { value: 2, timestamp: T + 10_000 } },
        { label: 'B', value: { value: 8, timestamp: T + 5_000 } },
      ],
      functions: [{ text: 'avg(_B, 10)', value: 6 }],
      reason: null,
      isAsCalculated: true,
    });
    // Who may not see values is told what it is calculated from, and nothing of how they agree.
    const group = await portal.anAssetGroup({ assets: [pump.assetId] });
    const permissions = [permissionId('DataItems', 'View')];
    await portal.aUser({ username: `bare${serial}`, permissions, assetGroups: [group] });
    const path = `/api/ef/assets/${pump.assetId}/dataitems/${pump.id('Sum')}/why?at=${iso(T + 10_500)}`;
    const bare = await (await portal.as(`bare${serial}`)).get<{ calculation: unknown }>(path);
    expect(bare.body.calculation).toMatchObject({
      inputs: [
        { label: 'A', value: null },
        { label: 'B', value: null },
      ],
      functions: [],
      isAsCalculated: true,
    });
    const body = [{ assetId: pump.assetId, dataItemId: pump.id('A'), startDate: iso(T), endDate: iso(T), newValue: 3 }];
    await root.put('/api/ef/historicaldataupdate', body);
    // An input was edited behind it: it is not what it would be calculated as now.
    expect((await ask(T)).calculation).toMatchObject({ isAsCalculated: false });
    // An input leads to its own why, and is not calculated.
    const input = `/api/ef/assets/${pump.assetId}/dataitems/${pump.id('A')}/why`;
    expect((await root.get<{ calculation: unknown }>(input)).body.calculation).toBeNull();
  });
});
