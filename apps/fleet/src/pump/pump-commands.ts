import type { DeviceAnswer, DeviceCommand } from '../world/model.ts';
import type { PumpState } from './pump-state.ts';

/** Commands that the station understands (`method` is module.command, spec 3 §8); anything else is refused by name. */
export function commandPump(state: PumpState, command: DeviceCommand): DeviceAnswer {
  switch (command.method) {
    case 'pump.start':
      if (state.outUntilMs > state.timeMs) return refused(`The pump is ${state.motor.toLowerCase()}.`);
      state.hand.run = 'on';
      return done('Starting.');
    case 'pump.stop':
      state.hand.run = 'off';
      return done('Stopping.');
    case 'pump.auto':
      state.hand = { run: 'auto', speed: null };
      return done('The station decides again.');
    case 'pump.setSpeed': {
      const percent = typeof command.params === 'number' ? command.params : Number.NaN;
      if (!(percent >= 40 && percent <= 105)) return refused('The parameter must be a speed of 40 to 105 percent.');
      state.hand.speed = percent / 100;
      return done(`Speed setpoint ${percent} %.`);
    }
    default:
      return refused(`Unknown method ${command.method}.`);
  }
}

const done = (message: string): DeviceAnswer => ({ success: true, message });
const refused = (message: string): DeviceAnswer => ({ success: false, message });
