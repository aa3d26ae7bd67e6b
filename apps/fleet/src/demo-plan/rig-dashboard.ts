import { permissionId } from '@telltale/contract';
import type { TabDesign } from './dashboard-builder.ts';
import { maintenanceTab } from './maintenance-tab.ts';
import { advancedGraph, factsBox, fastGraph, gauge, indicator, textBox, titleBox } from './tiles.ts';

const overview: TabDesign = {
  id: 'rig-overview',
  name: 'Overview',
  tiles: {
    title: titleBox('{{attributes.Well}}', [
      '{{attributes.Station}}, {{attributes.Oil Company}}',
      '{{attributes.Pad}} pad, {{attributes.Basin}} basin',
      '{{attributes.Formation Type}}',
    ]),
    task: indicator('Current Task'),
    depth: indicator('Depth', 0),
    hook: indicator('Hook Load', 1),
    torque: indicator('Torque', 0),
    wellhead: indicator('Wellhead Pressure', 0),
    string: advancedGraph({
      title: 'Hook load and block',
      hours: 0.5,
      axes: [
        { label: 'klbf', min: 0 },
        { label: 'ft', min: 0, max: 80 },
      ],
      lines: [
        { label: 'Hook Load', fill: true },
        { label: 'Block Position', axis: 'ft' },
      ],
    }),
    hookDial: gauge('Hook Load', { min: 0, max: 100, ends: [80, 92], decimals: 1 }),
    pumpDial: gauge('Pump Pressure', { min: 0, max: 5000, ends: [4000, 4500], decimals: 0 }),
    progress: fastGraph({
      title: 'Depth, 72 h',
      hours: 72,
      axes: [{ label: 'ft', min: 0 }],
      lines: [{ label: 'Depth', fill: true }],
      invert: true,
      legend: false,
    }),
    milling: fastGraph({
      title: 'Torque and rotation',
      hours: 2,
      axes: [
        { label: 'ft·lbf', min: 0 },
        { label: 'rpm', min: 0 },
      ],
      lines: [{ label: 'Torque' }, { label: 'Rotary Speed', axis: 'rpm' }],
    }),
    facts: factsBox('Job', [
      ['Job', '{{attributes.Job Description}}'],
      ['BOPs', '{{attributes.BOP Count}}'],
      ['Total depth', '{{attributes.Total Depth (ft)}} ft'],
      ['Kill depth', '{{attributes.Kill Depth (ft)}} ft'],
      ['Tubing depth', '{{attributes.Prod. Tubing Depth (ft)}} ft'],
      ['Current plug', '{{dataItems.Current Plug}}'],
    ]),
  },
  rows: {
    lg: [
      [10, 'title 24', 'task 20', 'depth 13', 'hook 12', 'torque 12', 'wellhead 15'],
      [26, 'string 60', 'hookDial 18', 'pumpDial 18'],
      [21, 'progress 36', 'milling 36', 'facts 24'],
    ],
    sm: [
      [9, 'title 56', 'task 40'],
      [9, 'depth 24', 'hook 24', 'torque 24', 'wellhead 24'],
      [22, 'string 96'],
      [20, 'hookDial 48', 'pumpDial 48'],
      [17, 'milling 96'],
      [18, 'progress 52', 'facts 44'],
    ],
    xxs: [
      [8, 'title 6'],
      [8, 'task 6'],
      [8, 'depth 3', 'hook 3'],
      [8, 'torque 3', 'wellhead 3'],
      [20, 'string 6'],
      [15, 'hookDial 3', 'pumpDial 3'],
      [18, 'progress 6'],
      [18, 'milling 6'],
      [15, 'facts 6'],
    ],
  },
};

