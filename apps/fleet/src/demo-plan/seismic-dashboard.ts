import type { TabDesign } from './dashboard-builder.ts';
import { advancedGraph, factsBox, fastGraph, gauge, indicator, titleBox } from './tiles.ts';

/** The seismogram of one axis; ten minutes, without a legend: its title says what it is. */
function trace(axis: 'Vertical' | 'North' | 'East') {
  return fastGraph({
    title: `${axis}, µm/s`,
    hours: 0.25,
    axes: [{ label: 'µm/s' }],
    lines: [{ label: `Velocity ${axis}` }],
    legend: false,
    decimation: 100,
  });
}

const overview: TabDesign = {
  id: 'seismic-overview',
  name: 'Overview',
  tiles: {
    title: titleBox('{{attributes.Station}}', [
      '{{attributes.Network}}',
      '{{attributes.Field}}, {{attributes.County}}',
      '{{attributes.Vault}}',
    ]),
    event: indicator('Last Event'),
    magnitude: indicator('Last Magnitude', 1),
    today: indicator('Events Today', 0),
    noise: indicator('Noise RMS', 2),
    peak: indicator('Peak Velocity Today', 1),
    vertical: trace('Vertical'),
    north: trace('North'),
    east: trace('East'),
    trigger: gauge('STA/LTA', { min: 0, max: 10, ends: [2.5, 4], decimals: 2 }),
    ratio: advancedGraph({
      title: 'Detector and noise',
      hours: 6,
      axes: [
        { label: 'STA/LTA', min: 0 },
        { label: 'µm/s', min: 0 },
      ],
      lines: [{ label: 'STA/LTA' }, { label: 'Noise RMS', axis: 'µm/s', smooth: 15 }],
    }),
    facts: factsBox(
      'Station',
      [
        ['Sensor', '{{attributes.Sensor}}'],
        ['Digitiser', '{{attributes.Digitiser}}'],
        ['Vault', '{{attributes.Vault}}'],
        ['Trigger', '{{attributes.Trigger}}'],
        ['Power', '{{dataItems.Battery Voltage}} V'],
      ],
      1,
    ),
  },
  rows: {
    lg: [
      [10, 'title 24', 'event 24', 'magnitude 12', 'today 12', 'noise 12', 'peak 12'],
      [16, 'vertical 96'],
      [14, 'north 48', 'east 48'],
      [17, 'trigger 18', 'ratio 54', 'facts 24'],
    ],
    sm: [
      [9, 'title 48', 'event 48'],
      [9, 'magnitude 24', 'today 24', 'noise 24', 'peak 24'],
      [15, 'vertical 96'],
      [15, 'north 48', 'east 48'],
      [18, 'ratio 96'],
      [18, 'trigger 48', 'facts 48'],
    ],
    xxs: [
      [8, 'title 6'],
      [8, 'event 6'],
      [8, 'magnitude 3', 'today 3'],
      [8, 'noise 3', 'peak 3'],
      [13, 'vertical 6'],
      [13, 'north 6'],
      [13, 'east 6'],
      [16, 'trigger 6'],
      [19, 'ratio 6'],
      [13, 'facts 6'],
    ],
  },
};

const day: TabDesign = {
  id: 'seismic-day',
  name: 'Day',
  tiles: {
    motion: advancedGraph({
      title: 'Vertical velocity, 24 h',
      hours: 24,
      axes: [{ label: 'µm/s' }],
      lines: [{ label: 'Velocity Vertical' }],
      decimation: 40,
    }),
    noise: advancedGraph({
      title: 'Noise, 7 days',
      hours: 168,
      axes: [{ label: 'µm/s', min: 0 }],
      lines: [{ label: 'Noise RMS', smooth: 5 }],
    }),
    magnitudes: advancedGraph({
      title: 'Detected events, 7 days',
      hours: 168,
      axes: [
        { label: 'magnitude', min: 0 },
        { label: 'today', min: 0 },
      ],
      lines: [
        { label: 'Last Magnitude', line: 'step' },
        { label: 'Events Today', axis: 'today', line: 'step' },
      ],
    }),
  },
  rows: {
    lg: [
      [28, 'motion 96'],
      [29, 'noise 48', 'magnitudes 48'],
    ],
    sm: [
      [26, 'motion 96'],
      [23, 'noise 96'],
      [23, 'magnitudes 96'],
    ],
    xxs: [
      [22, 'motion 6'],
      [20, 'noise 6'],
      [20, 'magnitudes 6'],
    ],
  },
};

const health: TabDesign = {
  id: 'seismic-health',
  name: 'Health',
  tiles: {
    battery: gauge('Battery Voltage', { min: 11, max: 15, ends: [11.8, 12.2], badEnd: 'low', decimals: 2 }),
    enclosure: gauge('Enclosure Temperature', { min: 0, max: 150, ends: [110, 130], decimals: 0 }),
    clock: gauge('Clock Offset', { min: -100, max: 100, ends: [-50, 50], badEnd: 'both', decimals: 0 }),
    power: advancedGraph({
      title: 'Power, 7 days',
      hours: 168,
      axes: [{ label: 'V' }],
      lines: [{ label: 'Battery Voltage' }],
    }),
    climate: advancedGraph({
      title: 'Enclosure and clock, 7 days',
      hours: 168,
      axes: [{ label: '°F' }, { label: 'µs', min: -100, max: 100 }],
      lines: [{ label: 'Enclosure Temperature' }, { label: 'Clock Offset', axis: 'µs' }],
    }),
  },
  rows: {
    lg: [
      [23, 'battery 32', 'enclosure 32', 'clock 32'],
      [34, 'power 48', 'climate 48'],
    ],
    sm: [
      [20, 'battery 32', 'enclosure 32', 'clock 32'],
      [26, 'power 96'],
      [26, 'climate 96'],
    ],
    xxs: [
      [15, 'battery 3', 'enclosure 3'],
      [15, 'clock 6'],
      [20, 'power 6'],
      [20, 'climate 6'],
    ],
  },
};

export const seismicTabs: readonly TabDesign[] = [overview, day, health];
