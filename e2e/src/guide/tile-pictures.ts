import type { alarmDefinitions } from '@telltale/contract';

/** A tile as the guide shows it: its size in grid units of a desk, and its settings. */
export interface TilePicture {
  readonly type: string;
  readonly label: string;
  readonly w: number;
  readonly h: number;
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface Selection {
  readonly slotPath: readonly never[];
  readonly dataItem: number;
}
export type FindItem = (label: string) => Selection;

const request = (url: string, parsing = '') => ({ url, method: 'GET', headers: [], body: '', parse: 'json', parsing });

/** What a pump shows best. */
export function pumpPictures(
  item: FindItem,
  alarm: alarmDefinitions.AlarmDefinition | undefined,
  frameOrigin: string,
): readonly TilePicture[] {
  const discharge = item('Discharge Pressure');
  const suction = item('Suction Pressure');
  const flow = item('Flow Rate');
  const current = item('Motor Current');
  const motorHeat = item('Motor Temperature');
  const bearingHeat = item('Bearing Temperature');
  return [
    {
      type: 'AdvancedGraph',
      label: 'Advanced Graph',
      w: 48,
      h: 30,
      settings: {
        title: 'Pressure and flow',
        fixedStart: 12,
        axes: [
          { label: 'psi', min: 0, max: null, grid: true },
          { label: 'gpm', min: 0, max: 1400, grid: false },
        ],
        series: [
          { ...discharge, axis: { label: 'psi' } },
          { ...suction, axis: { label: 'psi' }, line: 'dash' },
          { ...flow, axis: { label: 'gpm' }, fill: true },
        ],
      },
    },
    {
      type: 'XYChart',
      label: 'XY Chart',
      w: 36,
      h: 30,
      settings: { title: 'Pump curve', x: { ...flow, label: 'Flow' }, series: [discharge], fixedStart: 48 },
    },
    {
      type: 'FastGraph',
      label: 'Basic Graph',
      w: 48,
      h: 26,
      settings: { title: 'Motor current', series: [{ ...current, fill: true }], fixedStart: 12 },
    },
    {
      type: 'BarGraph',
      label: 'Bar Graph',
      w: 36,
      h: 26,
      settings: {
        title: 'Temperatures',
        min: 0,
        decimals: 1,
        plots: [
          { ...item('Ambient Temperature'), color: '#6fc7b8' },
          { ...bearingHeat, color: '#d9a05b' },
          { ...motorHeat, color: '#e07f7f' },
        ],
      },
    },
    {
      type: 'DynamicGraph',
      label: 'Dynamic Graph',
      w: 48,
      h: 30,
      settings: { title: 'Choose what to see', series: [motorHeat, bearingHeat], fixedStart: 12 },
    },
    {
      type: 'EditorChart',
      label: 'Editor Chart',
      w: 48,
      h: 30,
      settings: { title: 'Correct a stretch', series: [flow], fixedStart: 6 },
    },
    {
      type: 'Gauge',
      label: 'Dial Gauge',
      w: 22,
      h: 24,
      settings: { ...discharge, min: 0, max: 500, band1End: 350, band2End: 420, decimals: 0 },
    },
    {
      type: 'Indicator',
      label: 'Text Indicator',
      w: 24,
      h: 12,
      settings: { ...current, decimals: 1, showTimestamp: true },
    },
    {
      type: 'IframeTile',
      label: 'Iframe',
      w: 36,
      h: 24,
      settings: { title: 'Camera', url: `${frameOrigin}/?of={{asset.serialNumber}}` },
    },
    { type: 'Map', label: 'Google Map', w: 48, h: 36, settings: { title: 'Field' } },
    {
      type: 'TextBox',
      label: 'Text/Image',
      w: 30,
      h: 18,
      settings: {
        decimals: 1,
        text: '<h3>{{attributes.Station}}</h3><p>{{attributes.Service}}<br>{{attributes.Field}}, {{attributes.County}}</p><p>Now <strong>{{dataItems.Flow Rate}} gpm</strong> at <strong>{{dataItems.Discharge Pressure}} psi</strong></p>',
      },
    },
    { type: 'Table', label: 'Basic Table', w: 60, h: 30, settings: { option: 'events', title: 'Events' } },
    {
      type: 'CustomTable',
      label: 'Custom Table',
      w: 48,
      h: 30,
      settings: {
        title: 'Fleet',
        columns: 'asset serial^number kind state',
        fetch: request(
          '/api/ef/assets',
          "data.map((a) => ({ asset: a.assetAlias, 'serial number': a.serialNumber, kind: a.assetDefinition.assetDefinitionName, state: a.connection.connected ? 'connected' : 'silent' }))",
        ),
      },
    },
    {
      type: 'PieChart',
      label: 'Pie Chart',
      w: 36,
      h: 24,
      settings: {
        title: 'Fleet by kind',
        source: 'request',
        columns: 'kind,assets',
        decimals: 0,
        fetch: request(
          '/api/ef/assets',
          'Object.entries(Object.groupBy(data, (a) => a.assetDefinition.assetDefinitionName)).map(([kind, list]) => ({ kind, assets: list.length }))',
        ),
      },
    },
    {
      type: 'HourlyHeatMap',
      label: 'Hourly Heat Map',
      w: 64,
      h: 24,
      settings: { ...flow, start: 7, stop: 1, days: 7 },
    },
    {
      type: 'MeanBoxChart',
      label: 'Mean Box Chart',
      w: 60,
      h: 28,
      settings: { ...motorHeat, start: 0, stop: 23, days: 7 },
    },
    { type: 'PatientChart', label: 'Patient Chart', w: 44, h: 32, settings: {} },
    { type: 'AlarmExpressions', label: 'Alarm Expressions', w: 44, h: 26, settings: {} },
    { type: 'DataItemTable', label: 'Data Item Table', w: 40, h: 36, settings: { title: 'Values' } },
    {
      type: 'CustomHTML',
      label: 'Custom HTML',
      w: 36,
      h: 10,
      settings: {
        decimals: 1,
        text: '<style>dl { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8px; margin: 0; text-align: center } div { padding: 10px; border: 1px solid #64727f; border-radius: 6px } dt { opacity: 0.7 } dd { margin: 4px 0 0; font-size: 24px; font-weight: 600; color: #5fb3d9 }</style><dl><div><dt>Flow</dt><dd>{{dataItems.Flow Rate}}</dd></div><div><dt>Vibration</dt><dd>{{dataItems.Vibration}}</dd></div><div><dt>Motor</dt><dd>{{dataItems.Motor Temperature}}</dd></div></dl>',
      },
    },
    {
      type: 'AlarmTextBox',
      label: 'Alarm Text Box',
      w: 36,
      h: 10,
      settings: {
        alarm: alarm?.alarmDefinitionId ?? null,
        defaultText: `${alarm?.name ?? 'Alarm'}: all is well`,
        openText: `${alarm?.name ?? 'Alarm'} is open`,
      },
    },
    {
      type: 'DownloadButton',
      label: 'Download Button',
      w: 20,
      h: 8,
      settings: { text: 'Asset list', filename: 'assets.json', fetch: request('/api/ef/assets') },
    },
    {
      type: 'ActionDispatcher',
      label: 'Action Dispatcher',
      w: 20,
      h: 8,
      settings: { action: 'TOGGLE_PLAYBACK_BAR', actionText: 'Playback', reverseText: 'Leave playback' },
    },
    { type: 'MessageViewer', label: 'Message Viewer', w: 56, h: 34, settings: {} },
    {
      type: 'AISettings',
      label: 'AI Settings',
      w: 66,
      h: 20,
      settings: {
        title: 'Analog inputs',
        decimals: 1,
        channels: [
          {
            channel: 'AI 1',
            ...discharge,
            unscaledMin: 0,
            unscaledMax: 500,
            scaledMin: 0,
            scaledMax: 34.5,
            unit: 'bar',
          },
          { channel: 'AI 2', ...suction, unscaledMin: 0, unscaledMax: 100, scaledMin: 0, scaledMax: 6.9, unit: 'bar' },
          { channel: 'AI 3', ...motorHeat, unscaledMin: 32, unscaledMax: 212, unit: '°C' },
          { channel: 'AI 4', ...bearingHeat, unscaledMin: 32, unscaledMax: 212, offset: 0.5, unit: '°C' },
        ],
      },
    },
    { type: 'TileType', label: 'No Type Selected', w: 30, h: 10, settings: {} },
  ];
}

/** What a tank battery shows best. */
export function tankPictures(item: FindItem): readonly TilePicture[] {
  return [
    {
      type: 'CylinderGauge',
      label: 'Cylinder Gauge',
      w: 22,
      h: 26,
      settings: { ...item('Oil Level'), min: 0, max: 20, decimals: 1 },
    },
  ];
}
