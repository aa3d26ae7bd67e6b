import type { PlannedDefinition } from '@telltale/domain/demo/demo-plan.ts';
import { dashboardDocument, type TabDesign } from './dashboard-builder.ts';
import { itemDisplays } from './item-displays.ts';
import { pumpTabs } from './pump-dashboard.ts';
import { rigTabs } from './rig-dashboard.ts';
import { seismicTabs } from './seismic-dashboard.ts';
import { tankTabs } from './tank-dashboard.ts';

export const SNUBBING_UNITS = 'HCU-LIME';

function define(
  name: string,
  alias: string,
  dataItems: Readonly<Record<string, string>>,
  dashboard: string,
  tabs: readonly TabDesign[],
): PlannedDefinition {
  return {
    name,
    alias,
    dataItems: Object.entries(dataItems).map(([label, unit]) => ({ label, unit, display: itemDisplays[label] })),
    dashboards: [{ name: dashboard, document: dashboardDocument(tabs) }],
  };
}

/** The first name is what the portal knows snubbing units by: their definition has the id 1 (spec 2 §9). */
export const definitions: readonly PlannedDefinition[] = [
  define(
    SNUBBING_UNITS,
    'Snubbing unit',
    {
      Activity: '',
      'Current Task': '',
      'Hook Load': 'klbf',
      'Block Position': 'ft',
      Depth: 'ft',
      Torque: 'ft·lbf',
      'Rotary Speed': 'rpm',
      'Pump Strokes': 'spm',
      'Pump Pressure': 'psi',
      'Wellhead Pressure': 'psi',
      'Pit Volume': 'bbl',
      'Total Gas': '%',
      'Stroke Counts': '',
      'Engine Hours': 'h',
      'Pump Hours': 'h',
      'Current Plug': '',
    },
    'Rig floor',
    rigTabs,
  ),
  define(
    'Pump Station',
    'Pump station',
    {
      'Motor State': '',
      'Motor Current': 'A',
      'Motor Speed': 'rpm',
      'Motor Power': 'kW',
      'Suction Pressure': 'psi',
      'Discharge Pressure': 'psi',
      'Flow Rate': 'gpm',
      Vibration: 'mm/s',
      'Vibration Peak': 'g',
      'Vibration Trend': 'mm/s',
      'Shock Trend': 'g',
      'Motor Temperature': '°F',
      'Bearing Temperature': '°F',
      'Ambient Temperature': '°F',
      'Run Hours': 'h',
      'Motor Starts': '',
      Energy: 'kWh',
    },
    'Pump station',
    pumpTabs,
  ),
  define(
    'Tank Battery',
    'Tank battery',
    {
      'Battery State': '',
      'Oil Level': 'ft',
      'Oil Level Percent': '%',
      'Oil Volume': 'bbl',
      'Water Level': 'ft',
      'Oil Temperature': '°F',
      'Ambient Temperature': '°F',
      Inflow: 'bbl/h',
      Draw: 'bbl/h',
      'Tank Pressure': 'oz/in²',
      'Loads Today': '',
    },
    'Tank battery',
    tankTabs,
  ),
  define(
    'Seismic Station',
    'Seismic station',
    {
      'Velocity Vertical': 'µm/s',
      'Velocity North': 'µm/s',
      'Velocity East': 'µm/s',
      'Noise RMS': 'µm/s',
      'STA/LTA': '',
      'Peak Velocity Today': 'µm/s',
      'Last Event': '',
      'Last Magnitude': '',
      'Events Today': '',
      'Battery Voltage': 'V',
      'Enclosure Temperature': '°F',
      'Clock Offset': 'µs',
    },
    'Seismic station',
    seismicTabs,
  ),
];
