import { type assetLists, type assets, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

interface Refusal {
  error: { message: string; details?: { faults: assetLists.LineFault[] } };
}

let portal: Portal;
let world: TwoUnits;
let root: PortalClient;
let opA: PortalClient;
let viewA: PortalClient;

beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  root = await portal.as('root');
  opA = await portal.as('opA');
  viewA = await portal.as('viewA');
});
afterAll(() => portal.close());

const assetOf = async (client: PortalClient, serialNumber: string) =>
  (await client.get<assets.Asset[]>('/api/ef/assets')).body.find((asset) => asset.serialNumber === serialNumber);
const storedValue = async (assetId: number, name: string) =>
  (await root.get<assets.Asset>(`/api/ef/assets/${assetId}`)).body.attributes.find(
    ({ attributeName }) => attributeName === name,
  )?.attributeValue;
const importing = <Body = unknown>(client: PortalClient, lines: readonly object[], preview = false) =>
  client.post<Body>('/api/ef/assets/import', { lines, preview });
const journalOf = async (assetId: number) =>
  (await root.get<{ entries: { what: string; user: string }[] }>(`/api/journal?assetId=${assetId}`)).body.entries;

describe('attributes of many assets', () => {
  const put = (client: PortalClient, assetIds: readonly number[], attributes: readonly object[]) =>
    client.put('/api/ef/assets/attributes', { assetIds, attributes });

  it('are set in all of them, and each change is in the journal', async () => {
    const ids = [world.a1.assetId, world.a2.assetId];
    const first = await put(opA, ids, [{ attributeName: 'Station', attributeValue: 'East' }]);
    expect([first.status, first.body]).toEqual([200, { changed: 2, unchanged: 0 }]);
    await put(opA, [world.a1.assetId], [{ attributeName: 'Station', attributeValue: 'West' }]);
    const again = await put(opA, [...ids, ...ids], [{ attributeName: 'STATION', attributeValue: 'West' }]);
    expect(again.body).toEqual({ changed: 1, unchanged: 1 });
    expect(await storedValue(world.a2.assetId, 'Station')).toBe('West');
    expect((await journalOf(world.a2.assetId)).filter(({ what }) => what === 'attribute Station')).toHaveLength(2);
  });

  it('say when assets count as offline', async () => {
    await put(opA, [world.a1.assetId, world.a2.assetId], [{ attributeName: 'pingrate', attributeValue: '90000' }]);
    expect((await assetOf(opA, 'A2'))?.connection.pingrate).toBe(90_000);
  });

  it('are stored in none of them when one is out of sight, or cannot have it', async () => {
    const attribute = { attributeName: 'Half', attributeValue: 'x' };
    const outside = await put(opA, [world.a1.assetId, world.b1.assetId], [attribute]);
    expect([outside.status, outside.text.includes(world.canary)]).toEqual([404, false]);
    const ids = [world.a1.assetId];
    for (const wrong of [
      { attributeName: 'pingrate', attributeValue: '-5' },
      { attributeName: 'lastcontact', attributeValue: 'x' },
      { attributeName: '..', attributeValue: 'x' },
      { attributeName: 'interfaceUrl', attributeValue: 'javascript:alert(1)' },
    ]) {
      expect((await put(opA, ids, [attribute, wrong])).status).toBe(400);
    }
    expect((await put(opA, ids, [{ attributeName: 'patientinfo', attributeValue: '{}' }])).status).toBe(403);
    expect((await put(viewA, ids, [attribute])).status).toBe(403);
    expect(await storedValue(world.a1.assetId, 'Half')).toBeUndefined();
  });

  it('may be called __proto__', async () => {
    await put(opA, [world.a1.assetId], [{ attributeName: '__proto__', attributeValue: 'kept' }]);
    expect(await storedValue(world.a1.assetId, '__proto__')).toBe('kept');
  });
});

