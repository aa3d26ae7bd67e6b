import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../physics/weather.ts';
import { fleetMembers } from './fleet-members.ts';
import { World } from './world.ts';

const born = Date.UTC(2026, 10, 13, 12);
const members = fleetMembers(born);
const serials = members.map((member) => member.serialNumber);
const everything = (world: World) => Object.fromEntries(serials.map((serial) => [serial, world.read(serial)]));

test('two worlds of the same birth are the same world', () => {
  const one = World.begin(members, born);
  const other = World.begin(fleetMembers(born), born);
  one.advance(born + 5 * HOUR_MS, 10_000);
  other.advance(born + 5 * HOUR_MS, 10_000);
  expect(everything(other)).toEqual(everything(one));
});

test('a world that was put away and resumed goes on as if it had not been', () => {
  const straight = World.begin(members, born);
  straight.advance(born + 9 * HOUR_MS, 10_000);
  const first = World.begin(members, born);
  first.advance(born + 4 * HOUR_MS, 10_000);
  const stored = JSON.parse(JSON.stringify(first.snapshot()));
  const resumed = World.resume(fleetMembers(born), stored);
  resumed.advance(born + 9 * HOUR_MS, 10_000);
  expect(everything(resumed)).toEqual(everything(straight));
});

test('a state that an earlier version wrote, with a part missing, goes on with finite readings', () => {
  const first = World.begin(members, born);
  first.advance(born + HOUR_MS, 10_000);
  const stored = JSON.parse(JSON.stringify(first.snapshot()));
  delete stored.states['PS-1042'].vibrationTrend;
  delete stored.states['TB-2034'];
  const resumed = World.resume(members, stored);
  resumed.advance(born + 2 * HOUR_MS, 10_000);
  expect(resumed.read('PS-1042')['Vibration Trend']).toBeGreaterThan(0);
  expect(resumed.read('TB-2034')['Oil Level']).toBeGreaterThan(0);
});

test('a snapshot is not changed by what comes after it', () => {
  const world = World.begin(members, born);
  const snapshot = world.snapshot();
  const text = JSON.stringify(snapshot);
  world.advance(born + HOUR_MS, 10_000);
  expect(JSON.stringify(snapshot)).toBe(text);
});

test('live values go on where history ended: no process value jumps at the seam', () => {
  const world = World.begin(members, born);
  const seam = born + 26 * HOUR_MS;
  world.advance(seam, 10_000);
  let last = everything(world);
  // The largest change from one second to the next that the process itself makes in the ten minutes after the seam.
  const largest = new Map<string, number>();
  let atSeam: [string, number][] = [];
  for (let t = seam + 1_000; t <= seam + 600_000; t += 1_000) {
    world.advance(t, 1_000);
    const now = everything(world);
    const changes = changesBetween(last, now);
    if (t === seam + 1_000) atSeam = changes;
    else for (const [key, change] of changes) largest.set(key, Math.max(largest.get(key) ?? 0, change));
    last = now;
  }
  for (const [key, change] of atSeam) expect(change, key).toBeLessThanOrEqual(3 * (largest.get(key) ?? 0) + 0.5);
});

test('every reading is a finite number or a text, in seven days at ten minutes', () => {
  const world = World.begin(members, born);
  for (let t = born; t <= born + 7 * DAY_MS; t += 600_000) {
    world.advance(t);
    for (const serial of serials) {
      for (const [label, value] of Object.entries(world.read(serial))) {
        if (typeof value === 'number') expect(Number.isFinite(value), `${serial} ${label}`).toBe(true);
      }
    }
  }
});

test('the pump beside the battery takes exactly what the battery gives', () => {
  const world = World.begin(members, born);
  let pumped = 0;
  let drawn = 0;
  for (let t = born + 60_000; t <= born + DAY_MS; t += 60_000) {
    world.advance(t);
    pumped += (world.read('PS-1103')['Flow Rate'] as number) * (60 / 42 / 60);
    drawn += (world.read('TB-2011').Draw as number) / 60;
  }
  expect(drawn).toBeGreaterThan(500);
  expect(Math.abs(drawn - pumped) / drawn).toBeLessThan(0.02);
});

test('there are sixteen devices of four kinds, and each kind has something wrong with it in the first week', () => {
  expect(serials).toHaveLength(16);
  const world = World.begin(members, born);
  const seen = new Set<string>();
  for (let t = born; t <= born + 7 * DAY_MS; t += 60_000) {
    world.advance(t);
    if ((world.read('PS-1042').Vibration as number) > 4) seen.add('worn bearing');
    if ((world.read('PS-1077')['Vibration Peak'] as number) > 3) seen.add('cavitation');
    if (world.read('TB-2034')['Battery State'] === 'Shut in, high level') seen.add('high level');
    if (world.badLabels('TB-2208').length > 0) seen.add('loose wire');
    if ((world.read('SU-4211')['Total Gas'] as number) > 8) seen.add('kick');
    if ((world.read('SS-3001')['STA/LTA'] as number) > 10) seen.add('earthquake');
  }
  expect([...seen].sort()).toEqual(['cavitation', 'earthquake', 'high level', 'kick', 'loose wire', 'worn bearing']);
});

test('a device that the fleet does not have, or a command it does not know, is refused by name', () => {
  const world = World.begin(members, born);
  expect(() => world.read('PS-9')).toThrow('The fleet has no PS-9.');
  expect(world.command('SU-4104', { method: 'rig.fly', params: null })).toEqual({
    success: false,
    message: 'Unknown method rig.fly.',
  });
});

function changesBetween(before: ReturnType<typeof everything>, after: ReturnType<typeof everything>) {
  const changes: [string, number][] = [];
  for (const serial of serials) {
    for (const [label, value] of Object.entries(after[serial] ?? {})) {
      const was = before[serial]?.[label];
      if (typeof value === 'number' && typeof was === 'number')
        changes.push([`${serial} ${label}`, Math.abs(value - was)]);
    }
  }
  return changes;
}
