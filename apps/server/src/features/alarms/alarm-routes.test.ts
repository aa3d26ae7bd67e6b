import type { alarmDefinitions, alarms, assets } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

let portal: Portal;
let world: TwoUnits;
let clock: TestClock;
let foreign: alarmDefinitions.AlarmDefinition;
let foreignItem: number;

describe.each(everyPortal())('on $engine', ({ start }) => {
  beforeAll(async () => {
    clock = new TestClock();
    portal = await start({ clock });
    world = await buildTwoUnits(portal);
    await send(world.a1, { Pressure: 50, State: 'on' });
    await send(world.b1, { [`${world.canary} Pressure`]: 50, Secret: 1 });
    foreign = (
      await define('adminB', world.definitionB, { name: world.canary, expression: '_Secret > 5' })
    )[0] as never;
    foreignItem = itemOf(world.b1.assetId, 'Secret');
  });
  afterAll(() => portal.close());

  async function send(asset: { assetId: TwoUnits['a1']['assetId'] }, values: Record<string, number | string>) {
    const points = Object.entries(values).map(([label, value]) => ({ label, value, timeMs: undefined, quality: 192 }));
    await portal.context.pipeline.accept(asset, points);
  }

  function itemOf(assetId: TwoUnits['a1']['assetId'], label: string): number {
    const slot = [...(portal.context.registry.find(assetId)?.slots() ?? [])].find((one) => one.label === label);
    if (!slot) throw new Error(`There is no ${label}.`);
    return slot.dataItemId;
  }

  async function define(
    username: string,
    assetDefinitionId: number,
    { expression, ...more }: { name: string; expression: string } & Record<string, unknown>,
  ): Promise<alarmDefinitions.AlarmDefinition[]> {
    const client = await portal.as(username);
    const flee = JSON.stringify({ expression, variables: [] });
    const reply = await client.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', [
      { assetDefinitionId, flee, ...more },
    ]);
    expect([reply.status, reply.text]).toMatchObject([200, expect.anything()]);
    return reply.body;
  }

  const pathOf = (assetId: number, rest = '') => `/api/assets/${assetId}/alarms${rest}`;

  async function openAlarms(assetId: number = world.a1.assetId): Promise<alarms.Alarm[]> {
    return (await (await portal.as('opA')).get<alarms.Alarm[]>(pathOf(assetId))).body;
  }

  /** A definition of the pumps whose alarm is raised on a1. */
  async function raised(more: Record<string, unknown> = {}): Promise<alarmDefinitions.AlarmDefinition> {
    await send(world.a1, { Pressure: 50 });
    const [definition] = await define('opA', world.definition, {
      name: 'High',
      expression: '_Pressure > 100',
      ...more,
    });
    await send(world.a1, { Pressure: 104.2 });
    return definition as alarmDefinitions.AlarmDefinition;
  }

  describe('alarm definitions', () => {
    it('are for those who see an asset of the definition', async () => {
      const operator = await portal.as('opA');
      const path = (id: number) => `/api/assetDefinitions/${id}/alarmdefinitions`;
      expect((await operator.get(path(world.definitionB))).status).toBe(404);
      const body = [{ assetDefinitionId: world.definitionB, name: 'mine' }];
      expect((await operator.put('/api/ef/alarmdefinitions', body)).status).toBe(404);
      const named = [
        { assetDefinitionId: world.definition, alarmDefinitionId: foreign.alarmDefinitionId, name: 'mine' },
      ];
      expect((await operator.put('/api/ef/alarmdefinitions', named)).status).toBe(404);
      const twice = [{ assetDefinitionId: world.definition, name: 'one of two' }, ...body];
      expect((await operator.put('/api/ef/alarmdefinitions', twice)).status).toBe(404);
      expect((await operator.delete(`${path(world.definition)}/${foreign.alarmDefinitionId}`)).status).toBe(404);
      expect((await operator.delete(`${path(world.definitionB)}/${foreign.alarmDefinitionId}`)).status).toBe(404);
      expect((await operator.get(path(world.definition))).text).not.toContain('one of two');
      const unitB = await portal.as('adminB');
      expect((await unitB.get(path(world.definitionB))).body).toMatchObject([{ name: world.canary }]);
    });

    it('need their own permissions to be created and to be changed', async () => {
      const view = [38, 70];
      await portal.aUser({ username: 'creates', permissions: [...view, 39], assetGroups: [world.groupA] });
      await portal.aUser({ username: 'changes', permissions: [...view, 40], assetGroups: [world.groupA] });
      const body = (more: object = {}) => [{ assetDefinitionId: world.definition, name: 'Level', ...more }];
      const put = async (username: string, more: object = {}) =>
        (await portal.as(username)).put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', body(more));
      expect((await put('viewA')).status).toBe(403);
      expect((await put('changes')).status).toBe(403);
      const created = await put('creates');
      expect(created.body).toMatchObject([
        { name: 'Level', reason: '', severity: 1, escalation: 0, expiration: 0, selfAck: 0, jobId: 0, flee: '' },
      ]);
      const { alarmDefinitionId } = created.body[0] as alarmDefinitions.AlarmDefinition;
      expect((await put('creates', { alarmDefinitionId })).status).toBe(403);
      expect((await put('changes', { alarmDefinitionId, selfAck: true })).body).toMatchObject([{ selfAck: 1 }]);
      const remove = `/api/assetdefinitions/${world.definition}/alarmdefinitions/${alarmDefinitionId}`;
      expect((await (await portal.as('changes')).delete(remove)).status).toBe(403);
      expect((await (await portal.as('opA')).delete(remove)).status).toBe(200);
    });

    it('keep what a change does not name, also of two at the same moment; a new one needs a name', async () => {
      const whole = {
        reason: 'Blocked',
        escalation: 60,
        expiration: 600,
        selfAck: 1,
        onDelay: 2,
        offDelay: 3,
        deadband: 4,
      };
      const [made] = await define('opA', world.definition, { name: 'Kept', expression: '_Pressure > 900', ...whole });
      const { assetDefinitionId, alarmDefinitionId } = made as alarmDefinitions.AlarmDefinition;
      const operator = await portal.as('opA');
      const put = (more: object) => operator.put('/api/ef/alarmdefinitions', [{ assetDefinitionId, ...more }]);
      const flee = JSON.stringify({ expression: '_Pressure > 950', variables: [] });
      const both = [{ severity: 9 }, { flee }].map((more) => put({ alarmDefinitionId, ...more }));
      expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
      const path = `/api/assetDefinitions/${assetDefinitionId}/alarmdefinitions`;
      const stored = async () =>
        (await operator.get<alarmDefinitions.AlarmDefinition[]>(path)).body.find(
          (one) => one.alarmDefinitionId === alarmDefinitionId,
        );
      expect(await stored()).toMatchObject({ name: 'Kept', ...whole, severity: 9, flee });
      // Blank is not left out: it takes its default (spec 2 §5).
      expect((await put({ alarmDefinitionId, severity: null, selfAck: null })).status).toBe(200);
      expect(await stored()).toMatchObject({ ...whole, severity: 1, selfAck: 0, flee });
      expect((await put({ severity: 2 })).status).toBe(400);
      await operator.delete(`/api/assetdefinitions/${assetDefinitionId}/alarmdefinitions/${alarmDefinitionId}`);
    });

    it.each<[string, object]>([
      ['no name', { name: ' ' }],
      ['a severity that is no number', { severity: 'high' }],
      ['an escalation below zero', { escalation: -1 }],
      ['a text that is no JSON', { flee: '_Pressure > 1' }],
      ['JSON without an expression', { flee: '{"a":1}' }],
      ['JSON that is nested too deep', { flee: `${'['.repeat(100)}${']'.repeat(100)}` }],
      ['an expression that is none', { flee: '{"expression":"_Pressure >"}' }],
      ['an expression that is no condition', { flee: '{"expression":"_Pressure + 1"}' }],
      ['a variable that is nothing', { flee: '{"expression":"_Nothing > 1"}' }],
      ['an escape from the expression', { flee: '{"expression":"constructor.constructor(\\"return process\\")()"}' }],
    ])('with %s are refused, and the good one beside is not kept', async (_name, wrong) => {
      const operator = await portal.as('opA');
      const good = { assetDefinitionId: world.definition, name: 'good beside a bad one' };
      const body = [good, { assetDefinitionId: world.definition, name: 'bad', ...wrong }];
      expect((await operator.put('/api/ef/alarmdefinitions', body)).status).toBe(400);
      const list = await operator.get(`/api/assetDefinitions/${world.definition}/alarmdefinitions`);
      expect(list.text).not.toContain(good.name);
    });

    it('keep their texts as they came', async () => {
      const name = '<img src=x onerror=P()> {{constructor}}';
      const flee = '{ "expression" : "_Pressure > 1e6" , "variables":[], "extra": {"a": 1} }';
      const operator = await portal.as('opA');
      const body = [{ assetDefinitionId: world.definition, name, reason: name, flee }];
      const reply = await operator.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', body);
      expect(reply.body).toMatchObject([
        { name, reason: name, flee, alarmExpression: { expression: '_Pressure > 1e6', variables: [] } },
      ]);
    });
  });

  describe('checking an expression', () => {
    const check = async (expression: string, variables: object[] = [], username = 'opA') =>
      (await portal.as(username)).post<{ error: { details: unknown } }>('/api/ef/validatefle', {
        expression,
        variables,
      });

    it('answers ok for a condition, and for a single space, which means that there is none', async () => {
      expect((await check('_Pressure > 100 and _State = "on"')).status).toBe(200);
      expect((await check(' ')).status).toBe(200);
    });

    it('answers position and reason for what is none', async () => {
      const reply = await check('_Pressure > ');
      expect(reply.status).toBe(400);
      expect(reply.body.error.details).toMatchObject({ position: 12, reason: expect.stringContaining('value') });
      expect((await check('_Nothing > 1')).body.error.details).toMatchObject({ position: 0 });
    });

    it('tells no difference between the data item of another and one that does not exist (B18)', async () => {
      const known = await check('_Secret > 1', [{ DataItemId: foreignItem, Variable: '_Secret' }]);
      const unknown = await check('_Secret > 1', [{ DataItemId: 999_999, Variable: '_Secret' }]);
      expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
      expect(known.status).toBe(404);
      expect((await check('_Secret > 1')).text.replaceAll('_Secret', '')).toBe(
        (await check('_Nosuch > 1')).text.replaceAll('_Nosuch', ''),
      );
    });
  });

  describe('an open alarm', () => {
    it('is told with its cause, and only to who sees the asset and may see alarms', async () => {
      const definition = await raised({ severity: 5, reason: 'too high' });
      const [alarm] = (await openAlarms()).filter((one) => one.alarmDefinitionId === definition.alarmDefinitionId);
      expect(alarm).toMatchObject({
        name: 'High',
        reason: 'too high',
        severity: 5,
        count: 1,
        alarmStatus: 1,
        active: true,
        shelved: null,
        cause: '_Pressure > 100 (_Pressure = 104.2)',
      });
      const path = `/api/ef/alarms?alarmDefinitionId=${definition.alarmDefinitionId}`;
      expect((await (await portal.as('opA')).get(path)).body).toMatchObject([{ assetId: world.a1.assetId }]);
      expect((await (await portal.as('opB')).get(path)).body).toEqual([]);
      expect((await (await portal.as('opB')).get(pathOf(world.a1.assetId))).status).toBe(404);
      expect((await (await portal.as('nobody')).get(pathOf(world.a1.assetId))).status).toBe(403);
      await portal.aUser({ username: 'assets only', permissions: [6], assetGroups: [world.groupA] });
      for (const [username, isTold] of [
        ['opA', true],
        ['assets only', false],
      ] as const) {
        const list = await (await portal.as(username)).get<assets.Asset[]>('/api/ef/assets');
        const own = list.body.find(({ assetId }) => assetId === world.a1.assetId);
        expect(own?.alarms2.some(({ name }) => name === 'High')).toBe(isTold);
      }
    });

    it('is closed, acknowledged and shelved only by who may, and only on an asset in sight', async () => {
      const { alarmDefinitionId } = await raised();
      const shelve = { until: new Date(clock.now() + 60_000).toISOString() };
      for (const [method, rest, body] of [
        ['GET', '/close', undefined],
        ['GET', `/${alarmDefinitionId}/close`, undefined],
        ['GET', `/${alarmDefinitionId}/acknowledge`, undefined],
        ['PUT', `/${alarmDefinitionId}/shelve`, shelve],
        ['DELETE', `/${alarmDefinitionId}/shelve`, undefined],
      ] as const) {
        const call = async (username: string, assetId: number) =>
          (await (await portal.as(username)).send(pathOf(assetId, rest), { method, body })).status;
        expect(await call('viewA', world.a1.assetId)).toBe(403);
        expect(await call('opB', world.a1.assetId)).toBe(404);
        expect(await call('opA', world.b1.assetId)).toBe(404);
      }
      const operator = await portal.as('opA');
      for (const id of ['0', '-1', '1e3', `${alarmDefinitionId},1`, "1' OR 1=1--"]) {
        const status = (await operator.get(pathOf(world.a1.assetId, `/${encodeURIComponent(id)}/close`))).status;
        expect([400, 404]).toContain(status);
      }
      expect((await operator.get(pathOf(world.a1.assetId, '/999999/close'))).status).toBe(404);
      expect((await openAlarms()).some((one) => one.alarmDefinitionId === alarmDefinitionId)).toBe(true);
    });

    it('is closed by no page of another site, however it calls (D1, D3)', async () => {
      const { alarmDefinitionId } = await raised();
      const { cookie = '' } = await portal.as('opA');
      const url = `${portal.url}${pathOf(world.a1.assetId, `/${alarmDefinitionId}/close`)}`;
      for (const site of ['cross-site', 'same-site', 'none', undefined]) {
        const headers = { Cookie: cookie, ...(site ? { 'Sec-Fetch-Site': site } : {}) };
        expect((await fetch(url, { headers })).status).toBe(403);
      }
      for (const method of ['HEAD', 'POST', 'OPTIONS']) {
        const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'X-HTTP-Method-Override': 'GET' };
        expect([404, 405]).toContain((await fetch(url, { method, headers })).status);
      }
      expect((await openAlarms()).some((one) => one.alarmDefinitionId === alarmDefinitionId)).toBe(true);
      const own = await fetch(url, { headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' } });
      expect(own.status).toBe(200);
      expect((await openAlarms()).some((one) => one.alarmDefinitionId === alarmDefinitionId)).toBe(false);
    });

    it('stays acknowledged by who was first, whoever acknowledges it after them', async () => {
      const { alarmDefinitionId } = await raised({ name: 'First come' });
      const acknowledge = (note: string) => pathOf(world.a1.assetId, `/${alarmDefinitionId}/acknowledge?note=${note}`);
      await (await portal.as('opA')).get(acknowledge('mine'));
      const second = await (await portal.as('root')).get<alarms.Alarm>(acknowledge('me+too'));
      expect([second.status, second.body.alarmStatus]).toEqual([200, 2]);
      const path = `/api/ef/assets/${world.a1.assetId}/alarmtransitions?alarmDefinitionId=${alarmDefinitionId}`;
      const { body } = await (await portal.as('root')).get<{ transitions: alarms.AlarmTransition[] }>(path);
      const deeds = body.transitions.filter(({ kind }) => kind === 'acknowledged');
      expect(deeds.map(({ user, note }) => [user, note])).toEqual([['opA', 'mine']]);
    });

    it('goes through its states, and each is kept with user, time and note, and in the journal', async () => {
      const { alarmDefinitionId } = await raised({ name: 'Journey' });
      const operator = await portal.as('opA');
      const alarm = (rest: string) => pathOf(world.a1.assetId, `/${alarmDefinitionId}${rest}`);
      expect((await operator.get(alarm('/acknowledge?note=on+my+way'))).body).toMatchObject({ alarmStatus: 2 });
      const until = new Date(clock.now() + 600_000).toISOString();
      const shelved = await operator.put(alarm('/shelve'), { until, note: 'pump is out' });
      expect(shelved.body).toMatchObject({ alarmStatus: 2, shelved: { until, note: 'pump is out', user: 'opA' } });
      for (const wrong of [new Date(clock.now() - 1).toISOString(), '2999-01-01T00:00:00Z', 'tomorrow', undefined]) {
        expect((await operator.put(alarm('/shelve'), { until: wrong })).status).toBe(400);
      }
      expect((await operator.delete(alarm('/shelve'))).status).toBe(200);
      expect((await operator.delete(alarm('/shelve'))).status).toBe(404);
      expect((await operator.get(alarm('/close?note=done'))).status).toBe(200);
      expect((await operator.get(alarm('/close'))).status).toBe(404);
      const path = `/api/ef/assets/${world.a1.assetId}/alarmtransitions?alarmDefinitionId=${alarmDefinitionId}`;
      const { body } = await operator.get<{ total: number; transitions: alarms.AlarmTransition[] }>(path);
      expect(body.transitions.map(({ kind, user, note }) => [kind, user, note])).toEqual([
        ['closed', 'opA', 'done'],
        ['unshelved', 'opA', ''],
        ['shelved', 'opA', 'pump is out'],
        ['acknowledged', 'opA', 'on my way'],
        ['raised', 'telltale', ''],
      ]);
      expect(body.total).toBe(5);
      const other = await portal.as('opB');
      expect((await other.get(path)).status).toBe(404);
      const journal = await (await portal.as('admin')).get<{ entries: { what: string; user: string }[] }>(
        `/api/journal?kind=alarm&assetId=${world.a1.assetId}&limit=100`,
      );
      const told = journal.body.entries.filter(({ what }) => what.includes('Journey'));
      expect(told.map(({ what }) => what.replace(/alarm \d+ Journey /, ''))).toEqual([
        'closed',
        'unshelved',
        'shelved',
        'acknowledged',
        'raised',
      ]);
    });

    it('is among all alarms that one call closes', async () => {
      const first = await raised({ name: 'One' });
      const second = await raised({ name: 'Two' });
      const operator = await portal.as('opA');
      const reply = await operator.get<{ alarmDefinitionId: number }[]>(pathOf(world.a1.assetId, '/close'));
      const closed = reply.body.map(({ alarmDefinitionId }) => alarmDefinitionId);
      expect(closed).toEqual(expect.arrayContaining([first.alarmDefinitionId, second.alarmDefinitionId]));
      expect(await openAlarms()).toEqual([]);
      expect((await operator.get(pathOf(world.a1.assetId, '/close'))).body).toEqual([]);
    });

    it('is part of the state of the asset at each time', async () => {
      const { alarmDefinitionId } = await raised({ name: 'Then' });
      const whileOpen = clock.now();
      await expect.poll(async () => (await stateAt(whileOpen)).length).toBe(1);
      clock.advance(5_000);
      await (await portal.as('opA')).get(pathOf(world.a1.assetId, `/${alarmDefinitionId}/close`));
      const afterwards = clock.now();
      expect(await stateAt(whileOpen)).toMatchObject([{ alarmDefinitionId, name: 'Then', alarmStatus: 1, count: 1 }]);
      expect(await stateAt(whileOpen - 60_000)).toEqual([]);
      expect(await stateAt(afterwards)).toEqual([]);

      async function stateAt(timeMs: number): Promise<alarms.Alarm[]> {
        const path = `/api/ef/assets/${world.a1.assetId}/state?at=${new Date(timeMs).toISOString()}`;
        const { body } = await (await portal.as('opA')).get<{ alarms: alarms.Alarm[] }>(path);
        return body.alarms.filter((one) => one.name === 'Then');
      }
    });

    it('closes when its definition is deleted', async () => {
      const { alarmDefinitionId } = await raised({ name: 'Short-lived' });
      const operator = await portal.as('opA');
      const path = `/api/assetdefinitions/${world.definition}/alarmdefinitions/${alarmDefinitionId}`;
      expect((await operator.delete(path)).status).toBe(200);
      expect((await openAlarms()).some((one) => one.alarmDefinitionId === alarmDefinitionId)).toBe(false);
    });
  });

  describe('overrides', () => {
    it('are for assets in sight and definitions of their kind, all or none (B7)', async () => {
      const operator = await portal.as('opA');
      const [own] = await define('opA', world.definition, { name: 'Overridden', expression: '_Pressure > 1000' });
      const { alarmDefinitionId } = own as alarmDefinitions.AlarmDefinition;
      const good = {
        assetId: world.a1.assetId,
        alarmDefinitionId,
        overrideMethod: 1,
        expression: '{"expression":"1 = 1"}',
      };
      const put = (...body: object[]) => operator.put('/api/ef/alarmoverrides', body);
      expect((await put(good, { ...good, assetId: world.b1.assetId })).status).toBe(404);
      expect((await put(good, { ...good, alarmDefinitionId: foreign.alarmDefinitionId })).status).toBe(404);
      expect((await put(good, { ...good, overrideMethod: 4 })).status).toBe(400);
      expect((await put(good, { ...good, expression: '{"expression":"1 ="}' })).status).toBe(400);
      const viewer = await portal.as('viewA');
      expect((await viewer.put('/api/ef/alarmoverrides', [good])).status).toBe(403);
      const path = `/api/ef/assets/${world.a1.assetId}/alarmoverrides`;
      expect((await operator.get(path)).body).toEqual([]);
      expect((await (await portal.as('opB')).get(path)).status).toBe(404);
      expect((await put(good)).body).toMatchObject([{ overrideMethod: 1, expression: { expression: '1 = 1' } }]);
      expect((await operator.get(path)).body).toMatchObject([{ alarmDefinitionId, overrideMethod: 1 }]);
    });

    it.each([
      [0, 90, false],
      [1, 90, true],
      [1, 150, true],
      [2, 90, true],
      [2, 150, true],
      [2, 70, false],
      [3, 90, false],
      [3, 150, true],
    ])('of method %d at %d raise the alarm: %s', async (overrideMethod, pressure, isRaised) => {
      await send(world.a2, { Pressure: 0 });
      const [definition] = await define('opA', world.definition, { name: 'Methods', expression: '_Pressure > 100' });
      const { alarmDefinitionId } = definition as alarmDefinitions.AlarmDefinition;
      const expression = { expression: '_Pressure > 80', variables: [] };
      const body = [{ assetId: world.a2.assetId, alarmDefinitionId, overrideMethod, expression }];
      expect((await (await portal.as('opA')).put('/api/ef/alarmoverrides', body)).status).toBe(200);
      await send(world.a2, { Pressure: pressure });
      const open = await openAlarms(world.a2.assetId);
      expect(open.some((one) => one.alarmDefinitionId === alarmDefinitionId)).toBe(isRaised);
    });
  });
});
