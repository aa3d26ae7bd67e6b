import type { AssetId, alarmDefinitions } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';

let portal: Portal;
let clock: TestClock;
let asset: Awaited<ReturnType<Portal['anAsset']>>;

beforeAll(async () => {
  clock = new TestClock();
  clock.stopAt(Date.UTC(2026, 0, 5, 12));
  portal = await startPortal({ clock });
});
afterAll(() => portal.close());
beforeEach(async () => {
  asset = await portal.anAsset();
  await send(0);
});

async function send(A: number) {
  await portal.context.pipeline.accept(asset, [{ label: 'A', value: A, timeMs: undefined, quality: 192 }]);
}

type Alarm = alarmDefinitions.AlarmDefinition;

async function put(...alarms: (Partial<Alarm> & { name: string; expression: string })[]) {
  const admin = await portal.as('admin');
  const { assetDefinitionId } = asset;
  const body = alarms.map(({ expression, ...more }) => ({
    assetDefinitionId,
    alarmExpression: { expression, variables: [] },
    ...more,
  }));
  return admin.put<Alarm[] & { error: { message: string; details: object } }>('/api/ef/alarmdefinitions', body);
}

async function set(attributeName: string, attributeValue: string, assetId: AssetId = asset.assetId) {
  const body = { attributeName, attributeValue };
  const reply = await (await portal.as('admin')).put(`/api/assets/${assetId}/attributes`, { assetId, ...body });
  expect([reply.status, reply.text]).toMatchObject([200, expect.anything()]);
  for (const { alarmEngine } of portal.contexts) await alarmEngine.caughtUp();
}

async function openNames(): Promise<string[]> {
  const { body } = await (await portal.as('admin')).get<{ name: string }[]>(`/api/assets/${asset.assetId}/alarms`);
  return body.map(({ name }) => name).sort();
}

describe('an attribute in an expression', () => {
  it('counts as it is now: the alarm follows a change at once', async () => {
    await put({ name: 'High', expression: '_A > attribute("Limit")', selfAck: 1 });
    await send(50);
    expect(await openNames()).toEqual([]);
    await set('limit', '40');
    expect(await openNames()).toEqual(['High']);
    await set('limit', '60');
    expect(await openNames()).toEqual([]);
    await set('limit', 'much');
    await send(1_000_000);
    expect(await openNames()).toEqual([]);
    await set('limit', ' 4e1 ');
    expect(await openNames()).toEqual(['High']);
  });

  it('of another asset changes nothing', async () => {
    await put({ name: 'High', expression: '_A > attribute("limit")' });
    const other = await portal.anAsset({ assetDefinitionId: asset.assetDefinitionId });
    await send(50);
    await set('limit', '40', other.assetId);
    expect(await openNames()).toEqual([]);
  });

  it('names the zone whose clock counts', async () => {
    await put({ name: 'Noon', expression: 'daytime("12:00", "13:00")', selfAck: 1 });
    await set('timeZone', 'Europe/Berlin');
    expect(await openNames()).toEqual([]);
    await set('timeZone', 'Africa/Abidjan');
    expect(await openNames()).toEqual(['Noon']);
    await set('timeZone', 'Asia/Tokyo');
    expect(await openNames()).toEqual([]);
  });
});

describe('another alarm in an expression', () => {
  it('is raised as soon as that one is, over a restart too, and says what it was', async () => {
    await put(
      { name: 'Trip', expression: '_A > 10', onDelay: 2 },
      { name: 'Both', expression: 'alarm("trip") and _A < 100' },
    );
    await send(50);
    clock.stopAt(clock.now() + 1_000);
    await send(51);
    expect(await openNames()).toEqual([]);
    clock.stopAt(clock.now() + 1_500);
    await send(52);
    expect(await openNames()).toEqual(['Both', 'Trip']);
    await portal.restart();
    expect(await openNames()).toEqual(['Both', 'Trip']);
  });

  it.each([
    [[['Self', 'alarm("self")']], /cannot ask for itself/],
    [
      [
        ['One', 'alarm("Two")'],
        ['Two', 'alarm("One")'],
      ],
      /in a circle: "Two" asks for "One"/,
    ],
    [[['Lost', '1 > 2 or alarm("Nobody")']], /At character 10: there is no alarm "Nobody"/],
  ])('%j is refused with the reason', async (alarms, reason) => {
    const { status, body } = await put(...alarms.map(([name = '', expression = '']) => ({ name, expression })));
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(reason)]);
    expect(body.error.details).toMatchObject({ position: expect.any(Number), reason: expect.any(String) });
  });

  it('cannot be deleted or renamed, nor made to ask back, while it is asked for', async () => {
    const { body } = await put(
      { name: 'Trip', expression: '_A > 10' },
      { name: 'Both', expression: 'alarm("Trip") and _A < 100' },
    );
    const { alarmDefinitionId } = body[0] as Alarm;
    const renamed = await put({ alarmDefinitionId, name: 'Stop', expression: '_A > 10' });
    expect([renamed.status, renamed.body.error.message]).toEqual([
      409,
      expect.stringMatching(/"Both".*no alarm "Trip"/),
    ]);
    const admin = await portal.as('admin');
    const path = `/api/assetdefinitions/${asset.assetDefinitionId}/alarmdefinitions/${alarmDefinitionId}`;
    expect((await admin.delete(path)).status).toBe(409);
    expect((await put({ alarmDefinitionId, name: 'Trip', expression: 'alarm("Both")' })).status).toBe(400);
    const { assetId } = asset;
    const expression = { expression: 'alarm("Both")', variables: [] };
    const override = await admin.put<{ error: { message: string } }>('/api/ef/alarmoverrides', [
      { assetId, alarmDefinitionId, overrideMethod: 2, expression },
    ]);
    expect([override.status, override.body.error.message]).toEqual([400, expect.stringMatching(/in a circle/)]);
  });

  it('is looked for among those of the definition that an editor names', async () => {
    const { body } = await put({ name: 'Trip', expression: '_A > 10' });
    const { alarmDefinitionId, assetDefinitionId } = body[0] as Alarm;
    const admin = await portal.as('admin');
    const check = async (expression: string, more: object) =>
      (await admin.post('/api/ef/validatefle', { expression, variables: [], ...more })).status;
    expect(await check('alarm("Nobody")', {})).toBe(200);
    expect(await check('alarm("Nobody")', { assetDefinitionId })).toBe(400);
    expect(await check('alarm("Trip")', { assetDefinitionId })).toBe(200);
    expect(await check('alarm("Trip")', { assetDefinitionId, alarmDefinitionId })).toBe(400);
    expect(await check('alarm("Trip")', { alarmDefinitionId })).toBe(400);
    expect(await check('alarm("Nobody")', { alarmDefinitionId })).toBe(400);
    expect(await check('alarm("Trip")', { assetDefinitionId: 999_999 })).toBe(404);
    expect(await check('alarm("Trip")', { alarmDefinitionId: 999_999 })).toBe(404);
    const other = await portal.anAsset();
    const elsewhere = { assetDefinitionId: other.assetDefinitionId, alarmDefinitionId };
    expect(await check('1 > 2', elsewhere)).toBe(404);
  });
});
