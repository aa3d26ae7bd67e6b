import {
  type alarmDefinitions,
  type alarms,
  type DataItemId,
  type definitions,
  permissionId,
  type timeline,
} from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

describe.each(everyPortal())('the numbers of a cause, on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;
  let [pressure, level] = [0, 0] as [number, number];

  beforeAll(async () => {
    portal = await start();
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
    pressure = await withUnit('Pressure', 'psi');
    level = await withUnit('Level', 'ft');
  });
  afterAll(() => portal.close());

  async function withUnit(label: string, unit: string): Promise<DataItemId> {
    const path = `/api/assetdefinitions/${world.definition}/dataitemdefinitions`;
    const reply = await root.post<definitions.DataItemDefinition>(path, { label, unit });
    expect(reply.status, reply.text).toBe(200);
    return reply.body.dataItemId;
  }

  async function send(asset: { assetId: TwoUnits['a1']['assetId'] }, values: Record<string, number>) {
    const points = Object.entries(values).map(([label, value]) => ({ label, value, timeMs: undefined, quality: 192 }));
    await portal.context.pipeline.accept(asset, points);
  }

  async function anAlarm(name: string, expression: string, variables: object[] = []): Promise<number> {
    const body = [{ assetDefinitionId: world.definition, name, flee: JSON.stringify({ expression, variables }) }];
    const reply = await root.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', body);
    expect(reply.status, reply.text).toBe(200);
    return reply.body[0]?.alarmDefinitionId ?? 0;
  }

  async function raised(assetId: number, alarmDefinitionId: number): Promise<alarms.Alarm> {
    const find = async () => {
      const { body } = await root.get<alarms.Alarm[]>(`/api/assets/${assetId}/alarms`);
      return body.find((alarm) => alarm.alarmDefinitionId === alarmDefinitionId);
    };
    await expect.poll(find).toBeDefined();
    return (await find()) as alarms.Alarm;
  }

  /** `104.2 is 5 in psi`, in the order of the text. */
  function said({ cause, causeNumbers = [] }: Pick<alarms.Alarm, 'cause' | 'causeNumbers'>): string[] {
    return causeNumbers
      .toSorted((one, other) => one.start - other.start)
      .map(({ start, end, dataItemId, unit }) => `${cause.slice(start, end)} is ${dataItemId} in ${unit}`);
  }

  it('tell which data item each is of, by the condition that was in force on that asset, and in which unit', async () => {
    // The name says Level; what is listed with the condition counts.
    const variables = [{ Variable: '_Level', DataItemId: pressure }];
    const high = await anAlarm('High', '_Level > 100 and avg(_Level, 60) > 90', variables);
    const expression = { expression: '_Level > 3' };
    const override = { alarmDefinitionId: high, assetId: world.a2.assetId, overrideMethod: 2, expression };
    expect((await root.put('/api/ef/alarmoverrides', [override])).status).toBe(200);
    const own = [{ dataItemId: level, display: { unit: 'm' } }];
    expect((await root.put(`/api/ef/assets/${world.a2.assetId}/itemdisplays`, own)).status).toBe(200);
    await send(world.a1, { Pressure: 104.2, Level: 7 });
    await send(world.a2, { Pressure: 1, Level: 7.5 });

    const one = await raised(world.a1.assetId, high);
    expect(one.cause).toBe('_Level > 100 and avg(_Level, 60) > 90 (_Level = 104.2, avg(_Level, 60) = 104.2)');
    expect(said(one)).toEqual(['100', '90', '104.2', '104.2'].map((text) => `${text} is ${pressure} in psi`));
    const other = await raised(world.a2.assetId, high);
    expect(other.cause).toBe(
      '_Level > 100 and avg(_Level, 60) > 90 (_Level = 1, avg(_Level, 60) = 1) or _Level > 3 (_Level = 7.5)',
    );
    expect(said(other)).toEqual([
      ...['100', '90', '1', '1'].map((text) => `${text} is ${pressure} in psi`),
      ...['3', '7.5'].map((text) => `${text} is ${level} in m`),
    ]);
  });

  it('keep the unit of then, in the record of what happened and on the timeline, too', async () => {
    const low = await anAlarm('Low', '_Pressure < 5');
    await send(world.a1, { Pressure: 4 });
    const expected = ['5', '4'].map((text) => `${text} is ${pressure} in psi`);
    expect(said(await raised(world.a1.assetId, low))).toEqual(expected);
    await withUnit('Pressure', 'bar');
    expect(said(await raised(world.a1.assetId, low))).toEqual(expected);

    const path = `/api/ef/assets/${world.a1.assetId}`;
    const transitions = async () => {
      const of = `${path}/alarmtransitions?alarmDefinitionId=${low}`;
      return (await root.get<{ transitions: alarms.AlarmTransition[] }>(of)).body.transitions.map(said);
    };
    await expect.poll(transitions).toEqual([expected]);
    const { body } = await root.get<{ entries: timeline.TimelineEntry[] }>(
      `/api/assets/${world.a1.assetId}/timeline?kinds=alarm`,
    );
    const entry = body.entries.find(({ title }) => title === 'Low');
    expect(said({ cause: entry?.text ?? '', causeNumbers: entry?.causeNumbers })).toEqual(expected);

    // What is raised from then on tells the new one; the engine hears of it once the change has committed.
    const raisedAnew = async () => {
      for (const value of [9, 4]) await send(world.a2, { Pressure: value });
      return said(await raised(world.a2.assetId, low));
    };
    await expect.poll(raisedAnew).toEqual(['5', '4'].map((text) => `${text} is ${pressure} in bar`));
  });

  it('stand in the CSV of a timeline as who asks for it reads them, each with its unit', async () => {
    const permissions = [permissionId('Assets', 'View'), permissionId('Alarms', 'View')];
    const { userId } = await portal.aUser({ username: 'metric', permissions, assetGroups: [world.groupA] });
    const metric = await portal.as('metric');
    const chosen = [{ userId, attributeName: 'units', attributeValue: 'metric' }];
    expect((await metric.post('/api/ef/userattributes', chosen)).status).toBe(200);
    const deep = await anAlarm('Deep', '_Level > 40');
    await send(world.a1, { Level: 50 });
    await raised(world.a1.assetId, deep);
    const csvOf = async (client: PortalClient) =>
      (await client.get(`/api/assets/${world.a1.assetId}/timeline/export?kinds=alarm&text=deep`)).text;
    await expect.poll(() => csvOf(root)).toContain(',Deep,raised,_Level > 40 ft (_Level = 50 ft),');
    expect(await csvOf(metric)).toContain(',Deep,raised,_Level > 12.192 m (_Level = 15.24 m),');
  });

  it('are left out where no data item with a unit is told of', async () => {
    await withUnit('Speed', '');
    const plain = await anAlarm('Plain', '_Speed > 5');
    await send(world.a1, { Speed: 9 });
    const alarm = await raised(world.a1.assetId, plain);
    expect(alarm.cause).toBe('_Speed > 5 (_Speed = 9)');
    expect(alarm).not.toHaveProperty('causeNumbers');
  });
});
