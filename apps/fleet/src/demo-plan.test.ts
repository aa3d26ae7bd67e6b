import {
  type DashboardDocument,
  dashboardDocumentSchema,
  GRID,
  layoutSizes,
  permissionCatalogue,
} from '@telltale/contract';
import { ConditionRun } from '@telltale/domain/alarms/condition-run.ts';
import { compileCondition } from '@telltale/domain/expression/condition.ts';
import { variableName } from '@telltale/domain/expression/variable-name.ts';
import { expect, test } from 'vitest';
import { planAt } from './demo-plan.ts';
import { fleetMembers } from './world/fleet-members.ts';
import { roster } from './world/roster.ts';
import { World } from './world/world.ts';

const born = Date.UTC(2026, 10, 13, 12);
const now = born + 7 * 86_400_000;
const plan = planAt(born, now);
const dashboards = plan.definitions.flatMap((definition) =>
  definition.dashboards.map((dashboard): [string, DashboardDocument, string[]] => [
    `${definition.name}: ${dashboard.name}`,
    dashboard.document,
    definition.dataItems.map((item) => item.label),
  ]),
);

test('there are sixteen assets of four definitions, each with a dashboard, a place and a group', () => {
  expect(plan.assets).toHaveLength(16);
  expect(plan.definitions).toHaveLength(4);
  const grouped = plan.assetGroups.flatMap((group) => group.serialNumbers);
  expect([...grouped].sort()).toEqual(plan.assets.map((asset) => asset.serialNumber).sort());
  for (const definition of plan.definitions) {
    expect(definition.dashboards.length).toBeGreaterThan(0);
    expect(plan.assets.some((asset) => asset.definition === definition.name)).toBe(true);
  }
  for (const asset of plan.assets) {
    expect(asset.latitude).toBeGreaterThan(30);
    expect(asset.latitude).toBeLessThan(41);
    expect(asset.longitude).toBeGreaterThan(-105);
    expect(asset.longitude).toBeLessThan(-79);
  }
});

test('the devices of the fleet are exactly the assets of the plan, by the same gateways', () => {
  const byPlan = plan.assets.map(({ serialNumber, gateway }) => `${serialNumber} ${gateway ?? ''}`).sort();
  expect(roster.map(({ serialNumber, gateway }) => `${serialNumber} ${gateway ?? ''}`).sort()).toEqual(byPlan);
  expect(
    fleetMembers(born)
      .map((member) => member.serialNumber)
      .sort(),
  ).toEqual(plan.assets.map((asset) => asset.serialNumber).sort());
});

test('a definition has exactly the labels that its devices send', () => {
  const world = World.begin(fleetMembers(born), born);
  world.advance(born + 60_000);
  for (const asset of plan.assets) {
    const definition = plan.definitions.find((one) => one.name === asset.definition);
    const labels = definition?.dataItems.map((item) => item.label).sort();
    expect(Object.keys(world.read(asset.serialNumber)).sort(), asset.serialNumber).toEqual(labels);
  }
});

test('permissions, groups and accounts refer to what exists', () => {
  const names = new Set(permissionCatalogue.map((permission) => permission.name));
  const assetGroups = new Set(plan.assetGroups.map((group) => group.name));
  for (const group of plan.userGroups) {
    expect(group.permissions.every((name) => names.has(name))).toBe(true);
    expect(group.permissions).not.toContain('AdminModify');
    expect(group.assetGroups.every((name) => assetGroups.has(name))).toBe(true);
  }
  for (const account of plan.accounts) {
    expect(plan.userGroups.some((group) => group.name === account.userGroup)).toBe(true);
  }
});

test('only an account that may change nothing is offered on the login page', () => {
  for (const account of plan.accounts.filter((one) => one.isOffered)) {
    expect(account.readOnly).toBe(true);
    const group = plan.userGroups.find((one) => one.name === account.userGroup);
    expect(group?.permissions.every((name) => name.endsWith('View'))).toBe(true);
  }
});

test.each(dashboards)('%s: no two tiles have the same id, in whichever tab they stand', (_name, document) => {
  const ids = Object.values(document.tiles).flatMap((tiles) => tiles.map((tile) => tile.id));
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(dashboards)('%s: is a document as the contract has it', (_name, document) => {
  expect(dashboardDocumentSchema.parse(document)).toEqual(document);
});

test.each(dashboards)(
  '%s: every tile stands once in every layout, inside the grid, and none overlap',
  (_n, document) => {
    for (const tab of document.tabs) {
      const ids = (document.tiles[tab.id] ?? []).map((tile) => tile.id).sort();
      expect(new Set(ids).size).toBe(ids.length);
      for (const size of layoutSizes) {
        const items = document.layouts[tab.id]?.[size] ?? [];
        expect(items.map((item) => item.i).sort(), `${tab.name} ${size}`).toEqual(ids);
        for (const [index, a] of items.entries()) {
          expect(a.x + a.w).toBeLessThanOrEqual(GRID.columns[size]);
          for (const b of items.slice(index + 1)) {
            const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
            expect(apart, `${tab.name} ${size}: ${a.i} and ${b.i}`).toBe(true);
          }
        }
      }
    }
  },
);

test.each(dashboards)('%s: tiles show data items of their definition only', (_name, document, labels) => {
  const used: string[] = [];
  JSON.stringify(document, (key, value) => {
    if (key === 'dataItem') used.push(value.label);
    if (key === 'text') for (const match of value.matchAll(/\{\{dataItems\.([^}]+)\}\}/g)) used.push(match[1]);
    return value;
  });
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((label) => !labels.includes(label))).toEqual([]);
});

