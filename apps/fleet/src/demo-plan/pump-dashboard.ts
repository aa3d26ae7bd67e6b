import type { TabDesign } from './dashboard-builder.ts';
import { maintenanceTab } from './maintenance-tab.ts';
import { advancedGraph, factsBox, fastGraph, gauge, indicator, textBox, titleBox } from './tiles.ts';

const overview: TabDesign = {
  id: 'pump-overview',
  name: 'Overview',
  tiles: {
    title: titleBox('{{attributes.Station}}', [
      '{{attributes.Service}}',
      '{{attributes.Field}}, {{attributes.County}}',
      '{{attributes.Operator}}',
    ]),
    state: indicator('Motor State'),
    current: indicator('Motor Current', 1),
    flow: indicator('Flow Rate', 0),
    suction: indicator('Suction Pressure', 1),
    discharge: indicator('Discharge Pressure', 0),
    power: indicator('Motor Power', 0),
    hydraulics: advancedGraph({
      title: 'Pressure and flow',
      hours: 4,
      // The flow is kept low, so that it does not run over the pressures.
      axes: [
        { label: 'psi', min: 0 },
        { label: 'gpm', min: 0, max: 1400 },
      ],
      lines: [
        { label: 'Discharge Pressure' },
        { label: 'Suction Pressure' },
        { label: 'Flow Rate', axis: 'gpm', fill: true },
      ],
    }),
    vibration: gauge('Vibration', { min: 0, max: 10, ends: [2.8, 4.5], decimals: 2 }),
    temperature: gauge('Motor Temperature', { min: 50, max: 300, ends: [200, 250], decimals: 0 }),
    motor: fastGraph({
      title: 'Motor',
      hours: 4,
      axes: [
        { label: 'A', min: 0 },
        { label: 'rpm', min: 0, max: 5000 },
      ],
      lines: [{ label: 'Motor Current' }, { label: 'Motor Speed', axis: 'rpm' }],
    }),
    heat: fastGraph({
      title: 'Temperatures',
      hours: 12,
      axes: [{ label: '°F' }],
      lines: [
        { label: 'Motor Temperature' },
        { label: 'Bearing Temperature' },
        { label: 'Ambient Temperature', line: 'dash' },
      ],
    }),
    nameplate: factsBox('Nameplate', [
      ['Pump', '{{attributes.Pump}}'],
      ['Motor', '{{attributes.Motor}}'],
      ['Rated', '{{attributes.Rated Point}}'],
      ['In service since', '{{attributes.Installed}}'],
      ['Run hours', '{{dataItems.Run Hours}} h'],
      ['Starts', '{{dataItems.Motor Starts}}'],
    ]),
  },
  rows: {
    lg: [
      [10, 'title 22', 'state 12', 'current 12', 'flow 12', 'suction 13', 'discharge 14', 'power 11'],
      [26, 'hydraulics 60', 'vibration 18', 'temperature 18'],
      [21, 'motor 36', 'heat 36', 'nameplate 24'],
    ],
    sm: [
      [9, 'title 48', 'state 24', 'power 24'],
      [9, 'current 24', 'flow 24', 'suction 24', 'discharge 24'],
      [22, 'hydraulics 96'],
      [20, 'vibration 48', 'temperature 48'],
      [17, 'motor 96'],
      [19, 'heat 56', 'nameplate 40'],
    ],
    xxs: [
      [8, 'title 6'],
      [8, 'state 3', 'current 3'],
      [8, 'flow 3', 'power 3'],
      [8, 'suction 3', 'discharge 3'],
      [22, 'hydraulics 6'],
      [15, 'vibration 3', 'temperature 3'],
      [18, 'motor 6'],
      [20, 'heat 6'],
      [15, 'nameplate 6'],
    ],
  },
};

