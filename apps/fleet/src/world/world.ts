import type { DeviceAnswer, DeviceCommand, Model, Readings } from './model.ts';

/** A model whose state type is its own business. */
export type AnyModel = Model<unknown>;

export interface WorldMember {
  readonly serialNumber: string;
  readonly model: AnyModel;
  /** Serial number of the asset whose process this one is tied to. */
  readonly neighbour?: string;
}

/** Forgets the state's type at the one place where members of different kinds are listed together. */
export function member<State>(serialNumber: string, model: Model<State>, neighbour?: string): WorldMember {
  const forgotten = model as unknown as AnyModel;
  return neighbour === undefined ? { serialNumber, model: forgotten } : { serialNumber, model: forgotten, neighbour };
}

/** Everything that is needed to go on later as if nothing had happened: plain data. */
export interface WorldSnapshot {
  readonly timeMs: number;
  readonly states: Readonly<Record<string, unknown>>;
}

/** No step is longer: models promise to be right for steps of up to a minute. */
export const LONGEST_STEP_MS = 60_000;

/** All devices of the fleet at one moment. */
export class World {
  readonly #members: readonly WorldMember[];
  readonly #states: Map<string, unknown>;
  #timeMs: number;

  private constructor(members: readonly WorldMember[], timeMs: number, states: Map<string, unknown>) {
    this.#members = members;
    this.#timeMs = timeMs;
    this.#states = states;
  }

  static begin(members: readonly WorldMember[], timeMs: number): World {
    return new World(members, timeMs, new Map(members.map((one) => [one.serialNumber, one.model.start(timeMs)])));
  }

  /**
   * Goes on from a snapshot. A member that it does not know begins at the snapshot's time, and so does a part of a
   * state that an earlier version of the fleet did not have.
   */
  static resume(members: readonly WorldMember[], snapshot: WorldSnapshot): World {
    const stored = structuredClone(snapshot.states);
    const states = members.map((one): [string, unknown] => [
      one.serialNumber,
      { ...(one.model.start(snapshot.timeMs) as object), ...(stored[one.serialNumber] as object | undefined) },
    ]);
    return new World(members, snapshot.timeMs, new Map(states));
  }

  get timeMs(): number {
    return this.#timeMs;
  }

  snapshot(): WorldSnapshot {
    return structuredClone({ timeMs: this.#timeMs, states: Object.fromEntries(this.#states) });
  }

  /** Moves everything on to `timeMs`, in steps of at most `stepMs` that end on multiples of it. */
  advance(timeMs: number, stepMs: number = LONGEST_STEP_MS): void {
    while (this.#timeMs < timeMs) {
      const next = Math.min(timeMs, (Math.floor(this.#timeMs / stepMs) + 1) * stepMs);
      for (const { serialNumber, model, neighbour } of this.#members) {
        const signals = neighbour === undefined ? undefined : this.#signalsOf(neighbour);
        model.advance(this.#states.get(serialNumber), next, signals);
      }
      this.#timeMs = next;
    }
  }

  read(serialNumber: string): Readings {
    return this.#member(serialNumber).model.read(this.#states.get(serialNumber));
  }

  badLabels(serialNumber: string): readonly string[] {
    return this.#member(serialNumber).model.badLabels?.(this.#states.get(serialNumber)) ?? [];
  }

  attributes(serialNumber: string): Record<string, string | number> {
    return this.#member(serialNumber).model.attributes?.(this.#states.get(serialNumber)) ?? {};
  }

  command(serialNumber: string, command: DeviceCommand): DeviceAnswer {
    const { model } = this.#member(serialNumber);
    return (
      model.command?.(this.#states.get(serialNumber), command) ?? {
        success: false,
        message: `Unknown method ${command.method}.`,
      }
    );
  }

  #signalsOf(serialNumber: string) {
    return this.#member(serialNumber).model.signals?.(this.#states.get(serialNumber));
  }

  #member(serialNumber: string): WorldMember {
    const found = this.#members.find((one) => one.serialNumber === serialNumber);
    if (!found) throw new Error(`The fleet has no ${serialNumber}.`);
    return found;
  }
}
