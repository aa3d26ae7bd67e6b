import type { TabDesign } from './dashboard-builder.ts';
import { advancedGraph, factsBox, fastGraph, gauge, indicator, textBox, titleBox } from './tiles.ts';

const overview: TabDesign = {
  id: 'tank-overview',
  name: 'Overview',
  tiles: {
    title: titleBox('{{attributes.Station}}', [
      '{{attributes.Service}}',
      '{{attributes.Field}}, {{attributes.County}}',
      '{{attributes.Operator}}',
    ]),
    state: indicator('Battery State'),
    volume: indicator('Oil Volume', 0),
    level: indicator('Oil Level', 2),
    water: indicator('Water Level', 2),
    temperature: indicator('Oil Temperature', 1),
    fill: gauge('Oil Level Percent', { min: 0, max: 100, ends: [80, 90], decimals: 1, name: 'Oil tanks' }),
    pressure: gauge('Tank Pressure', { min: -2, max: 8, ends: [4, 6], decimals: 2 }),
    levels: advancedGraph({
      title: 'Levels',
      hours: 24,
      axes: [{ label: 'ft', min: 0, max: 20 }],
      lines: [{ label: 'Oil Level', fill: true }, { label: 'Water Level' }],
    }),
    flows: fastGraph({
      title: 'In and out',
      hours: 12,
      axes: [{ label: 'bbl/h', min: 0 }],
      lines: [{ label: 'Inflow' }, { label: 'Draw', line: 'step' }],
    }),
    heat: fastGraph({
      title: 'Temperatures',
      hours: 24,
      axes: [{ label: '°F' }],
      lines: [{ label: 'Oil Temperature' }, { label: 'Ambient Temperature', line: 'dash' }],
    }),
    facts: factsBox('Battery', [
      ['Tanks', '{{attributes.Tanks}}'],
      ['Oil leaves by', '{{attributes.Takeaway}}'],
      ['Loads today', '{{dataItems.Loads Today}}'],
      ['Gauging', '{{attributes.Gauging}}'],
      ['Water', '{{dataItems.Water Level}} ft'],
    ]),
  },
  rows: {
    lg: [
      [10, 'title 24', 'state 20', 'volume 13', 'level 13', 'water 13', 'temperature 13'],
      [26, 'levels 56', 'fill 20', 'pressure 20'],
      [21, 'flows 40', 'heat 32', 'facts 24'],
    ],
    sm: [
      [9, 'title 56', 'state 40'],
      [9, 'volume 24', 'level 24', 'water 24', 'temperature 24'],
      [22, 'levels 96'],
      [20, 'fill 48', 'pressure 48'],
      [17, 'flows 96'],
      [18, 'heat 52', 'facts 44'],
    ],
    xxs: [
      [8, 'title 6'],
      [8, 'state 6'],
      [8, 'volume 3', 'level 3'],
      [8, 'water 3', 'temperature 3'],
      [15, 'fill 3', 'pressure 3'],
      [20, 'levels 6'],
      [18, 'flows 6'],
      [18, 'heat 6'],
      [13, 'facts 6'],
    ],
  },
};

const trends: TabDesign = {
  id: 'tank-trends',
  name: 'Trends',
  tiles: {
    week: advancedGraph({
      title: 'Levels, 7 days',
      hours: 168,
      axes: [{ label: 'ft', min: 0, max: 20 }],
      lines: [{ label: 'Oil Level', fill: true }, { label: 'Water Level' }],
    }),
    flows: advancedGraph({
      title: 'Inflow and draw, 48 h',
      hours: 48,
      axes: [{ label: 'bbl/h', min: 0 }],
      lines: [{ label: 'Inflow' }, { label: 'Draw', line: 'step' }],
    }),
    heat: advancedGraph({
      title: 'Temperature and tank pressure, 7 days',
      hours: 168,
      axes: [{ label: '°F' }, { label: 'oz/in²' }],
      lines: [
        { label: 'Oil Temperature' },
        { label: 'Ambient Temperature', line: 'dash' },
        { label: 'Tank Pressure', axis: 'oz/in²' },
      ],
    }),
  },
  rows: {
    lg: [
      [19, 'week 96'],
      [19, 'flows 96'],
      [19, 'heat 96'],
    ],
    sm: [
      [24, 'week 96'],
      [24, 'flows 96'],
      [24, 'heat 96'],
    ],
    xxs: [
      [21, 'week 6'],
      [21, 'flows 6'],
      [21, 'heat 6'],
    ],
  },
};

const balance: TabDesign = {
  id: 'tank-balance',
  name: 'Balance',
  tiles: {
    inflow: indicator('Inflow', 1),
    draw: indicator('Draw', 1),
    loads: indicator('Loads Today', 0),
    volume: indicator('Oil Volume', 0),
    stock: advancedGraph({
      title: 'Stock against flow, 24 h',
      hours: 24,
      axes: [
        { label: 'bbl', min: 0 },
        { label: 'bbl/h', min: 0 },
      ],
      lines: [
        { label: 'Oil Volume', fill: true },
        { label: 'Inflow', axis: 'bbl/h' },
        { label: 'Draw', axis: 'bbl/h', line: 'step' },
      ],
    }),
    reading: textBox(
      '<p><strong>How to read it</strong></p><p>Between two loads the stock must grow by what the wells bring. When it grows less than the inflow says, look for a leak before the next load hides it.</p>',
      13,
    ),
  },
  rows: {
    lg: [
      [10, 'inflow 18', 'draw 18', 'loads 18', 'volume 18', 'reading 24'],
      [47, 'stock 96'],
    ],
    sm: [
      [9, 'inflow 24', 'draw 24', 'loads 24', 'volume 24'],
      [36, 'stock 96'],
      [8, 'reading 96'],
    ],
    xxs: [
      [8, 'inflow 3', 'draw 3'],
      [8, 'loads 3', 'volume 3'],
      [26, 'stock 6'],
      [11, 'reading 6'],
    ],
  },
};

export const tankTabs: readonly TabDesign[] = [overview, trends, balance];