test.each(dashboards)('%s: text boxes name attributes that every asset of the definition has', (name, document) => {
  const world = World.begin(fleetMembers(born), born);
  const used = new Set<string>();
  JSON.stringify(document, (key, value) => {
    if (key === 'text') for (const match of value.matchAll(/\{\{attributes\.([^}]+)\}\}/g)) used.add(match[1]);
    return value;
  });
  for (const asset of plan.assets.filter((one) => name.startsWith(one.definition))) {
    const known = { ...asset.attributes, ...world.attributes(asset.serialNumber) };
    expect([...used].filter((attribute) => !(attribute in known))).toEqual([]);
  }
});

test.each(dashboards)('%s: charts have one to four lines, each on an axis that exists', (_name, document) => {
  for (const tile of Object.values(document.tiles).flat()) {
    const { series, axes } = tile.properties as { series?: { axis: { label: string } }[]; axes?: { label: string }[] };
    if (!series) continue;
    expect(series.length).toBeGreaterThan(0);
    expect(series.length).toBeLessThanOrEqual(4);
    for (const { axis } of series) expect(axes?.some(({ label }) => label === axis.label)).toBe(true);
  }
});

test.each(dashboards)('%s: gauge bands lie inside the scale, in order', (_name, document) => {
  for (const tile of Object.values(document.tiles).flat()) {
    if (tile.properties.type.value !== 'Gauge') continue;
    const { min, band1End, band2End, max } = tile.properties as unknown as Record<string, number>;
    expect([min, band1End, band2End, max]).toEqual(
      [min, band1End, band2End, max].sort((a, b) => Number(a) - Number(b)),
    );
  }
});

test('alarms are conditions on labels of their definition, each with a name of its own', () => {
  for (const { definition, name, expression } of plan.alarms) {
    const labels = plan.definitions.find((one) => one.name === definition)?.dataItems.map(({ label }) => label) ?? [];
    const variables = compileCondition(expression).variables;
    for (const variable of variables) expect(labels.map(variableName), `${definition}: ${name}`).toContain(variable);
  }
  const names = plan.alarms.map(({ definition, name }) => `${definition} ${name}`);
  expect(new Set(names).size).toBe(names.length);
});

test('each kind of equipment meets one of its alarms within two days, and none is always on', () => {
  const world = World.begin(fleetMembers(born), born);
  const watched = plan.assets.flatMap((asset) =>
    plan.alarms
      .filter(({ definition }) => definition === asset.definition)
      .map((alarm) => ({ alarm, asset, run: new ConditionRun(compileCondition(alarm.expression)), on: 0, looks: 0 })),
  );
  for (let timeMs = born; timeMs < born + 2 * 86_400_000; timeMs += 20_000) {
    world.advance(timeMs);
    for (const one of watched) {
      const readings: Readonly<Record<string, number | string>> = world.read(one.asset.serialNumber);
      const byVariable = new Map(Object.entries(readings).map(([label, value]) => [variableName(label), value]));
      for (const [place, variable] of one.run.compiled.variables.entries()) {
        const value = byVariable.get(variable);
        if (value !== undefined) one.run.set(place, timeMs, value);
      }
      one.looks++;
      if (one.run.evaluate(timeMs, 0)) one.on++;
    }
  }
  for (const { name } of plan.definitions) {
    const own = watched.filter(({ alarm }) => alarm.definition === name);
    expect(
      own.some(({ on }) => on > 0),
      name,
    ).toBe(true);
    for (const { alarm, asset, on, looks } of own) {
      expect(on / looks, `${alarm.name} of ${asset.serialNumber}`).toBeLessThan(0.4);
    }
  }
});

test('events, what comes again, and systems refer to what exists', () => {
  for (const { serialNumber, name, ...rest } of [...plan.events, ...plan.repeats]) {
    const definition = plan.assets.find((asset) => asset.serialNumber === serialNumber)?.definition;
    const labels = plan.definitions.find((one) => one.name === definition)?.dataItems.map(({ label }) => label);
    if ('counter' in rest) expect(labels, name).toContain(rest.counter);
    expect(
      plan.eventDefinitions.some((one) => one.definition === definition && one.name === name),
      name,
    ).toBe(true);
  }
  for (const { definition, slots } of plan.systems) {
    const of = plan.systemDefinitions.find(({ name }) => name === definition);
    for (const [slotName, serialNumber] of Object.entries(slots)) {
      const kind = plan.assets.find((asset) => asset.serialNumber === serialNumber)?.definition;
      expect(of?.slots.find(({ name }) => name === slotName)?.definition).toBe(kind);
    }
  }
});
