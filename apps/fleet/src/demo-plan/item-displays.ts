import { type ItemDisplay, PLAIN_DISPLAY } from '@telltale/contract';

/** As the alarms of the plan: a warning, and what needs somebody at once. */
const WARNING = 5;
const ALARM = 10;

type Limits = Partial<Record<keyof ItemDisplay['bands'], number>>;

/** A scale with its limits: inner ones warn, outer ones are alarms. */
function scale(min: number, max: number, decimals: number, limits: Limits = {}, description = ''): ItemDisplay {
  const band = (limit: number | undefined, severity: number) =>
    limit === undefined ? null : { limit, color: '', severity };
  const { lowLow, low, high, highHigh } = limits;
  return {
    ...PLAIN_DISPLAY,
    min,
    max,
    decimals,
    bands: {
      lowLow: band(lowLow, ALARM),
      low: band(low, WARNING),
      high: band(high, WARNING),
      highHigh: band(highHigh, ALARM),
    },
    description,
  };
}

/** How the equipment's data items are read, by label; those without an entry are told by what they record. */
export const itemDisplays: Readonly<Record<string, ItemDisplay>> = {
  'Hook Load': scale(0, 100, 1, { high: 80, highHigh: 92 }),
  'Pump Pressure': scale(0, 5_000, 0, { high: 4_000, highHigh: 4_500 }),
  'Wellhead Pressure': scale(0, 5_000, 0, { high: 3_500, highHigh: 4_400 }),
  'Total Gas': scale(0, 20, 2, { high: 4, highHigh: 10 }, 'In the returns'),
  'Pit Volume': scale(200, 300, 1, { high: 275, highHigh: 290 }),
  Vibration: scale(0, 10, 2, { high: 2.8, highHigh: 4.5 }, 'Velocity at the drive-end bearing housing'),
  'Vibration Peak': scale(0, 10, 2, { high: 2, highHigh: 4 }),
  'Motor Temperature': scale(50, 300, 0, { high: 200, highHigh: 250 }, 'Windings'),
  'Bearing Temperature': scale(50, 250, 0, { high: 160, highHigh: 190 }, 'Drive-end bearing'),
  'Suction Pressure': scale(0, 60, 1),
  'Discharge Pressure': scale(0, 400, 0),
  'Flow Rate': scale(0, 600, 0),
  'Motor Current': scale(0, 150, 1),
  'Oil Level Percent': scale(0, 100, 1, { high: 80, highHigh: 90 }),
  'Tank Pressure': scale(-2, 8, 2, { high: 4, highHigh: 6 }),
  'Battery Voltage': scale(11, 15, 2, { lowLow: 11.8, low: 12.2 }),
  'Enclosure Temperature': scale(0, 150, 0, { high: 110, highHigh: 130 }),
};
