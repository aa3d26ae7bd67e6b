import { DAY_MS, HOUR_MS } from '../physics/weather.ts';
import { PumpModel } from '../pump/pump-model.ts';
import { RigModel } from '../rig/rig-model.ts';
import { SeismicModel } from '../seismic/seismic-model.ts';
import { TankModel } from '../tank/tank-model.ts';
import { pumpDesigns, RIGS, wells } from './equipment.ts';
import { places } from './places.ts';
import { regions } from './regions.ts';
import { member, type WorldMember } from './world.ts';

/**
 * The sixteen devices of the demonstration and what is wrong with some of them. `bornMs` is when the fleet's world
 * begins (seven days before its first start): faults are planned from there, so that there is always one to see.
 */
export function fleetMembers(bornMs: number): WorldMember[] {
  return [...pumps(), ...tanks(bornMs), ...stations(), ...rigs(bornMs)];
}

function pumps(): WorldMember[] {
  return [
    // Its bearing is on the way out: vibration and temperature grow until the crew takes it to the shop.
    member(
      'PS-1042',
      new PumpModel({
        ...places['PS-1042'],
        seed: 1042,
        design: pumpDesigns.transfer,
        duty: { kind: 'cycle', periodMinutes: 94, share: 0.8, speed: { min: 0.86, max: 1 } },
        supplyPsi: 34,
        wear: { initial: 0.63, perDay: 0.014 },
      }),
    ),
    // A salt-water disposal pump whose strainer clogs every two days: it cavitates until it is cleaned.
    member(
      'PS-1077',
      new PumpModel({
        ...places['PS-1077'],
        seed: 1077,
        design: pumpDesigns.injection,
        duty: { kind: 'continuous', speed: { min: 0.82, max: 0.97 } },
        supplyPsi: 27,
        wear: { initial: 0.3, perDay: 0.009 },
        strainerHours: 44,
      }),
    ),
    // Empties the tank battery beside it.
    member(
      'PS-1103',
      new PumpModel({
        ...places['PS-1103'],
        seed: 1103,
        design: pumpDesigns.booster,
        duty: { kind: 'tank', startShare: 0.64, stopShare: 0.18, speed: { min: 0.88, max: 0.98 } },
        supplyPsi: 12,
        wear: { initial: 0.16, perDay: 0.012 },
      }),
      'TB-2011',
    ),
    member(
      'PS-1210',
      new PumpModel({
        ...places['PS-1210'],
        seed: 1210,
        design: pumpDesigns.transfer,
        duty: { kind: 'cycle', periodMinutes: 146, share: 0.74, speed: { min: 0.8, max: 0.96 } },
        supplyPsi: 38,
        wear: { initial: 0.22, perDay: 0.01 },
      }),
    ),
    member(
      'PS-1355',
      new PumpModel({
        ...places['PS-1355'],
        seed: 1355,
        design: pumpDesigns.water,
        duty: { kind: 'cycle', periodMinutes: 61, share: 0.72, speed: { min: 0.84, max: 1 } },
        supplyPsi: 22,
        wear: { initial: 0.41, perDay: 0.011 },
      }),
    ),
  ];
}

function tanks(bornMs: number): WorldMember[] {
  const shell = { heightFt: 20, oilBblPerFt: 40.3, waterBblPerFt: 20.1 };
  return [
    member(
      'TB-2011',
      new TankModel({
        ...shell,
        ...places['TB-2011'],
        seed: 2011,
        oilBblPerHour: 88,
        waterBblPerHour: 14,
        oilLeavesBy: 'pump',
      }),
      'PS-1103',
    ),
    member(
      'TB-2034',
      new TankModel({
        ...shell,
        ...places['TB-2034'],
        seed: 2034,
        oilBblPerHour: 74,
        waterBblPerHour: 26,
        oilLeavesBy: 'truck',
      }),
    ),
    // A weld begins to weep on the sixth day: more goes in than the meters see come out.
    member(
      'TB-2105',
      new TankModel({
        ...shell,
        ...places['TB-2105'],
        seed: 2105,
        oilBblPerHour: 52,
        waterBblPerHour: 18,
        oilLeavesBy: 'truck',
        leak: { fromMs: bornMs + 5.2 * DAY_MS, bblPerHour: 4.5 },
      }),
    ),
    // Its thermometer has a loose wire: the value is sent as bad while there is no contact.
    member(
      'TB-2208',
      new TankModel({
        ...shell,
        ...places['TB-2208'],
        seed: 2208,
        oilBblPerHour: 38,
        waterBblPerHour: 9,
        oilLeavesBy: 'truck',
        looseWire: { fromHour: 9, toHour: 18 },
      }),
    ),
  ];
}

function stations(): WorldMember[] {
  return [
    member(
      'SS-3001',
      new SeismicModel({ ...places['SS-3001'], seed: 3001, region: regions.delaware, culturalUmS: 0.5 }),
    ),
    member(
      'SS-3002',
      new SeismicModel({ ...places['SS-3002'], seed: 3002, region: regions.delaware, culturalUmS: 1.1 }),
    ),
    member(
      'SS-3010',
      new SeismicModel({ ...places['SS-3010'], seed: 3010, region: regions.oklahoma, culturalUmS: 0.7 }),
    ),
    member(
      'SS-3020',
      new SeismicModel({ ...places['SS-3020'], seed: 3020, region: regions.marcellus, culturalUmS: 0.9 }),
    ),
  ];
}

function rigs(bornMs: number): WorldMember[] {
  return RIGS.map(({ serialNumber, seed, kicks, hoursBefore }) => {
    const { plan, name, wellPsi } = wells[serialNumber];
    const firstJobMs = bornMs - hoursBefore * HOUR_MS;
    return member(
      serialNumber,
      new RigModel({ ...places[serialNumber], seed, well: plan, wellName: name, wellPsi, firstJobMs, kicks }),
    );
  });
}
