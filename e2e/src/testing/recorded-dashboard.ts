import type { alarmDefinitions, assets } from '@telltale/contract';
import type mqtt from 'mqtt';
import type { Portal } from './portal.ts';

export const LEVEL_ALARM_ABOVE = 60;

export interface Furnished {
  assetId: number;
  assetDefinitionId: number;
  alarmId: number;
  accessToken: string;
  /** Of the values that it has before any moment. */
  publishedMs: number;
  tileIds: string[];
  types: Set<string>;
}

/** Told by the tile: a scale that nobody has described follows what was recorded, which grows while this is looked at. */
const SCALE = { min: 0, max: 100 };

function tile(id: string, type: string, place: [number, number, number, number], settings: object) {
  const [x, y, w, h] = place;
  const properties = { type: { name: type, value: type, default: false }, settingsGuid: id, title: id, ...settings };
  return { id, properties, dataGrid: { x, y, w, h } };
}

/** Answers the time that the values have. */
export async function publish(device: mqtt.MqttClient, values: object): Promise<number> {
  const ts = Date.now();
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values }), { qos: 1 });
  return ts;
}

export async function setAttribute(
  portal: Portal,
  assetId: number,
  attributeName: string,
  value: unknown,
): Promise<void> {
  const attributeValue = typeof value === 'string' ? value : JSON.stringify(value);
  await portal.call('PUT', `/api/assets/${assetId}/attributes`, { attributeName, attributeValue });
}

/** An asset with an alarm, and a dashboard that has a tile of each type that shows something of it in words. */
export async function furnish(portal: Portal, serialNumber: string): Promise<Furnished> {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Recorded equipment ${serialNumber}`);
  const device = await portal.aDevice(accessToken);
  const publishedMs = await publish(device, { Counter: 0, Level: 1, Pressure: 2, State: 'starting' });
  await device.endAsync();
  // However long a moment takes, the asset is not offline.
  await setAttribute(portal, assetId, 'pingrate', String(3_600_000));
  await setAttribute(portal, assetId, 'site', 'Pad 7');
  await setAttribute(portal, assetId, 'list', 'alarmdefinitions');
  await setAttribute(portal, assetId, 'PatientInfo', { conditions: ['none'] });
  await portal.call('POST', `/api/assets/${assetId}/coordinates`, { assetId, latitude: 31.5, longitude: -103.25 });
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${assetId}`);
  const [alarm] = await portal.call<alarmDefinitions.AlarmDefinition[]>('PUT', '/api/ef/alarmdefinitions', [
    {
      assetDefinitionId,
      name: 'Level high',
      severity: 2,
      selfAck: 1,
      flee: JSON.stringify({ expression: `_Level > ${LEVEL_ALARM_ABOVE}` }),
    },
  ]);
  const items = await portal.call<assets.CurrentValue[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const select = (label: string) => ({
    slotPath: [],
    dataItem: items.find((item) => item.label === label)?.dataItemId ?? null,
  });
  const series = (label: string) => ({ ...select(label), color: '', axis: { label: '' }, line: 'solid', smooth: 1 });
  // Every point, and all of them within the window.
  const chart = { series: [series('Level')], decimation: 100, fixedStart: 0.5 };
  const list = `${portal.url}/api/assetDefinitions/${assetDefinitionId}/{{attributes.list}}`;
  const tiles = [
    tile('counter', 'Indicator', [0, 0, 16, 12], { ...select('Counter'), decimals: 0, showTimestamp: true }),
    tile('state', 'Indicator', [16, 0, 16, 12], select('State')),
    tile('gauge', 'Gauge', [32, 0, 16, 20], { ...select('Level'), decimals: 2, ...SCALE }),
    tile('cylinder', 'CylinderGauge', [48, 0, 16, 20], { ...select('Level'), decimals: 1, ...SCALE }),
    tile('text', 'TextBox', [64, 0, 32, 12], {
      text: '<p>{{dataItems.State}} at {{dataItems.Level}} since {{dataItems.Level.timestamp}} on {{attributes.site}}</p>',
    }),
    tile('html', 'CustomHTML', [64, 12, 32, 12], { text: '<b>Level</b> {{dataItems.Level}}' }),
    tile('alarm', 'AlarmTextBox', [0, 12, 32, 12], {
      alarm: alarm?.alarmDefinitionId,
      openText: 'Too high: {{dataItems.Level}}',
      acknowledgedText: 'Seen',
      escalatedText: 'Nobody came',
      defaultText: 'Level is fine',
    }),
    tile('items', 'DataItemTable', [0, 26, 32, 24], {}),
    tile('values', 'Table', [32, 26, 32, 24], { option: 'dataItems' }),
    tile('alarms', 'Table', [64, 26, 32, 24], { option: 'alarms' }),
    tile('events', 'Table', [0, 50, 32, 24], { option: 'events' }),
    tile('bars', 'BarGraph', [32, 50, 32, 24], { plots: [select('Level'), select('Pressure')] }),
    tile('pie', 'PieChart', [64, 50, 32, 24], { plots: [select('Level'), select('Pressure')] }),
    tile('chart', 'FastGraph', [0, 74, 48, 24], chart),
    tile('graph', 'AdvancedGraph', [48, 74, 48, 24], { ...chart, library: 'amcharts' }),
    tile('xy', 'XYChart', [0, 98, 32, 24], { ...chart, x: select('Pressure') }),
    tile('dynamic', 'DynamicGraph', [32, 98, 32, 24], { ...chart, series: [series('Pressure')] }),
    tile('editor', 'EditorChart', [64, 98, 32, 24], chart),
    tile('heat', 'HourlyHeatMap', [0, 122, 32, 24], { ...select('Level'), start: 0, stop: 23 }),
    tile('boxes', 'MeanBoxChart', [32, 122, 32, 24], { ...select('Level'), start: 0, stop: 23 }),
    tile('map', 'Map', [64, 122, 32, 30], { assets: 'own' }),
    tile('patient', 'PatientChart', [0, 146, 32, 24], {}),
    tile('expressions', 'AlarmExpressions', [32, 146, 32, 24], { showAll: true }),
    tile('inputs', 'AISettings', [0, 170, 48, 16], {
      channels: [{ ...select('Pressure'), channel: 'AI 1', unscaledMin: 0, unscaledMax: 20, scaledMax: 1_000 }],
    }),
    tile('iframe', 'IframeTile', [48, 176, 16, 12], { url: 'https://cameras.example/{{attributes.site}}' }),
    tile('custom', 'CustomTable', [64, 152, 32, 34], {
      columns: 'name label',
      fetch: { url: list, method: 'GET' },
    }),
  ];
  const layout = tiles.map(({ id, dataGrid }) => ({ i: id, ...dataGrid }));
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Recorded',
    assetDefinitionId,
    config: JSON.stringify({
      tabs: [{ id: 'tab', name: 'default', order: 0 }],
      tiles: { tab: tiles },
      layouts: { tab: { lg: layout, sm: layout } },
    }),
  });
  return {
    assetId,
    assetDefinitionId,
    alarmId: alarm?.alarmDefinitionId ?? 0,
    accessToken,
    publishedMs,
    tileIds: tiles.map(({ id }) => id),
    types: new Set(tiles.map(({ properties }) => properties.type.value)),
  };
}
