import { type AdminId, type handovers, permissionId } from '@telltale/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient, TestReply } from '#testing/portal-client.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS, type TwoUnits } from '#testing/two-units.ts';

const UNIT = 1 as AdminId;
const HOUR = 3_600_000;

describe.each(everyPortal())('handovers on $engine', ({ start, engine }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;
  let leaving: PortalClient;
  let coming: PortalClient;
  let definitionOfMaintenance: number;

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
    leaving = await portal.as('opA');
    await portal.aUser({ username: 'opNext', permissions: OPERATOR_PERMISSIONS, assetGroups: [world.groupA] });
    coming = await portal.as('opNext');
    const kind = { assetDefinitionId: world.definition, name: 'Pod 1: Valve Top', category: 1 };
    const reply = await root.put<{ eventDefinitionId: number }>('/api/events/definitions', kind);
    definitionOfMaintenance = reply.body.eventDefinitionId;
  });
  afterAll(() => portal.close());

  const ofUnit = (of: string, adminId: number = UNIT) => `/api/adminunits/${adminId}/${of}`;
  const path = (handoverId: number, of = '') => `/api/handovers/${handoverId}${of}`;
  const iso = (timeMs: number) => new Date(timeMs).toISOString();

  /** The one of the unit that is not accepted; what was signed is accepted first. */
  async function running(): Promise<handovers.HandoverSummary> {
    const { body } = await leaving.post<handovers.HandoverSummary>(ofUnit('handovers'));
    if (body.state === 'running') return body;
    await coming.post(path(body.handoverId, '/accept'), {});
    return (await leaving.post<handovers.HandoverSummary>(ofUnit('handovers'))).body;
  }
  async function read(client: PortalClient, handoverId: number): Promise<handovers.Handover> {
    const { status, body }: TestReply<handovers.Handover> = await client.get<handovers.Handover>(path(handoverId));
    expect(status).toBe(200);
    return body;
  }
  const lines = (handover: handovers.Handover, section: handovers.HandoverSection) =>
    handover.sections.find((one) => one.section === section)?.lines ?? [];
  const textOf = (handover: handovers.Handover, section: handovers.HandoverSection) =>
    handover.texts.find((one) => one.section === section);

  it('are refused without the permission and outside of the unit, before the body is looked at', async () => {
    const { handoverId } = await running();
    const wrong = { shifts: 'none' };
    for (const [client, status] of [
      [await portal.as('nobody'), 403],
      [await portal.as('adminB'), 404],
    ] as const) {
      expect((await client.get(ofUnit('handovers'))).status).toBe(status);
      expect((await client.post(ofUnit('handovers'))).status).toBe(status);
      expect((await client.put(ofUnit('shifts'), wrong)).status).toBe(status);
      expect((await client.get(path(handoverId))).status).toBe(status);
      expect((await client.put(path(handoverId, '/texts/summary'), wrong)).status).toBe(status);
      expect((await client.post(path(handoverId, '/sign'))).status).toBe(status);
      expect((await client.delete(path(handoverId, '/sign'))).status).toBe(status);
      expect((await client.post(path(handoverId, '/accept'), { remark: 7 })).status).toBe(status);
    }
    // An operator reads and writes; shift times are the administrator's.
    expect((await leaving.put(ofUnit('shifts'), wrong)).status).toBe(403);
    expect((await (await portal.as('viewA')).post(path(handoverId, '/sign'))).status).toBe(403);
    expect((await leaving.get(path(999_999))).status).toBe(404);
    expect((await leaving.put(path(handoverId, '/texts/nonsense'), { text: '', version: 0 })).status).toBe(400);
  });

  it.each([
    ['a zone that is none', { zone: 'Nowhere/Else', shifts: [{ name: 'Day', startMinute: 0 }] }],
    ['no shift', { zone: 'UTC', shifts: [] }],
    ['two at one time', { zone: 'UTC', shifts: ['a', 'b'].map((name) => ({ name, startMinute: 5 })) }],
    ['two of one name', { zone: 'UTC', shifts: [1, 2].map((startMinute) => ({ name: 'Day', startMinute })) }],
    ['a time beyond the day', { zone: 'UTC', shifts: [{ name: 'Day', startMinute: 1_440 }] }],
    ['a shift without a name', { zone: 'UTC', shifts: [{ name: ' ', startMinute: 0 }] }],
  ])('do not take shift times with %s', async (_what, body) => {
    expect((await root.put(ofUnit('shifts'), body)).status).toBe(400);
  });

  it('begin with the shift that runs, on the clock of the unit', async () => {
    const usual = await leaving.get<handovers.ShiftPlanOfUnit>(ofUnit('shifts', world.unitB));
    expect(usual.status).toBe(404);
    const adminB = await portal.as('adminB');
    expect((await adminB.get(ofUnit('shifts', world.unitB))).body).toMatchObject({ isUsual: true, zone: 'UTC' });
    const shifts = [
      { name: 'Night', startMinute: 22 * 60 },
      { name: 'Day', startMinute: 6 * 60 },
    ];
    const set = await adminB.put<handovers.ShiftPlanOfUnit>(ofUnit('shifts', world.unitB), {
      zone: 'Asia/Tokyo',
      shifts,
    });
    expect(set.body).toMatchObject({ isUsual: false, zone: 'Asia/Tokyo', shifts: [shifts[1], shifts[0]] });
    const { body } = await adminB.post<handovers.HandoverSummary>(ofUnit('handovers', world.unitB));
    const nowMs = portal.context.clock.now();
    expect(Date.parse(body.from)).toBeLessThanOrEqual(nowMs);
    expect(Date.parse(body.shiftEnd)).toBeGreaterThan(nowMs);
    expect(new Date(body.from).getUTCHours()).toBe(body.shift === 'Day' ? 21 : 13);
    expect(body).toMatchObject({ state: 'running', to: null, unitName: 'Unit B', leaving: null, coming: null });
    // There is one at a time.
    expect((await adminB.post<handovers.HandoverSummary>(ofUnit('handovers', world.unitB))).body).toEqual(body);
  });

  it('keep the shift times of whoever saved first, until the second has seen them', async () => {
    const unit = world.unitB;
    const { version } = (await root.get<handovers.ShiftPlanOfUnit>(ofUnit('shifts', unit))).body;
    const plans = ['Early', 'Late'].map((name) => ({ zone: 'UTC', shifts: [{ name, startMinute: 300 }] }));
    const replies = await Promise.all(
      plans.map((plan) => root.put<never>(ofUnit('shifts', unit), { ...plan, expectedVersion: version })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const stands = (await root.get<handovers.ShiftPlanOfUnit>(ofUnit('shifts', unit))).body;
    const second = replies.findIndex(({ status }) => status === 409);
    expect(replies[second]?.body).toMatchObject({ error: { details: { plan: stands } } });
    expect(stands.shifts).toEqual(plans[1 - second]?.shifts);
    const again = { ...plans[second], expectedVersion: stands.version };
    expect((await root.put(ofUnit('shifts', unit), again)).body).toMatchObject({ shifts: plans[second]?.shifts });
  });

  it('tell what happened since they began, of the unit’s assets alone', async () => {
    const { handoverId, from } = await running();
    const nowMs = portal.context.clock.now();
    const say = JSON.stringify({ module: 'pump', command: 'stop' });
    await leaving.post('/api/commands', [{ assetId: world.a1.assetId, command: say }]);
    const note = (assetId: number, cause: string, more: object = {}) => ({
      assetId,
      timestamp: iso(Math.max(Date.parse(from), nowMs - 1_000)),
      cause,
      ...more,
    });
    const due = { eventDefinitionId: definitionOfMaintenance, status: 1 };
    await leaving.put('/api/events', [
      note(world.a1.assetId, 'Seal looked at'),
      note(world.a1.assetId, 'Before the shift', { timestamp: iso(Date.parse(from) - 1) }),
      note(world.a2.assetId, 'Valve is due', { ...due, timestamp: iso(nowMs - 48 * HOUR) }),
      note(world.a2.assetId, 'Far away', { ...due, timestamp: iso(nowMs + 30 * 24 * HOUR) }),
      note(world.a2.assetId, 'Done', { ...due, status: 3 }),
    ]);
    await (await portal.as('adminB')).put('/api/events', [note(world.b1.assetId, world.canary)]);
    await portal.context.db
      .insertInto('events')
      .values(
        [
          [1, nowMs - 4 * 24 * HOUR],
          [2, nowMs - 4 * 24 * HOUR + 5],
          [1, nowMs - 3 * 24 * HOUR],
          // One that lasts for long, before which it was gone and back.
          [1, nowMs - 500 * 24 * HOUR, world.a2.assetId],
          [2, nowMs - 499 * 24 * HOUR, world.a2.assetId],
          [1, nowMs - 400 * 24 * HOUR, world.a2.assetId],
        ].map(([event_definition_id = 0, timestamp_ms = 0, asset_id = world.a1.assetId]) => ({
          asset_id,
          event_definition_id,
          timestamp_ms,
          received_ms: timestamp_ms,
          cause: '',
          meta: '',
          status: 3,
          by_name: 'telltale',
        })),
      )
      .execute();
    const alarm = {
      assetDefinitionId: world.definition,
      name: 'Always on',
      severity: 7,
      flee: '{"expression":"1 = 1"}',
    };
    await root.put('/api/ef/alarmdefinitions', [alarm]);
    await expect.poll(async () => lines(await read(leaving, handoverId), 'open')).toHaveLength(2);
    const handover = await read(leaving, handoverId);
    expect(lines(handover, 'open')[0]).toMatchObject({ title: 'Always on', state: 'open', severity: 7 });
    expect(lines(handover, 'opened').map(({ title, state }) => [title, state])).toContainEqual(['Always on', 'raised']);
    // Whose cause a line tells, for who asks where its numbers come from.
    const [raised] = lines(handover, 'opened').filter(({ title }) => title === 'Always on');
    expect(raised?.cause).toEqual({ alarmDefinitionId: expect.any(Number), raised: raised?.time });
    expect(lines(handover, 'open')[0]?.cause?.alarmDefinitionId).toBe(raised?.cause?.alarmDefinitionId);
    expect(lines(handover, 'notes').map(({ cause }) => cause)).toEqual([undefined, undefined]);
    expect(lines(handover, 'commands')).toMatchObject([{ title: 'pump.stop', user: 'opA', state: 'queued' }]);
    expect(lines(handover, 'notes')).toMatchObject([
      { text: 'Before the shift', isLate: true },
      { text: 'Seal looked at', assetName: 'Pump A1', user: 'opA', isLate: false },
    ]);
    expect(lines(handover, 'maintenance')).toMatchObject([{ text: 'Valve is due', state: 'Requested, overdue' }]);
    expect(lines(handover, 'offline')).toMatchObject([
      { state: 'still', until: null, assetName: 'Pump A2', time: iso(nowMs - 400 * 24 * HOUR) },
      { state: 'still', until: null, assetName: 'Pump A1', time: iso(nowMs - 3 * 24 * HOUR) },
    ]);
    // Definitions are told to holders of their permission, where they see an asset of them.
    expect(lines(handover, 'changes').map(({ title }) => title)).toContain('alarm definition Always on');
    expect(JSON.stringify(handover)).not.toContain(world.canary);
    expect(handover.isPartial).toBe(false);
  });

  it('tell the changes of data items, of system definitions and of alarms that differ on one asset', async () => {
    const { handoverId } = await running();
    const kind = { name: 'Late rig', alias: '', description: '' };
    const created = await root.post<{ systemDefinitionId: number }>('/api/ef/systemdefinitions', kind);
    const { systemDefinitionId } = created.body;
    const item = { label: 'Late flow', unit: 'l/min' };
    const items = await root.post(`/api/assetdefinitions/${world.definition}/dataitemdefinitions`, item);
    expect(items.status).toBe(200);
    const [alarm] = (
      await root.get<{ alarmDefinitionId: number }[]>(`/api/assetdefinitions/${world.definition}/alarmdefinitions`)
    ).body;
    const override = {
      ...alarm,
      assetId: world.a1.assetId,
      overrideMethod: 1,
      expression: { expression: '1 = 2', variables: [] },
    };
    expect((await root.put('/api/ef/alarmoverrides', [override])).status).toBe(200);
    const slot = {
      name: 'Late slot',
      parentSystemDefinitionId: systemDefinitionId,
      assetDefinitionId: world.definition,
    };
    const slots = [{ ...slot, critical: false, exclusive: false }];
    expect((await root.post('/api/ef/systemdefinitions', { ...kind, systemDefinitionId, slots })).status).toBe(200);
    const seen = await read(root, handoverId);
    const told = lines(seen, 'changes').map(({ title, state, assetName }) => [title, state, assetName]);
    expect(told).toContainEqual(['system definition Late rig', 'created', '']);
    expect(told).toContainEqual(['slot Late slot', expect.stringMatching(/^created in /), '']);
    expect(told).toContainEqual(['data item Late flow', expect.stringMatching(/^added in /), '']);
    expect(told).toContainEqual(['override of alarm Always on', 'set', 'Pump A1']);
  });

  it('tell what people of other units changed of that which the unit’s assets go by, and nothing else of theirs', async () => {
    const adminB = await portal.as('adminB');
    const ofB = (await adminB.post<handovers.HandoverSummary>(ofUnit('handovers', world.unitB))).body;
    const ofA = await running();
    const alarm = (assetDefinitionId: number, name: string) => ({
      ...{ assetDefinitionId, name, severity: 3 },
      flee: '{"expression":"1 = 2"}',
    });
    const put = async (by: PortalClient, assetDefinitionId: number, name: string) => {
      const reply = await by.put<{ alarmDefinitionId: number }[]>('/api/ef/alarmdefinitions', [
        alarm(assetDefinitionId, name),
      ]);
      expect(reply.status).toBe(200);
      return reply.body[0]?.alarmDefinitionId;
    };
    const alarmDefinitionId = await put(root, world.definitionB, 'By those above');
    await put(root, world.definition, 'Of unit 1 alone');
    await put(adminB, world.definitionB, `${world.canary} alarm`);
    const item = { label: 'Shared flow', unit: 'l/min' };
    const items = `/api/assetdefinitions/${world.definitionB}/dataitemdefinitions`;
    expect((await root.post(items, item)).status).toBe(200);
    const override = { alarmDefinitionId, assetId: world.b1.assetId, overrideMethod: 1 };
    const expression = { expression: '2 = 3', variables: [] };
    expect((await root.put('/api/ef/alarmoverrides', [{ ...override, expression }])).status).toBe(200);

    const told = async (client: PortalClient, handoverId: number) =>
      lines(await read(client, handoverId), 'changes').map(({ title, state, user }) => [title, state, user]);
    const seen = await told(adminB, ofB.handoverId);
    expect(seen).toContainEqual([
      `alarm definition ${world.canary} alarm`,
      expect.stringMatching(/^created/),
      'adminB',
    ]);
    const byAnother = expect.stringMatching(/, by another unit$/);
    expect(seen).toContainEqual(['alarm definition By those above', byAnother, '']);
    expect(seen).toContainEqual(['data item Shared flow', byAnother, '']);
    expect(seen).toContainEqual(['override of alarm By those above', 'set, by another unit', '']);
    expect(JSON.stringify(seen)).not.toContain('Of unit 1 alone');
    expect(JSON.stringify(seen)).not.toContain('root');
    // Nobody of unit 1 has an asset of that definition: what unit B does with it is not told there, not even to who sees everything.
    const others = await told(root, ofA.handoverId);
    expect(others.map(([title]) => title)).toContain('alarm definition Of unit 1 alone');
    expect(JSON.stringify(others)).not.toContain(`${world.canary} alarm`);
    expect(JSON.stringify(await told(leaving, ofA.handoverId))).not.toMatch(
      new RegExp(`${world.canary}|By those above`),
    );
    // A reader who sees no asset of the definition is told nothing of it.
    const blind = await portal.anAssetGroup({ assets: [], adminId: world.unitB });
    const permissions = [permissionId('Events', 'View'), permissionId('Alarms', 'View')];
    await portal.aUser({ username: 'blindB', permissions, assetGroups: [blind], adminId: world.unitB });
    expect(await told(await portal.as('blindB'), ofB.handoverId)).toEqual([]);
    // As it is signed it stays.
    expect((await adminB.post(path(ofB.handoverId, '/sign'))).status).toBe(200);
    expect(await told(adminB, ofB.handoverId)).toEqual(seen);
  });

  it('show each reader what they may see', async () => {
    const { handoverId } = await running();
    const narrow = await portal.anAssetGroup({ assets: [world.a2.assetId] });
    const [view, alarms] = [permissionId('Events', 'View'), permissionId('Alarms', 'View')];
    await portal.aUser({ username: 'narrow', permissions: [view, alarms], assetGroups: [narrow] });
    const seen = await read(await portal.as('narrow'), handoverId);
    expect(seen.isPartial).toBe(true);
    expect(lines(seen, 'open').map(({ assetName }) => assetName)).toEqual(['Pump A2']);
    expect(lines(seen, 'maintenance')).toHaveLength(1);
    for (const section of ['notes', 'commands', 'offline'] as const) expect(lines(seen, section)).toEqual([]);
  });

  it('keep what two people write: the second sees what the first wrote, and nothing is lost', async () => {
    const { handoverId } = await running();
    const put = (client: PortalClient, text: string, version: number) =>
      client.put<handovers.HandoverText>(path(handoverId, '/texts/summary'), { text, version });
    const { version = 0 } = textOf(await read(leaving, handoverId), 'summary') ?? {};
    expect((await put(leaving, 'Quiet.', version)).body).toMatchObject({ text: 'Quiet.', version: version + 1 });
    const second = await put(coming, 'Not so quiet.', version);
    expect([second.status, second.body]).toMatchObject([
      409,
      { error: { message: 'opA wrote here in the meantime.', details: { text: 'Quiet.', version: version + 1 } } },
    ]);
    expect((await put(coming, 'Quiet. Not so quiet.', version + 1)).status).toBe(200);
    expect(textOf(await read(leaving, handoverId), 'summary')).toMatchObject({
      text: 'Quiet. Not so quiet.',
      user: 'opNext',
      version: version + 2,
    });
    expect((await put(leaving, 'x'.repeat(20_001), version + 2)).status).toBe(400);
  });

  it('are signed by both, each with a session of their own, and stay as they are', async () => {
    const { handoverId } = await running();
    const token = (await leaving.post<{ token: string }>('/api/tokens', { name: 'script' })).body.token;
    const byToken = (method: string, of: string) =>
      fetch(`${portal.url}${path(handoverId, of)}`, { method, headers: { Authorization: `Bearer ${token}` } });
    expect((await byToken('POST', '/sign')).status).toBe(403);
    expect((await coming.post(path(handoverId, '/accept'), {})).status).toBe(409);
    expect((await leaving.delete(path(handoverId, '/sign'))).status).toBe(409);

    const signed = await leaving.post<handovers.HandoverSummary>(path(handoverId, '/sign'));
    expect(signed.body).toMatchObject({ state: 'signed', leaving: { user: 'opA' }, to: signed.body.leaving?.time });
    expect((await coming.post(path(handoverId, '/sign'))).status).toBe(409);
    const { version = 0 } = textOf(await read(leaving, handoverId), 'summary') ?? {};
    expect((await coming.put(path(handoverId, '/texts/summary'), { text: 'late', version })).status).toBe(409);
    expect((await coming.delete(path(handoverId, '/sign'))).status).toBe(403);
    expect((await leaving.post(path(handoverId, '/accept'), {})).status).toBe(409);
    // Not in another session of the same person either.
    expect((await (await portal.newSession('opA')).post(path(handoverId, '/accept'), {})).status).toBe(409);
    expect((await leaving.delete<handovers.HandoverSummary>(path(handoverId, '/sign'))).body.state).toBe('running');

    const again = await leaving.post<handovers.HandoverSummary>(path(handoverId, '/sign'));
    const held = await read(leaving, handoverId);
    const accepted = await coming.post<handovers.HandoverSummary>(path(handoverId, '/accept'), { remark: ' Seen. ' });
    expect(accepted.body).toMatchObject({ state: 'accepted', coming: { user: 'opNext' }, to: again.body.to });
    expect((await coming.post(path(handoverId, '/accept'), {})).status).toBe(409);
    expect((await leaving.post(path(handoverId, '/sign'))).status).toBe(409);
    expect((await leaving.delete(path(handoverId, '/sign'))).status).toBe(409);

    // What happens, is renamed or goes afterwards changes nothing in it.
    const late = { assetId: world.a1.assetId, timestamp: held.from, cause: 'Written afterwards' };
    await leaving.put('/api/events', [late]);
    const was = await root.get<object>(`/api/assets/${world.a1.assetId}`);
    await root.put(`/api/assets/${world.a1.assetId}`, { ...was.body, assetAlias: 'Renamed' });
    const { sections, texts } = await read(leaving, handoverId);
    expect({ sections, texts }).toEqual({ sections: held.sections, texts: held.texts });
    expect((await read(leaving, handoverId)).remark).toBe('Seen.');
    await root.put(`/api/assets/${world.a1.assetId}`, { ...was.body, assetAlias: 'Pump A1' });
    const { db } = portal.context;
    await expect(db.updateTable('accepted_handovers').set({ content: '{}' }).execute()).rejects.toThrow('append-only');
    await expect(db.deleteFrom('accepted_handovers').execute()).rejects.toThrow('append-only');

    // The next one begins where it ended, and the list has both.
    const { body } = await leaving.get<{ total: number; handovers: handovers.HandoverSummary[] }>(ofUnit('handovers'));
    expect(body.handovers[0]).toMatchObject({ state: 'running', from: again.body.to, to: null });
    expect(body.handovers[1]).toMatchObject({ handoverId, state: 'accepted' });
    expect(body.total).toBeGreaterThanOrEqual(2);

    const journal = await root.get<{ entries: { what: string; user: string }[] }>('/api/journal?kind=handover');
    const told = journal.body.entries.map(({ what, user }) => [what, user]);
    expect(told).toContainEqual([`handover ${handoverId} signed`, 'opA']);
    expect(told).toContainEqual([`handover ${handoverId} accepted`, 'opNext']);
  });

  it.runIf(engine === 'PostgreSQL')('wait for what another portal on the database is about to write', async () => {
    const { handoverId } = await running();
    const { db, clock } = portal.context;
    const [{ eventId = 0, eventDefinitionId = 0 } = {}] = (
      await leaving.put<{ eventId: number; eventDefinitionId: number }[]>('/api/events', [
        { assetId: world.a1.assetId, timestamp: iso(clock.now()), cause: 'before' },
      ])
    ).body;
    const other = await db.startTransaction().execute();
    const slow = await other
      .insertInto('events')
      .values({
        ...{ asset_id: world.a1.assetId, event_definition_id: eventDefinitionId, by_name: 'other' },
        ...{ timestamp_ms: clock.now(), received_ms: clock.now(), cause: 'slow', meta: '', status: 3 },
      })
      .returning('event_id')
      .executeTakeFirstOrThrow();
    // What is written after it is there before it.
    const quick = { assetId: world.a1.assetId, timestamp: iso(clock.now()), cause: 'quick' };
    const [made] = (await leaving.put<{ eventId: number }[]>('/api/events', [quick])).body;
    expect([Number(slow.event_id) > eventId, Number(slow.event_id) < Number(made?.eventId)]).toEqual([true, true]);
    const signed = leaving.post(path(handoverId, '/sign'));
    const waiting = async () => {
      const found = await sql<{ n: number }>`
        select count(*) as n from pg_locks where locktype = 'relation' and mode = 'ShareLock' and not granted
          and database = (select oid from pg_database where datname = current_database())
      `.execute(db);
      return Number(found.rows[0]?.n);
    };
    await expect.poll(waiting, { timeout: 15_000 }).toBeGreaterThan(0);
    await other.commit().execute();
    expect((await signed).status).toBe(200);
    const told = lines(await read(leaving, handoverId), 'notes').map(({ text }) => text);
    expect(told.filter((text) => ['before', 'slow', 'quick'].includes(text)).toSorted()).toEqual([
      'before',
      'quick',
      'slow',
    ]);
    expect((await coming.post(path(handoverId, '/accept'), {})).status).toBe(200);
  });

  it('say of a cause whose values it named when the alarm was raised, whatever its condition reads since', async () => {
    const { handoverId } = await running();
    const describe = async (label: string) => {
      const of = `/api/assetdefinitions/${world.definition}/dataitemdefinitions`;
      return (await root.post<{ dataItemId: number }>(of, { label, unit: 'ft' })).body.dataItemId;
    };
    const depth = await describe('Depth');
    await describe('Height');
    const alarm = { assetDefinitionId: world.definition, name: 'Deep', severity: 5 };
    const flee = (expression: string) => JSON.stringify({ expression });
    const [made] = (
      await root.put<{ alarmDefinitionId: number }[]>('/api/ef/alarmdefinitions', [
        { ...alarm, flee: flee('_Depth > 3') },
      ])
    ).body;
    const point = { label: 'Depth', value: 7, timeMs: undefined, quality: 192 };
    await portal.context.pipeline.accept(world.a1, [point]);
    const told = async (section: handovers.HandoverSection) =>
      lines(await read(leaving, handoverId), section).flatMap(({ title, text, cause }) =>
        title === 'Deep'
          ? [[text, cause?.causeNumbers?.map(({ start, end, dataItemId }) => [text.slice(start, end), dataItemId])]]
          : [],
      );
    const cause = ['_Depth > 3 (_Depth = 7)', ['3', '7'].map((text) => [text, depth])];
    await expect.poll(() => told('opened')).toEqual([cause]);
    expect(await told('open')).toEqual([cause]);
    const other = { ...alarm, ...made, flee: flee('_Height > 3') };
    expect((await root.put('/api/ef/alarmdefinitions', [other])).status).toBe(200);
    expect(await told('opened')).toEqual([cause]);
  });

  it('outlive their unit, for who sees everything', async () => {
    const unit = await portal.anAdminUnit('Closed field');
    await portal.aUser({ username: 'closing', permissions: [1], adminId: unit });
    const { body } = await (await portal.as('closing')).post<handovers.HandoverSummary>(ofUnit('handovers', unit));
    await portal.context.db.deleteFrom('users').where('username', '=', 'closing').execute();
    await portal.context.db.deleteFrom('user_groups').where('admin_id', '=', unit).execute();
    await portal.context.db.deleteFrom('admin_units').where('admin_id', '=', unit).execute();
    expect((await read(root, body.handoverId)).unitName).toBe('');
    expect((await leaving.get(path(body.handoverId))).status).toBe(404);
  });
});
