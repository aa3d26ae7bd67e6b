import type { handovers } from '@telltale/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS } from '#testing/two-units.ts';

const HOUR = 3_600_000;
const SHIFTS = 5;
const TOLD = ['opened', 'closed', 'shelved', 'notes'] as const;

/** What is written down, with the hours that its time lies off: a device that kept it for long, or whose clock runs ahead. */
const record = fc.record({
  kind: fc.constantFrom('raised', 'closed', 'shelved', 'note'),
  hoursOff: fc.constantFrom(0, 0, -1, -30, 2),
});
/** Between two signatures, and while the second is made. */
const course = fc.array(
  fc.record({ before: fc.array(record, { maxLength: 4 }), meanwhile: fc.array(record, { maxLength: 3 }) }),
  {
    minLength: SHIFTS,
    maxLength: SHIFTS,
  },
);

describe.each(everyPortal())('handovers on $engine', ({ start }) => {
  it('tell each record once, whenever it came and whatever time it carries', async () => {
    const portal = await start({});
    const world = await buildTwoUnits(portal);
    await portal.aUser({ username: 'opNext', permissions: OPERATOR_PERMISSIONS, assetGroups: [world.groupA] });
    const [leaving, coming] = [await portal.as('opA'), await portal.as('opNext')];
    const { db, clock } = portal.context;
    const { eventDefinitionId } = (
      await leaving.put<{ eventDefinitionId: number }[]>('/api/events', [
        { assetId: world.a1.assetId, timestamp: new Date(clock.now()).toISOString(), cause: 'first' },
      ])
    ).body[0] as { eventDefinitionId: number };
    const begun = await leaving.post<handovers.HandoverSummary>('/api/adminunits/1/handovers');
    let current = begun.body.handoverId;
    let written = 0;
    const expected: string[] = ['first'];

    const write = async ({ kind, hoursOff }: { kind: string; hoursOff: number }) => {
      const [asset_id, timeMs, text] = [world.a1.assetId, clock.now() + hoursOff * HOUR, `record ${written++}`];
      expected.push(text);
      if (kind === 'note') {
        const row = {
          asset_id,
          event_definition_id: eventDefinitionId,
          timestamp_ms: timeMs,
          received_ms: clock.now(),
        };
        await db
          .insertInto('events')
          .values({ ...row, cause: text, meta: '', status: 3, by_name: 'opA' })
          .execute();
        return;
      }
      const alarm = {
        asset_id,
        alarm_definition_id: 1,
        status: null,
        active: 0,
        raised_ms: timeMs,
        last_raised_ms: timeMs,
      };
      const words = { cause: text, note: text, by_name: '', name: text, reason: '', shelved_note: '', shelved_by: '' };
      const rest = { count: 1, severity: 5, shelved_until_ms: null, acknowledged_ms: null, ended_ms: null };
      await db
        .insertInto('alarm_transitions')
        .values({ ...alarm, ...words, ...rest, kind, time_ms: timeMs })
        .execute();
    };
    const [shifts] = fc.sample(course, { numRuns: 1, seed: 7 });
    const told: string[] = [];
    const late: string[] = [];
    for (const { before, meanwhile } of shifts ?? []) {
      for (const one of before) await write(one);
      const signed = leaving.post(`/api/handovers/${current}/sign`);
      for (const one of meanwhile) await write(one);
      expect((await signed).status).toBe(200);
      const { body } = await leaving.get<handovers.Handover>(`/api/handovers/${current}`);
      for (const { section, lines } of body.sections) {
        if (!TOLD.some((one) => one === section)) continue;
        told.push(...lines.map(({ text }) => text));
        late.push(...lines.filter(({ isLate }) => isLate).map(({ text }) => text));
        for (const { time, isLate } of lines) expect(isLate).toBe(Date.parse(time) < Date.parse(body.from));
      }
      expect((await coming.post(`/api/handovers/${current}/accept`, {})).status).toBe(200);
      current = (await leaving.post<handovers.HandoverSummary>('/api/adminunits/1/handovers')).body.handoverId;
    }
    const { body } = await leaving.get<handovers.Handover>(`/api/handovers/${current}`);
    for (const { section, lines } of body.sections) {
      if (TOLD.some((one) => one === section)) told.push(...lines.map(({ text }) => text));
    }
    expect(told.filter((text) => expected.includes(text)).toSorted()).toEqual(expected.toSorted());
    expect(late.length).toBeGreaterThan(0);
    await portal.close();
  });
});
