import type { PlannedAsset } from '@telltale/domain/demo/demo-plan.ts';
import { places, type SerialNumber } from '../world/places.ts';
import { roster } from '../world/roster.ts';
import { SNUBBING_UNITS } from './definitions.ts';
import { FICTITIOUS_PATIENT } from './patient.ts';
import { PUMP_WEAR, RIG_WEAR } from './wear.ts';

interface Sheet {
  readonly alias: string;
  readonly description: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function asset(serialNumber: SerialNumber, definition: string, sheet: Sheet): PlannedAsset {
  const gateway = roster.find((device) => device.serialNumber === serialNumber)?.gateway;
  return {
    serialNumber,
    definition,
    ...places[serialNumber],
    ...sheet,
    attributes: { Station: sheet.alias, ...sheet.attributes },
    ...(gateway === undefined ? {} : { gateway }),
  };
}

const pump = (serialNumber: SerialNumber, sheet: Sheet) =>
  asset(serialNumber, 'Pump Station', {
    ...sheet,
    attributes: { ...sheet.attributes, 'maintenance-schedule': PUMP_WEAR },
  });
const tank = (serialNumber: SerialNumber, sheet: Sheet) => asset(serialNumber, 'Tank Battery', sheet);
const station = (serialNumber: SerialNumber, sheet: Sheet) => asset(serialNumber, 'Seismic Station', sheet);
const rig = (serialNumber: SerialNumber, sheet: Sheet) =>
  asset(serialNumber, SNUBBING_UNITS, {
    ...sheet,
    attributes: { ...sheet.attributes, 'maintenance-schedule': RIG_WEAR },
  });

const permian = { Basin: 'Permian', State: 'Texas' };
const oklahoma = { Basin: 'Anadarko', State: 'Oklahoma' };
const marcellus = { Basin: 'Appalachian', State: 'Pennsylvania' };

const pumps: readonly PlannedAsset[] = [
  pump('PS-1042', {
    alias: 'Midland Transfer 7',
    description:
      'Moves stabilised crude from the Midland gathering line to the trunk line. Drive-end bearing is being watched.',
    attributes: {
      ...permian,
      Field: 'Spraberry',
      County: 'Midland County, TX',
      Operator: 'Caprock Gathering',
      Service: 'Crude transfer, 8 in line',
      Pump: '4 × 6 × 9, 5 stages',
      Motor: '200 hp, 480 V, drive',
      'Rated Point': '620 gpm at 940 ft',
      Installed: 'March 2023',
    },
  }),
  pump('PS-1077', {
    alias: 'Pecos Disposal 12',
    description:
      'Injects produced water. The suction strainer clogs every other day; expect low suction before it is cleaned.',
    attributes: {
      ...permian,
      Field: 'Wolfbone',
      County: 'Reeves County, TX',
      Operator: 'Toyah Water',
      Service: 'Produced water injection',
      Pump: '3 × 4 × 8, 11 stages',
      Motor: '500 hp, 2.3 kV, drive',
      'Rated Point': '480 gpm at 2,350 ft',
      Installed: 'October 2022',
    },
  }),
  pump('PS-1103', {
    alias: 'Stanton Booster 3',
    description: 'Empties Stanton Battery A into the gathering line; started and stopped by the tank level.',
    attributes: {
      ...permian,
      Field: 'Spraberry',
      County: 'Martin County, TX',
      Operator: 'Caprock Gathering',
      Service: 'Booster of Stanton Battery A',
      Pump: '2 × 3 × 7, 2 stages',
      Motor: '20 hp, 480 V, drive',
      'Rated Point': '148 gpm at 410 ft',
      Installed: 'June 2021',
    },
  }),
  pump('PS-1210', {
    alias: 'Kingfisher Lift 2',
    description: 'Crude lift station on the Kingfisher lateral.',
    attributes: {
      ...oklahoma,
      Field: 'STACK',
      County: 'Kingfisher County, OK',
      Operator: 'Cimarron Midstream',
      Service: 'Crude lift, 6 in lateral',
      Pump: '4 × 6 × 9, 5 stages',
      Motor: '200 hp, 480 V, drive',
      'Rated Point': '620 gpm at 940 ft',
      Installed: 'January 2024',
    },
  }),
  pump('PS-1355', {
    alias: 'Amwell Water 4',
    description: 'Fresh-water transfer from the Amwell impoundment to the pads.',
    attributes: {
      ...marcellus,
      Field: 'Marcellus South',
      County: 'Washington County, PA',
      Operator: 'Laurel Ridge Energy',
      Service: 'Fresh-water transfer',
      Pump: '8 × 10 × 14, single stage',
      Motor: '150 hp, 480 V, drive',
      'Rated Point': '1,150 gpm at 385 ft',
      Installed: 'May 2024',
    },
  }),
];

const shell = { Tanks: '2 × 400 bbl oil, 1 × 400 bbl water', Gauging: 'Guided-wave radar' };

const tanks: readonly PlannedAsset[] = [
  tank('TB-2011', {
    alias: 'Stanton Battery A',
    description: 'Six wells; Stanton Booster 3 takes the oil away.',
    attributes: {
      ...permian,
      ...shell,
      Field: 'Spraberry',
      County: 'Martin County, TX',
      Operator: 'Caprock Gathering',
      Service: 'Six horizontal wells',
      Takeaway: 'Booster pump',
      pingrate: '60000',
    },
  }),
  tank('TB-2034', {
    alias: 'Pecos Battery 2',
    description: 'Four wells, trucked. Production is close to what the trucks can take at night.',
    attributes: {
      ...permian,
      ...shell,
      Field: 'Wolfbone',
      County: 'Reeves County, TX',
      Operator: 'Toyah Operating',
      Service: 'Four horizontal wells',
      Takeaway: 'Truck, 186 bbl a load',
      pingrate: '60000',
    },
  }),
  tank('TB-2105', {
    alias: 'Okarche Battery 5',
    description: 'Three wells, trucked. Shell of tank 2 was patched in 2024.',
    attributes: {
      ...oklahoma,
      ...shell,
      Field: 'STACK',
      County: 'Canadian County, OK',
      Operator: 'Cimarron Operating',
      Service: 'Three horizontal wells',
      Takeaway: 'Truck, 186 bbl a load',
    },
  }),
  tank('TB-2208', {
    alias: 'Greene Battery 1',
    description:
      'Condensate and water of two wells. The oil thermometer loses contact when the compressor next door runs.',
    attributes: {
      ...marcellus,
      ...shell,
      Field: 'Marcellus South',
      County: 'Greene County, PA',
      Operator: 'Laurel Ridge Energy',
      Service: 'Two wells, condensate',
      Takeaway: 'Truck, 186 bbl a load',
    },
  }),
];

const seismometer = {
  Sensor: 'Three-axis, 4.5 Hz',
  Digitiser: '24 bit, 200 Hz',
  Trigger: 'STA 3 s, LTA 100 s, ratio 4',
};

const stations: readonly PlannedAsset[] = [
  station('SS-3001', {
    alias: 'Coyanosa',
    description: 'Quiet site in the Delaware basin, ten miles from the nearest road.',
    attributes: {
      ...permian,
      ...seismometer,
      Network: 'Delaware basin array',
      Field: 'Delaware basin',
      County: 'Pecos County, TX',
      Vault: 'Buried, 6 ft',
    },
  }),
  station('SS-3002', {
    alias: 'Orla South',
    description: 'Close to a haul road: noisy on working days.',
    attributes: {
      ...permian,
      ...seismometer,
      Network: 'Delaware basin array',
      Field: 'Delaware basin',
      County: 'Reeves County, TX',
      Vault: 'Surface pier',
    },
  }),
  station('SS-3010', {
    alias: 'Crescent',
    description: 'Weak radio path: loses contact twice a day and sends what it measured afterwards.',
    attributes: {
      ...oklahoma,
      ...seismometer,
      Network: 'Central Oklahoma array',
      Field: 'Nemaha uplift',
      County: 'Logan County, OK',
      Vault: 'Buried, 4 ft',
      pingrate: '30000',
    },
  }),
  station('SS-3020', {
    alias: 'Ten Mile Creek',
    description: 'Reference station for completions in Washington and Greene counties.',
    attributes: {
      ...marcellus,
      ...seismometer,
      Network: 'Southwest Pennsylvania array',
      Field: 'Marcellus South',
      County: 'Washington County, PA',
      Vault: 'Borehole, 100 ft',
    },
  }),
];

/** State and county as the job wizard stores them: the code that the number of a well begins with, and the FIPS code. */
const rigs: readonly PlannedAsset[] = [
  rig('SU-4104', {
    alias: 'Rig 104',
    description: 'Mills frac plugs on three-well pads in the Midland basin.',
    attributes: {
      Basin: 'Permian',
      State: '42',
      'Oil Company': 'Llano Estacado Oil',
      Pad: 'Mesquite Draw',
      County: '329',
      'Job Description': 'Drill Out',
      'Formation Type': 'Permian',
      'Rig Rating': '285,000 lbs',
      'Frac Plug Type': 'Composite, ball drop',
      Motor: 'NOV',
      Bit: 'Bladed mill, five blades',
      PatientInfo: FICTITIOUS_PATIENT,
    },
  }),
  rig('SU-4211', {
    alias: 'Rig 211',
    description: 'High-pressure pads in the Anadarko basin; took kicks on the last two wells.',
    attributes: {
      Basin: 'Anadarko',
      State: '35',
      'Oil Company': 'Cimarron Operating',
      Pad: 'Redbud',
      County: '017',
      'Job Description': 'Hybrid Drill Out',
      'Formation Type': 'Other',
      'Rig Rating': '300,000 lbs',
      'Frac Plug Type': 'Composite, caged ball',
      Motor: 'DRILEX',
      Bit: 'Roller cone, carbide insert',
    },
  }),
  rig('SU-4307', {
    alias: 'Snubbing Unit 7',
    description: 'Stand-alone snubbing unit for dry-gas wells.',
    attributes: {
      Basin: 'Appalachian',
      State: '37',
      'Oil Company': 'Laurel Ridge Energy',
      Pad: 'Laurel Run',
      County: '059',
      'Job Description': 'Drill Out - Tubing Install',
      'Formation Type': 'Marcellus',
      'Rig Rating': '300,000 lbs',
      'Frac Plug Type': 'Dissolvable, ball drop',
      Motor: 'BICO',
      Bit: 'PDC',
    },
  }),
];

export const assets: readonly PlannedAsset[] = [...rigs, ...pumps, ...tanks, ...stations];
