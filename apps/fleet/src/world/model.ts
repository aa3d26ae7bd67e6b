/** What a device reports at one moment, by label. Numbers are finite; a bad sensor is told by its quality. */
export type Readings = Record<string, number | string>;

export interface Site {
  /** Seed of everything that is particular to this device. */
  readonly seed: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** What an operator asked for by a command, and the answer that the device gives. */
export interface DeviceCommand {
  readonly method: string;
  readonly params: unknown;
}
export interface DeviceAnswer {
  readonly success: boolean;
  readonly message: string;
}

/** What one device's process means to the process of its neighbour. */
export interface Signals {
  /** Level of the tank, as a share of the span between empty and full. */
  readonly levelShare?: number;
  /** What the pump takes from the tank, barrels per hour. */
  readonly flowBblPerHour?: number;
}

/**
 * A simulated device: a state that is moved on in time. States are plain data, so they can be written to disk; the
 * same state and the same times always give the same readings, however long ago they were computed.
 */
export interface Model<State> {
  /** A plausible state at this time, for a device that is seen for the first time. */
  start(timeMs: number): State;
  /** Moves the state on to `timeMs`, which lies at most a minute ahead of it. */
  advance(state: State, timeMs: number, neighbour?: Signals): void;
  signals?(state: State): Signals;
  read(state: State): Readings;
  /** Labels whose sensor is known to be bad at the state's time. */
  badLabels?(state: State): readonly string[];
  /** Attributes that the device reports about itself; sent when they change. */
  attributes?(state: State): Record<string, string | number>;
  command?(state: State, command: DeviceCommand): DeviceAnswer;
}
