import type { PlannedAlarm } from '@telltale/domain/demo/demo-plan.ts';
import { SNUBBING_UNITS } from './definitions.ts';

/** Severities: 2 an update, 5 a warning, 10 an alarm (spec 2 §9). */
const UPDATE = 2;
const WARNING = 5;
const ALARM = 10;

function alarm(
  definition: string,
  name: string,
  severity: number,
  expression: string,
  reason: string,
  more: Partial<PlannedAlarm> = {},
): PlannedAlarm {
  const plain = { selfAck: true, escalation: 0, onDelay: 0, offDelay: 0, deadband: 0 };
  return { definition, name, severity, expression, reason, ...plain, ...more };
}

const pump = alarm.bind(undefined, 'Pump Station');
const tank = alarm.bind(undefined, 'Tank Battery');
const station = alarm.bind(undefined, 'Seismic Station');
const rig = alarm.bind(undefined, SNUBBING_UNITS);

/** Limits that the simulated equipment meets now and then, and some that it should never meet. */
export const alarms: readonly PlannedAlarm[] = [
  rig(
    'Gas in returns',
    WARNING,
    'avg(_Total_Gas, 60) > 1.7',
    'Gas in the returns is above 1.7 %. Watch the pit level.',
    {
      offDelay: 60,
    },
  ),
  // The second one: the seismic page lists the alarms of definition 2 as locally detected events.
  station('Local event', UPDATE, '_STA_LTA > 4', 'The short-term average stands out of the long-term one.', {
    deadband: 2,
    offDelay: 30,
  }),
  rig('High wellhead pressure', ALARM, '_Wellhead_Pressure > 4000', 'Wellhead pressure is above 4,000 psi.', {
    selfAck: false,
    deadband: 100,
    escalation: 900,
  }),
  rig('Pit gain', ALARM, 'rate(_Pit_Volume, 600) > 0.03', 'The pits gain more than 18 bbl in ten minutes: a kick?', {
    selfAck: false,
    onDelay: 30,
  }),
  pump(
    'Tripped',
    ALARM,
    '_Motor_State = "Tripped"',
    'The drive has tripped. Find out why before it is started again.',
    {
      selfAck: false,
      escalation: 1_800,
    },
  ),
  pump(
    'Low suction pressure',
    WARNING,
    '_Suction_Pressure < 6 and _Motor_State in ("Running", "Starting")',
    'The suction strainer may be clogged; the pump cavitates.',
    { onDelay: 10, deadband: 1 },
  ),
  pump('High bearing temperature', WARNING, '_Bearing_Temperature > 140', 'The drive-end bearing is above 140 °F.', {
    deadband: 3,
    escalation: 3_600,
  }),
  pump('High vibration', WARNING, 'avg(_Vibration, 60) > 4', 'Velocity at the bearing housing is above 4 mm/s.', {
    offDelay: 120,
  }),
  pump('No data', UPDATE, 'age(_Suction_Pressure) > 300', 'Nothing was heard of the station for five minutes.'),
  tank('High level', WARNING, '_Oil_Level_Percent > 85', 'Call a truck, or start the transfer pump.', {
    deadband: 2,
    escalation: 1_800,
  }),
  tank('Shut in', ALARM, '_Battery_State = "Shut in, high level"', 'The battery has shut in the wells: it is full.', {
    selfAck: false,
  }),
  tank(
    'Losing oil',
    ALARM,
    'rate(_Oil_Volume, 900) < -0.02 and max(_Draw, 900) = 0',
    'Oil goes where no meter sees it.',
    {
      selfAck: false,
      onDelay: 60,
    },
  ),
  tank('No data', UPDATE, 'age(_Oil_Level) > 300', 'Nothing was heard of the battery for five minutes.'),
  station('Battery low', UPDATE, '_Battery_Voltage < 12.95', 'The sun has not charged the battery.', {
    deadband: 0.1,
    onDelay: 60,
  }),
  station('No data', UPDATE, 'age(_Noise_RMS) > 300', 'Nothing was heard of the station for five minutes.'),
];
