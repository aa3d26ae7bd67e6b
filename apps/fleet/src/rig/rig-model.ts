import { ACTIVITY } from '@telltale/domain/field/activities.ts';
import { clamp, lag } from '../physics/lag.ts';
import { hash01, jitter, seedOf, wander } from '../physics/noise.ts';
import { HOUR_MS, MINUTE_MS } from '../physics/weather.ts';
import type { Model, Readings, Site } from '../world/model.ts';
import { type Job, JobCalendar, type Segment, segmentAt, type WellPlan } from './job-schedule.ts';
import { isTripping, type Motion, motionAt } from './rig-motion.ts';
import { readRig } from './rig-readings.ts';
import type { RigState } from './rig-state.ts';

export interface RigSettings extends Site {
  readonly well: (jobIndex: number) => WellPlan;
  readonly wellName: (jobIndex: number) => string;
  /** When the first job began. */
  readonly firstJobMs: number;
  /** Pressure of the shut well, psi. */
  readonly wellPsi: number;
  /** Whether a kick comes in on the first long circulation of each job. */
  readonly kicks: boolean;
}

const BLOCK_KLBF = 14;
/** Buoyed weight of the work string, klbf per foot of vertical hole. */
const STRING_KLBF_PER_FT = 0.0056;
const DRAG_KLBF_PER_FT = 0.0011;

/** A snubbing and well-service rig that mills frac plugs, job after job. */
export class RigModel implements Model<RigState> {
  readonly #settings: RigSettings;
  readonly #calendar: JobCalendar;

  constructor(settings: RigSettings) {
    this.#settings = settings;
    this.#calendar = new JobCalendar(settings.well, settings.seed, settings.firstJobMs);
  }