describe('a file of assets', () => {
  const definition = 'Pump';

  it('is previewed without storing anything', async () => {
    const lines = [
      { line: 2, serialNumber: 'F-1', assetDefinition: 'pump', assetAlias: 'File 1', latitude: 31, longitude: -102 },
      {
        line: 3,
        serialNumber: 'a1',
        assetAlias: 'Renamed',
        attributes: [{ attributeName: 'Area', attributeValue: '7' }],
      },
      { line: 4, serialNumber: 'A2' },
    ];
    const reply = await importing(opA, lines, true);
    expect([reply.status, reply.body]).toMatchObject([
      200,
      {
        created: 1,
        changed: 1,
        unchanged: 1,
        faults: [],
        changes: [
          { line: 2, kind: 'create' },
          { line: 3, kind: 'change', what: ['Alias: Pump A1 → Renamed', 'Area: nothing → 7'] },
          { line: 4, kind: 'none' },
        ],
      },
    ]);
    expect(await assetOf(opA, 'F-1')).toBeUndefined();
    expect((await assetOf(opA, 'A1'))?.assetAlias).toBe('Pump A1');
  });

  it('creates and changes, in the group of who brings it, and leaves what it does not name', async () => {
    const before = await assetOf(opA, 'A2');
    const lines = [
      {
        line: 2,
        serialNumber: 'F-2',
        assetDefinition: definition,
        assetAlias: 'File 2',
        latitude: 31,
        longitude: -102,
      },
      {
        line: 3,
        serialNumber: 'a2',
        description: 'From a file',
        attributes: [{ attributeName: 'pingrate', attributeValue: '5000' }],
      },
    ];
    expect((await importing(opA, lines)).body).toMatchObject({ created: 1, changed: 1 });
    expect(await assetOf(opA, 'F-2')).toMatchObject({
      assetAlias: 'File 2',
      currentCoordinates: { latitude: 31, longitude: -102 },
    });
    expect(await assetOf(opA, 'A2')).toMatchObject({
      assetAlias: before?.assetAlias,
      serialNumber: 'A2',
      description: 'From a file',
      connection: { pingrate: 5_000 },
    });
    // The same file again changes nothing.
    expect((await importing(opA, lines)).body).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
    const device = (await assetOf(opA, 'F-2'))?.assetId ?? 0;
    expect((await journalOf(device)).map(({ what }) => what)).toContain('created');
  });

  it('changes no text of which it lacks only the blanks around it', async () => {
    const { assetId } = world.a1;
    const attribute = (attributeValue: string) => ({ attributeName: 'Note', attributeValue });
    await opA.put(`/api/assets/${assetId}`, { description: 'Two lines,\nand an end\n' });
    await opA.put(`/api/assets/${assetId}/attributes`, attribute('  by the road\n'));
    const lines = [
      { line: 2, serialNumber: 'A1', description: 'Two lines,\nand an end', attributes: [attribute('by the road')] },
    ];
    expect((await importing(opA, lines)).body).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await storedValue(assetId, 'Note')).toBe('  by the road\n');
    lines[0]?.attributes.splice(0, 1, attribute('by the river'));
    expect((await importing(opA, lines)).body).toMatchObject({ changed: 1 });
    expect(await storedValue(assetId, 'Note')).toBe('by the river');
  });

  it('that has one bad line is not taken at all, and says what is wrong with each', async () => {
    const good = { line: 2, serialNumber: 'F-3', assetDefinition: definition };
    const outside = (await root.get<assets.Asset>(`/api/ef/assets/${world.b1.assetId}`)).body;
    const elsewhere = outside.serialNumber;
    const bad: [object, string][] = [
      [{ serialNumber: ' ' }, 'The serial number is missing.'],
      [{ serialNumber: 'f-3', assetDefinition: definition }, 'Line 2 has the serial number f-3, too.'],
      [{ serialNumber: 'F-4' }, 'A new asset needs a definition.'],
      [{ serialNumber: 'F-5', assetDefinition: 'Rocket' }, 'There is no definition Rocket.'],
      [{ serialNumber: 'F\u00006', assetDefinition: definition }, 'The serial number has a control character.'],
      [
        { serialNumber: 'F-7', assetDefinition: definition, assetAlias: 'a\u0007b' },
        'The alias has a control character.',
      ],
      [{ serialNumber: 'x'.repeat(256) }, 'The serial number has more than 255 characters.'],
      [{ serialNumber: 'A1', latitude: 91, longitude: 0 }, 'The latitude 91 is not between -90 and 90.'],
      [{ serialNumber: 'A1', latitude: 9, longitude: 181 }, 'Line 10 has the serial number A1, too.'],
      [{ serialNumber: 'A2', latitude: 9 }, 'Latitude and longitude come together.'],
      [
        {
          serialNumber: 'F-8',
          assetDefinition: definition,
          attributes: [{ attributeName: 'pingrate', attributeValue: 'x' }],
        },
        'The attribute pingrate must be a number of milliseconds greater than 0.',
      ],
      [{ serialNumber: elsewhere, assetAlias: 'mine' }, `The serial number ${elsewhere} is already in use.`],
    ];
    const lines = [good, ...bad.map(([line], index) => ({ line: index + 3, ...line }))];
    const reply = await importing<Refusal>(opA, lines);
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toBe(`Nothing was stored: ${bad.length} lines cannot be taken.`);
    expect(reply.body.error.details?.faults).toEqual(bad.map(([, message], index) => ({ line: index + 3, message })));
    expect(reply.text).not.toContain(outside.assetAlias);
    expect(await assetOf(root, 'F-3')).toBeUndefined();
    const preview = await importing<{ faults: unknown[] }>(opA, lines, true);
    expect([preview.status, preview.body.faults.length]).toEqual([200, bad.length]);
  });

  it('asks for each right that its lines need', async () => {
    const permissions = [permissionId('Assets', 'View'), permissionId('Assets', 'Modify')];
    await portal.aUser({ username: 'modifier', permissions, assetGroups: [world.groupA] });
    const modifier = await portal.as('modifier');
    const lines = [
      [{ line: 2, serialNumber: 'F-9', assetDefinition: definition }, 'You may not create assets.'],
      [{ line: 2, serialNumber: 'A1', latitude: 1, longitude: 2 }, 'You may not set the location of assets.'],
      [
        { line: 2, serialNumber: 'A1', attributes: [{ attributeName: 'New', attributeValue: '1' }] },
        'You may not change attributes.',
      ],
    ] as const;
    for (const [line, message] of lines) {
      const reply = await importing<Refusal>(modifier, [line]);
      expect([reply.status, reply.body.error.message]).toEqual([403, message]);
    }
    expect((await importing(viewA, [{ line: 2, serialNumber: 'A1', assetAlias: 'x' }])).status).toBe(403);
  });

  it('may come twice at once: one of them creates, the other finds it there', async () => {
    const lines = [{ line: 2, serialNumber: 'F-TWICE', assetDefinition: definition }];
    const replies = await Promise.all([importing(opA, lines), importing(opA, lines)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const created = replies.map(({ body }) => (body as { created: number }).created);
    expect(created.sort()).toEqual([0, 1]);
  });
});

describe('many assets', () => {
  it('are deleted, or none of them is', async () => {
    const lines = ['D-1', 'D-2'].map((serialNumber, index) => ({
      line: index + 2,
      serialNumber,
      assetDefinition: 'Pump',
    }));
    await importing(opA, lines);
    const ids = [(await assetOf(opA, 'D-1'))?.assetId, (await assetOf(opA, 'D-2'))?.assetId];
    const remove = (client: PortalClient, assetIds: readonly unknown[]) =>
      client.delete('/api/ef/assets', { assetIds });
    expect((await remove(opA, [...ids, world.b1.assetId])).status).toBe(404);
    expect((await remove(viewA, ids)).status).toBe(403);
    expect((await remove(opA, [])).status).toBe(400);
    expect(await assetOf(opA, 'D-2')).toBeDefined();
    expect((await remove(opA, ids)).body).toEqual({ deleted: 2 });
    expect(await assetOf(opA, 'D-1')).toBeUndefined();
  });
});

describe('the track of an asset', () => {
  it('has its positions through time, the one that it began at, and where it had none', async () => {
    const [asset] = [await assetOf(root, 'A1')];
    const assetId = asset?.assetId ?? 0;
    const path = `/api/assets/${assetId}/coordinates`;
    for (const latitude of [10, 11, 12]) {
      await root.post(path, { latitude, longitude: 20 });
    }
    await root.delete(path);
    const all = await opA.get<assets.TrackPosition[]>(
      `/api/ef/assets/${assetId}/track?from=1970-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`,
    );
    expect(all.body.map(({ place }) => place?.latitude ?? null).slice(-4)).toEqual([10, 11, 12, null]);
    const later = await opA.get<assets.TrackPosition[]>(
      `/api/ef/assets/${assetId}/track?from=2099-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`,
    );
    expect(later.body).toEqual(all.body.slice(-1));
    const turned = await opA.get(`/api/ef/assets/${assetId}/track?from=2100-01-01T00:00:00Z&to=2099-01-01T00:00:00Z`);
    expect(turned.status).toBe(400);
    const outside = await opA.get(
      `/api/ef/assets/${world.b1.assetId}/track?from=1970-01-01T00:00:00Z&to=2100-01-01T00:00:00Z`,
    );
    expect(outside.status).toBe(404);
  });
});
