import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { assets } from '@telltale/contract';
import { expect, test } from './testing/journey.ts';
import { needs, run } from './testing/shell.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/guide/devices.md'), 'utf8');

/** The shell blocks of the guide that hold this text, as printed. */
function shellBlocks(part: string): string[] {
  return [...guide.matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, block = '']) => block)
    .filter((block) => block.includes(part));
}

test('the guide’s mosquitto_pub and curl lines connect a device as printed', async ({ portal }) => {
  needs('mosquitto_pub', 'mosquitto-clients');
  needs('curl', 'curl');
  const added = await portal.telltale(
    'asset',
    'add',
    'PUMP-1',
    '--definition',
    'Pump station',
    '--alias',
    'First pump',
  );
  const gateway = await portal.telltale('gateway', 'add', 'Yard');
  const env = {
    TOKEN: added.trim().split('\n').at(-1) ?? '',
    GATEWAY_TOKEN: gateway.trim().split('\n').at(-1) ?? '',
    PORTAL: portal.url,
    MQTT_HOST: '127.0.0.1',
    MQTT_PORT: String(portal.mqttPort),
  };
  const all = await portal.call<assets.Asset[]>('GET', '/api/ef/assets');
  const { assetId } = all.find((asset) => asset.serialNumber === 'PUMP-1') ?? { assetId: 0 };
  const valuesOf = async (id: number) =>
    new Map(
      (await portal.call<assets.CurrentValue[]>('GET', `/api/ef/assets/${id}/dataitems`)).map((item) => [
        item.label,
        item,
      ]),
    );

  const [firstPub = '', ...laterPubs] = shellBlocks('mosquitto_pub');
  await run(firstPub, env);
  let values = await valuesOf(assetId);
  expect(values.get('Pressure')?.value).toBe(4.2);
  expect(values.get('State')?.stringValue).toBe('running');

  const [firstCurl = '', ...laterCurls] = shellBlocks('curl --fail');
  await run(firstCurl, env);
  values = await valuesOf(assetId);
  expect(values.get('Pressure')?.value).toBe(4.3);
  expect(values.get('Flow')?.value).toBe(121);

  expect(laterPubs.length).toBeGreaterThan(2);
  expect(laterCurls.length).toBeGreaterThan(1);
  for (const block of [...laterPubs, ...laterCurls]) await run(block, env);

  // Late points are history and never the current value.
  values = await valuesOf(assetId);
  expect(values.get('Pressure')?.value).toBe(4.3);
  const pressure = values.get('Pressure')?.dataItemId ?? 0;
  const range = 'startTime=2025-01-01T00:00:00Z&endTime=2025-01-02T00:00:00Z&columnar=true&threshold=-1';
  const history = await portal.call('GET', `/api/historicaldata?dataItems=${assetId}-${pressure}&${range}`);
  expect(history).toEqual([
    [1735689600, 1735689610, 1735689620],
    [3.9, 4, 4.1],
  ]);

  const attributes = await portal.call<assets.Attribute[]>('GET', `/api/assets/${assetId}/attributes`);
  const byName = new Map(attributes.map((attribute) => [attribute.attributeName, attribute.attributeValue]));
  expect(byName.get('firmware')).toBe('2.4.1');
  expect(byName.get('site')).toBe('Pad 7');

  const tanks = await portal.call<assets.Asset[]>('GET', '/api/ef/assets');
  const tank = tanks.find((asset) => asset.serialNumber === 'TANK-2');
  expect((await valuesOf(tank?.assetId ?? 0)).get('Level')?.value).toBe(5.1);
});