const trends: TabDesign = {
  id: 'pump-trends',
  name: 'Trends',
  tiles: {
    pressures: advancedGraph({
      title: 'Pressure and flow, 24 h',
      hours: 24,
      axes: [
        { label: 'psi', min: 0 },
        { label: 'gpm', min: 0, max: 1400 },
      ],
      lines: [{ label: 'Discharge Pressure' }, { label: 'Suction Pressure' }, { label: 'Flow Rate', axis: 'gpm' }],
    }),
    electrical: advancedGraph({
      title: 'Power and speed, 24 h',
      hours: 24,
      axes: [
        { label: 'kW', min: 0 },
        { label: 'rpm', min: 0, max: 5000 },
      ],
      lines: [
        { label: 'Motor Power', fill: true },
        { label: 'Motor Speed', axis: 'rpm' },
      ],
    }),
    heat: advancedGraph({
      title: 'Temperatures, 24 h',
      hours: 24,
      axes: [{ label: '°F' }],
      lines: [
        { label: 'Motor Temperature' },
        { label: 'Bearing Temperature' },
        { label: 'Ambient Temperature', line: 'dash' },
      ],
    }),
  },
  rows: {
    lg: [
      [19, 'pressures 96'],
      [19, 'electrical 96'],
      [19, 'heat 96'],
    ],
    sm: [
      [24, 'pressures 96'],
      [24, 'electrical 96'],
      [24, 'heat 96'],
    ],
    xxs: [
      [21, 'pressures 6'],
      [21, 'electrical 6'],
      [21, 'heat 6'],
    ],
  },
};

const condition: TabDesign = {
  id: 'pump-condition',
  name: 'Condition',
  tiles: {
    vibration: gauge('Vibration', { min: 0, max: 10, ends: [2.8, 4.5], decimals: 2 }),
    shock: gauge('Vibration Peak', { min: 0, max: 10, ends: [2, 4], decimals: 2 }),
    bearing: gauge('Bearing Temperature', { min: 50, max: 250, ends: [160, 190], decimals: 0 }),
    hours: indicator('Run Hours', 0),
    starts: indicator('Motor Starts', 0),
    energy: indicator('Energy', 0),
    week: advancedGraph({
      title: 'Trend of vibration and shocks, 7 days',
      hours: 168,
      axes: [
        { label: 'mm/s', min: 0 },
        { label: 'g', min: 0, max: 4 },
      ],
      lines: [{ label: 'Vibration Trend' }, { label: 'Shock Trend', axis: 'g' }],
    }),
    bearings: advancedGraph({
      title: 'Bearing temperature, 7 days',
      hours: 168,
      axes: [{ label: '°F' }],
      lines: [{ label: 'Bearing Temperature' }, { label: 'Ambient Temperature', line: 'dash' }],
    }),
    zones: textBox(
      '<p><strong>How to read it</strong></p><p>Up to 2.8 mm/s the machine is as good as new; from 4.5 mm/s on plan a bearing change.</p><p>Rising g with steady mm/s points to a bearing, both together with low suction to cavitation.</p><p>The trends stand still while the pump does, and are reckoned to the same speed.</p>',
      13,
    ),
  },
  rows: {
    lg: [
      [22, 'vibration 24', 'shock 24', 'bearing 24', 'zones 24'],
      [10, 'hours 32', 'starts 32', 'energy 32'],
      [25, 'week 48', 'bearings 48'],
    ],
    sm: [
      [19, 'vibration 32', 'shock 32', 'bearing 32'],
      [9, 'hours 32', 'starts 32', 'energy 32'],
      [20, 'week 96'],
      [20, 'bearings 96'],
      [10, 'zones 96'],
    ],
    xxs: [
      [15, 'vibration 3', 'shock 3'],
      [15, 'bearing 6'],
      [8, 'hours 3', 'starts 3'],
      [8, 'energy 6'],
      [20, 'week 6'],
      [20, 'bearings 6'],
      [14, 'zones 6'],
    ],
  },
};

export const pumpTabs: readonly TabDesign[] = [overview, trends, condition, maintenanceTab('pump-maintenance')];