  start(timeMs: number): RigState {
    const job = this.#calendar.jobAt(timeMs);
    const age = 9_000 + 14_000 * hash01(seedOf(this.#settings.seed, 'age'), 0);
    return {
      timeMs,
      activity: segmentAt(job, timeMs).activity,
      plug: 0,
      jobIndex: job.index,
      jobStartMs: job.startMs,
      depthFt: 0,
      blockFt: 0,
      hookLoadKlbf: BLOCK_KLBF,
      torqueFtLbf: 0,
      rotaryRpm: 0,
      strokesPerMinute: 0,
      pumpPressurePsi: 0,
      wellheadPsi: this.#settings.wellPsi,
      pitBbl: 260,
      gasPercent: 0.1,
      strokeCounts: Math.round(age * 0.4 * 60 * 92),
      engineHours: age,
      pumpHours: age * 0.4,
    };
  }

  advance(state: RigState, timeMs: number): void {
    const dt = (timeMs - state.timeMs) / 1000;
    const job = this.#calendar.jobAt(timeMs);
    const segment = segmentAt(job, timeMs);
    const motion = motionAt(segment, timeMs);
    state.timeMs = timeMs;
    state.activity = segment.activity;
    state.plug = segment.plug || (segment.fromFt > 0 && segment.fromFt === segment.toFt ? state.plug : 0);
    state.jobIndex = job.index;
    state.jobStartMs = job.startMs;
    state.depthFt = motion.depthFt;
    state.blockFt = motion.blockFt;
    this.#movePumps(state, segment, dt);
    this.#moveString(state, segment, motion, dt);
    this.#moveWell(state, job, segment, dt);
    if (engineRuns(segment)) state.engineHours += dt / 3600;
  }

  read(state: RigState): Readings {
    return readRig(state, this.#settings.seed);
  }

  attributes(state: RigState): Record<string, string | number> {
    const well = this.#settings.well(state.jobIndex);
    return {
      Well: this.#settings.wellName(state.jobIndex),
      jobStartTime: new Date(state.jobStartMs).toISOString().replace('.000Z', 'Z'),
      'Total Depth (ft)': well.totalDepthFt,
      'Kill Depth (ft)': well.kickOffFt,
      'Prod. Tubing Depth (ft)': well.productionTubingFt,
      'BOP Count': well.bopCount,
      'Rig Up Time': well.rigUpHours,
      'Rig Over Time': well.rigOverHours,
      'Circulation Time': well.circulationHours,
      'High Pressure': String(well.highPressure),
    };
  }

  #movePumps(state: RigState, segment: Segment, dt: number): void {
    const { seed } = this.#settings;
    const wanted = pumpTarget(segment) * (1 + 0.04 * wander(seedOf(seed, 'pump'), state.timeMs, 11 * MINUTE_MS));
    state.strokesPerMinute = lag(state.strokesPerMinute, wanted, dt, 14);
    if (state.strokesPerMinute < 0.5 && wanted === 0) state.strokesPerMinute = 0;
    const spm = state.strokesPerMinute;
    // Friction goes with the square of the rate, and with the length of pipe it is pumped through.
    state.pumpPressurePsi = 0.29 * spm * spm * (0.45 + 0.55 * clamp(state.depthFt / 18_000, 0, 1.2));
    state.strokeCounts += (spm * dt) / 60;
    if (spm > 1) state.pumpHours += dt / 3600;
  }

  #moveString(state: RigState, segment: Segment, motion: Motion, dt: number): void {
    const { seed } = this.#settings;
    const well = this.#settings.well(state.jobIndex);
    const vertical = Math.min(motion.depthFt, well.kickOffFt);
    const lateral = motion.depthFt - vertical;
    const drag = DRAG_KLBF_PER_FT * lateral + 0.08 * DRAG_KLBF_PER_FT * vertical;
    const direction = -clamp(motion.pipeFtPerS / 0.3, -1, 1);
    const milling = segment.activity === ACTIVITY.drill;
    const chatter = wander(seedOf(seed, 'chatter'), state.timeMs, 3_100);
    const weightOnBit = milling ? 4.5 + 1.6 * wander(seedOf(seed, 'wob'), state.timeMs, 40_000) + chatter : 0;
    const hanging = STRING_KLBF_PER_FT * vertical + drag * direction - weightOnBit;
    // Near the surface of a live well the pipe is pushed in: the hook reads no less than the block.
    const target = motion.inSlips ? BLOCK_KLBF : BLOCK_KLBF + Math.max(0, hanging);
    state.hookLoadKlbf = lag(state.hookLoadKlbf, target, dt, 1.2);
    const rpm = milling ? 82 : segment.activity === ACTIVITY.washdown && !motion.inSlips ? 45 : 0;
    state.rotaryRpm = lag(state.rotaryRpm, rpm * (1 + 0.06 * chatter), dt, 4);
    const grip = milling ? 1_350 + 260 * weightOnBit : 500;
    const torque = state.rotaryRpm > 3 ? (grip + 0.19 * lateral) * (1 + 0.12 * chatter) : 0;
    state.torqueFtLbf = lag(state.torqueFtLbf, torque, dt, 2.5);
  }

  /** Pressure, pit volume and gas; a kick fills the pit first, then raises the pressure, and is circulated out. */
  #moveWell(state: RigState, job: Job, segment: Segment, dt: number): void {
    const { seed, wellPsi } = this.#settings;
    const kick = this.#settings.kicks ? kickAt(job, state.timeMs) : 0;
    const open = segment.activity === ACTIVITY.rigUp || segment.activity === ACTIVITY.rigOver ? 0.02 : 1;
    const test = segment.activity === ACTIVITY.bopPressTest ? bopTest(segment, state.timeMs, wellPsi) : 0;
    const base = wellPsi * open * (1 + 0.03 * wander(seedOf(seed, 'well'), state.timeMs, 2 * HOUR_MS));
    state.wellheadPsi = lag(state.wellheadPsi, Math.max(base, test) + 1_150 * kick, dt, 40);
    const pit = 262 + 9 * wander(seedOf(seed, 'pit'), state.timeMs, 3 * HOUR_MS) + 34 * kick;
    state.pitBbl = lag(state.pitBbl, pit - (state.strokesPerMinute > 20 ? 12 : 0), dt, 240);
    const bottomsUp = segment.activity === ACTIVITY.circulating ? 1.4 : 0;
    const trip = isTripping(segment.activity) ? 0 : 0.25;
    const gas = 0.15 + trip + bottomsUp + 17 * kick + 0.05 * jitter(seedOf(seed, 'gas'), state.timeMs);
    state.gasPercent = Math.max(0, lag(state.gasPercent, gas, dt, 150));
  }
}

const engineRuns = (segment: Segment) => segment.activity !== ACTIVITY.other;

function pumpTarget(segment: Segment): number {
  switch (segment.activity) {
    case ACTIVITY.drill:
      return 98;
    case ACTIVITY.washdown:
      return 86;
    case ACTIVITY.circulating:
      return 108;
    default:
      return 0;
  }
}

/** 0 to 1: how far a kick has come in. It starts in the second circulation of the job and is out after 80 minutes. */
export function kickAt(job: Job, timeMs: number): number {
  const circulations = job.segments.filter((segment) => segment.activity === ACTIVITY.circulating);
  const startMs = circulations[1]?.startMs;
  if (startMs === undefined || timeMs < startMs) return 0;
  const minutes = (timeMs - startMs) / MINUTE_MS;
  if (minutes > 80) return 0;
  return minutes < 14 ? (minutes / 14) ** 2 : minutes < 35 ? 1 : (80 - minutes) / 45;
}

/** Each blow-out preventer is held at 1.4 times the well's pressure for ten minutes of its half hour. */
function bopTest(segment: Segment, timeMs: number, wellPsi: number): number {
  const minutes = ((timeMs - segment.startMs) / MINUTE_MS) % 30;
  return minutes > 8 && minutes < 18 ? 1.4 * wellPsi + 400 : 0;
}
