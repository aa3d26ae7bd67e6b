import type { Dimension } from '@telltale/domain/units/unit.ts';

/** The dimensions as people call them. */
export const dimensionNames: Readonly<Record<Dimension, string>> = {
  pressure: 'Pressure',
  pressureGradient: 'Pressure gradient',
  temperature: 'Temperature',
  flow: 'Flow',
  massFlow: 'Mass flow',
  volume: 'Volume',
  length: 'Length and depth',
  distance: 'Distance',
  size: 'Size',
  velocity: 'Velocity',
  penetration: 'Rate of penetration',
  speed: 'Speed',
  mass: 'Mass',
  density: 'Density',
  force: 'Force',
  torque: 'Torque',
  power: 'Power',
};
