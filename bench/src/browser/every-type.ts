import mqtt from 'mqtt';
import { addDashboard, anAsset, type FedAsset, type Place } from './chart-dashboards.ts';
import type { PortalProcess } from './portal-process.ts';

const LABELS = ['Level', 'Pressure', 'Flow', 'Speed'];
const HISTORY_S = 3_600;
const COLUMNS = 4;
const SIZE = { w: 24, h: 22 };

/** A dashboard with a tile of each type that follows an asset's live data, charts by either library. */
export async function everyLiveType(portal: PortalProcess): Promise<FedAsset> {
  const made = await anAsset(portal, 'EVERY TYPE', LABELS, HISTORY_S);
  const { assetId, assetDefinitionId, accessToken, select, ids } = made;
  await portal.call('POST', `/api/assets/${assetId}/coordinates`, { assetId, latitude: 31.5, longitude: -103.25 });
  const [alarm] = await portal.call<{ alarmDefinitionId: number }[]>('PUT', '/api/ef/alarmdefinitions', [
    {
      assetDefinitionId,
      name: 'Level high',
      severity: 2,
      selfAck: 1,
      flee: JSON.stringify({ expression: '_Level > 400' }),
    },
  ]);
  const plots = LABELS.map(select);
  const series = plots.map((plot) => ({ ...plot, color: '', axis: { label: '' }, line: 'solid', smooth: 1 }));
  const chart = { series, fixedStart: 1 };
  const of = { ...select('Level'), decimals: 1 };
  const html = '<p>{{dataItems.Level}} since {{dataItems.Level.timestamp}}</p>';
  const types: [type: string, settings: object][] = [
    ['Indicator', { ...of, showTimestamp: true }],
    ['Gauge', { ...of, max: 1_000 }],
    ['CylinderGauge', { ...of, max: 1_000 }],
    ['TextBox', { text: html }],
    ['CustomHTML', { text: html }],
    ['AlarmTextBox', { alarm: alarm?.alarmDefinitionId, openText: html, defaultText: html }],
    ['DataItemTable', {}],
    ['Table', { option: 'dataItems' }],
    ['Table', { option: 'alarms' }],
    ['Table', { option: 'events' }],
    ['BarGraph', { plots }],
    ['PieChart', { plots }],
    ['FastGraph', chart],
    ['AdvancedGraph', chart],
    ['AdvancedGraph', { ...chart, library: 'amcharts' }],
    ['XYChart', { ...chart, x: select('Pressure') }],
    ['DynamicGraph', chart],
    ['EditorChart', chart],
    ['HourlyHeatMap', { ...of, start: 0, stop: 23 }],
    ['MeanBoxChart', { ...of, start: 0, stop: 23 }],
    ['Map', { assets: 'own' }],
    ['PatientChart', {}],
    ['AlarmExpressions', { showAll: true }],
    [
      'AISettings',
      { channels: [{ ...select('Pressure'), channel: 'AI 1', unscaledMin: 0, unscaledMax: 20, scaledMax: 1_000 }] },
    ],
    ['MessageViewer', {}],
  ];
  const places = types.map(
    ([type, settings], n): Place => ({
      type,
      x: (n % COLUMNS) * SIZE.w,
      y: Math.floor(n / COLUMNS) * SIZE.h,
      ...SIZE,
      settings,
    }),
  );
  await addDashboard(portal, 'EVERY TYPE', assetDefinitionId, places);
  const device = await mqtt.connectAsync(`mqtt://127.0.0.1:${portal.mqttPort}`, { username: accessToken });
  return { assetId, device, labels: LABELS, ids };
}