const wellControl: TabDesign = {
  id: 'rig-well-control',
  name: 'Well control',
  tiles: {
    pressure: gauge('Wellhead Pressure', { min: 0, max: 5000, ends: [3500, 4400], decimals: 0 }),
    gas: gauge('Total Gas', { min: 0, max: 20, ends: [4, 10], decimals: 2 }),
    pit: gauge('Pit Volume', { min: 200, max: 300, ends: [275, 290], decimals: 1 }),
    inflow: advancedGraph({
      title: 'Wellhead pressure and gas, 72 h',
      hours: 72,
      axes: [
        { label: 'psi', min: 0 },
        { label: '%', min: 0, max: 40 },
      ],
      lines: [{ label: 'Wellhead Pressure' }, { label: 'Total Gas', axis: '%', fill: true }],
    }),
    volume: advancedGraph({
      title: 'Pit volume, 72 h',
      hours: 72,
      axes: [{ label: 'bbl' }],
      lines: [{ label: 'Pit Volume' }],
    }),
    reading: textBox(
      '<p><strong>How to read it</strong></p><p>A kick shows in the pit first: volume grows while the pumps run evenly. Then gas comes up and the wellhead pressure rises. It is out when all three are back.</p>',
      13,
    ),
  },
  rows: {
    lg: [
      [22, 'pressure 24', 'gas 24', 'pit 24', 'reading 24'],
      [35, 'inflow 58', 'volume 38'],
    ],
    sm: [
      [20, 'pressure 32', 'gas 32', 'pit 32'],
      [24, 'inflow 96'],
      [20, 'volume 96'],
      [8, 'reading 96'],
    ],
    xxs: [
      [15, 'pressure 3', 'gas 3'],
      [15, 'pit 6'],
      [20, 'inflow 6'],
      [18, 'volume 6'],
      [12, 'reading 6'],
    ],
  },
};

const machinery: TabDesign = {
  id: 'rig-machinery',
  name: 'Machinery',
  tiles: {
    engine: indicator('Engine Hours', 1),
    pump: indicator('Pump Hours', 1),
    strokes: indicator('Stroke Counts', 0),
    rate: indicator('Pump Strokes', 1),
    pumping: advancedGraph({
      title: 'Pump, 24 h',
      hours: 24,
      axes: [
        { label: 'psi', min: 0 },
        { label: 'spm', min: 0 },
      ],
      lines: [
        { label: 'Pump Pressure', fill: true },
        { label: 'Pump Strokes', axis: 'spm' },
      ],
    }),
    rotation: advancedGraph({
      title: 'Rotation, 6 h',
      hours: 6,
      axes: [
        { label: 'ft·lbf', min: 0 },
        { label: 'rpm', min: 0 },
      ],
      lines: [{ label: 'Torque' }, { label: 'Rotary Speed', axis: 'rpm' }],
    }),
  },
  rows: {
    lg: [
      [10, 'engine 24', 'pump 24', 'strokes 24', 'rate 24'],
      [24, 'pumping 96'],
      [23, 'rotation 96'],
    ],
    sm: [
      [9, 'engine 24', 'pump 24', 'strokes 24', 'rate 24'],
      [30, 'pumping 96'],
      [30, 'rotation 96'],
    ],
    xxs: [
      [8, 'engine 3', 'pump 3'],
      [8, 'strokes 3', 'rate 3'],
      [21, 'pumping 6'],
      [21, 'rotation 6'],
    ],
  },
};

const report: TabDesign = {
  id: 'rig-report',
  name: 'Report',
  tiles: { report: { type: { name: 'State Report', value: 'StateReport' }, settings: { title: '' } } },
  rows: {
    lg: [[110, 'report 96']],
    sm: [[110, 'report 96']],
    xxs: [[90, 'report 6']],
  },
};

/** For those alone who may read what it shows. */
const crew: TabDesign = {
  id: 'rig-crew',
  name: 'Crew',
  permissionId: permissionId('CustomPermission1', 'View'),
  tiles: {
    patient: { type: { name: 'Patient Chart', value: 'PatientChart' }, settings: { title: 'Hand of the shift' } },
  },
  rows: {
    lg: [[64, 'patient 96']],
    sm: [[72, 'patient 96']],
    xxs: [[96, 'patient 6']],
  },
};

export const rigTabs: readonly TabDesign[] = [
  overview,
  wellControl,
  machinery,
  report,
  maintenanceTab('rig-maintenance'),
  crew,
];
