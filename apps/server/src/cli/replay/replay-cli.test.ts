import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { assets, gateways } from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { TelltaleProcess } from '#testing/portal-process.ts';
import { findTestData, NO_TEST_DATA, readFacts } from '#testing/test-data.ts';

let portal: Portal;
let admin: PortalClient;
let folder: string;
beforeEach(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
  folder = await mkdtemp(join(tmpdir(), 'telltale-replay-'));
});
afterEach(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

function telltale(...args: string[]): TelltaleProcess {
  const env = { TELLTALE_DATA: portal.config.dataFolder, TELLTALE_MQTT_PORT: String(portal.mqttPort) };
  return new TelltaleProcess('cli/main.ts', args, env);
}

async function aRecording(rows: number): Promise<string> {
  const path = join(folder, 'pump.csv');
  const lines = Array.from({ length: rows }, (_, index) => `${(1_577_836_800 + index) * 1000},${index}`);
  await writeFile(path, `time,n\n${lines.join('\n')}\n`);
  return path;
}

async function values(assetId: number): Promise<Record<string, number | null>> {
  const items = (await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`)).body;
  return Object.fromEntries(items.map((item) => [item.label, item.value]));
}

const gatewayNames = async () =>
  (await admin.get<gateways.Gateway[]>('/api/gateways')).body.map((gateway) => gateway.name);

describe('telltale replay', () => {
  it('is refused in one line', async () => {
    const file = await aRecording(1);
    const refused = [
      [
        [file, '--asset', 'X'],
        'There is no asset with the serial number X. Create it with --create --definition <name>.\n',
      ],
      [[join(folder, 'none'), '--asset', 'X'], `${join(folder, 'none')}: there is no such file\n`],
      [[file, '--asset', 'X', '--delimiter', 'both'], "--delimiter is auto, tab or one character, not 'both'.\n"],
      [
        [file, '--asset', 'X', '--token', 'wrong'],
        /^mqtt:\/\/127\.0\.0\.1:\d+ cannot be used: Connection refused: .*\.\n$/,
      ],
    ] as const;
    for (const [args, text] of refused) {
      const { code, output } = await telltale('replay', ...args).exited;
      expect(code).toBe(1);
      if (typeof text === 'string') expect(output).toBe(text);
      else expect(output).toMatch(text);
    }
    const elsewhere = { TELLTALE_DATA: join(folder, 'no portal') };
    const alone = await new TelltaleProcess('cli/main.ts', ['replay', file, '--asset', 'X'], elsewhere).exited;
    expect(alone.output).toMatch(
      /^No portal runs on the data folder .*no portal\. Start it, or give --url and --token/,
    );
    expect(await gatewayNames()).toEqual([]);
  });

  it('sends a file as the device itself, with its token and the recorded times', async () => {
    const { assetId, accessToken, serialNumber } = await portal.anAsset();
    const args = ['--asset', serialNumber, '--token', accessToken, '--speed', '1000', '--original-times'];
    const done = await telltale('replay', await aRecording(100), ...args).exited;
    expect(done).toMatchObject({ code: 0, output: expect.stringMatching(/\n100 rows were sent\.\n$/) });
    expect(await values(assetId)).toEqual({ n: 99 });
    const at = new Date((1_577_836_800 + 50) * 1000).toISOString();
    const state = await admin.get<assets.AssetState>(`/api/ef/assets/${assetId}/state?at=${at}`);
    expect(state.body.dataItems[0]?.value).toBe(50);
  });

  it('goes on until it is stopped, in a loop, and leaves no gateway behind, not even a killed one', async () => {
    const { assetId, serialNumber } = await portal.anAsset();
    const args = ['replay', await aRecording(5), '--asset', serialNumber.toLowerCase(), '--loop', '--speed', '100'];
    const killed = telltale(...args);
    await killed.says('Stop with Ctrl+C');
    expect(await gatewayNames()).toEqual([`replay of ${serialNumber}`]);
    await killed.kill('SIGKILL');
    const second = telltale(...args);
    await second.says('Stop with Ctrl+C');
    expect(await gatewayNames()).toEqual([`replay of ${serialNumber}`]);
    await expect.poll(() => values(assetId)).toHaveProperty('n');
    const { code, output } = await second.kill('SIGINT');
    expect(code).toBe(0);
    expect(output).toMatch(/rows were sent/);
    expect(await gatewayNames()).toEqual([]);
    const [asset] = (await admin.get<assets.Asset[]>('/api/ef/assets')).body;
    expect(asset).toMatchObject({ assetId, connection: { connected: true } });
  });
});

const data = findTestData();
if (!data) console.warn(`no real file is replayed: ${NO_TEST_DATA}`);

describe.skipIf(!data)('the replay of a real pump test bed', () => {
  it('arrives whole, at the present time and in its own steps', async () => {
    const file = join(data ?? '', 'skab/valve1/0.csv');
    const facts = readFacts(join(data ?? '', 'skab'))['valve1/0.csv'];
    const before = Date.now();
    const args = ['--asset', 'SKAB', '--create', '--definition', 'Test bed', '--speed', '600'];
    const done = await telltale('replay', file, ...args).exited;
    expect(done).toMatchObject({ code: 0, output: expect.stringMatching(/\n1,147 rows were sent\.\n$/) });
    const [asset] = (await admin.get<assets.Asset[]>('/api/ef/assets')).body;
    expect(asset).toMatchObject({ serialNumber: 'SKAB', assetDefinition: { assetDefinitionName: 'Test bed' } });
    const items = (await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${asset?.assetId}/dataitems`)).body;
    expect(items.map((item) => item.label).sort()).toEqual(Object.keys(facts?.columns ?? {}).sort());
    const voltage = items.find((item) => item.label === 'Voltage');
    expect(voltage?.value).toBe(facts?.columns.Voltage?.last);
    const range = `startTime=${new Date(before).toISOString()}&endTime=${new Date(Date.now() + 1_000).toISOString()}`;
    const path = `/api/historicaldata?columnar=true&threshold=-1&${range}&dataItems=${asset?.assetId}-${voltage?.dataItemId}`;
    const [times = [], volts = []] = (await admin.get<number[][]>(path)).body;
    expect(volts).toHaveLength(facts?.rows ?? 0);
    expect([Math.min(...volts), Math.max(...volts)]).toEqual([
      facts?.columns.Voltage?.min,
      facts?.columns.Voltage?.max,
    ]);
    // 19 min 59 s at 600 times their speed.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeCloseTo(1_199 / 600, 2);
  });
});
