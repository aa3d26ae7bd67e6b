import { type AssetId, type assets, type EpochMs, playback } from '@telltale/contract';
import { aliasesOf } from '@telltale/domain';
import { type Historian, type LastPoint, type SeriesPoints, seriesKey, TooManyPointsError } from '@telltale/historian';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import { type AssetRecordsAt, type AssetStateService, newestOf } from './asset-state-service.ts';
import { type ConnectionTransition, wasConnected } from './connection-transitions.ts';
import { type DataItemName, toCurrentValues } from './current-value-service.ts';
import { changesOfStates, lastPerStep, type PointColumns, type StepGrid, stepOf, stepTime } from './step-points.ts';

export interface RecordingSources {
  states: AssetStateService;
  historian: Historian;
  connections: { list(assetId: AssetId, fromMs: EpochMs, toMs: EpochMs): Promise<ConnectionTransition[]> };
  changeTimes: { list(assetId: AssetId, fromMs: EpochMs, toMs: EpochMs): Promise<EpochMs[]> };
}

export interface RecordingQuery {
  fromMs: EpochMs;
  toMs: EpochMs;
  stepMs: number;
  signal: AbortSignal;
}

const DAY_MS = 86_400_000;
/** Points read for one recording; beyond it the items that follow are asked for their state at each step instead. */
const MAX_POINTS_READ = 2_000_000;

/** Reads stretches of the past in steps, each as exact as the state at that time. */
export class RecordingService {
  readonly #sources: RecordingSources;

  constructor(sources: RecordingSources) {
    this.#sources = sources;
  }

  /** @throws HttpError 404 outside the caller's scope, 400 for a stretch that is no stretch */
  async read(caller: Caller, assetId: AssetId, query: RecordingQuery): Promise<playback.Recording> {
    const { states } = this.#sources;
    const names = await states.namesOf(caller, assetId);
    const asked = gridOf(query);
    const start = await states.pointsAt(assetId, names, asked.fromMs);
    const records = await this.#records(caller, assetId, asked);
    const grid = { ...asked, count: records.steps.length - 1 };
    const toMs = stepTime(grid, grid.count);
    const points = await this.#points(assetId, names, grid, query.signal);
    const transitions = await this.#sources.connections.list(assetId, grid.fromMs, toMs);
    const heard = heardPerStep(points, newestOf(start), grid);
    const changes = changesOf(records.steps, heard, transitions, grid);
    return {
      start: {
        dataItems: toCurrentValues(names, start, aliasesOf(records.steps[0]?.aliasMap)),
        ...withoutTime(changes[0] as playback.RecordedChange),
      },
      points,
      changes: changes.slice(1),
      to: toMs,
    };
  }

  /** The records at each step, the same object as long as nothing changed; ends before other names begin. */
  async #records(caller: Caller, assetId: AssetId, grid: StepGrid): Promise<{ steps: AssetRecordsAt[] }> {
    const { states } = this.#sources;
    const last = stepTime(grid, grid.count);
    const made = await states.createdMs(caller, assetId);
    const times = [...(await this.#sources.changeTimes.list(assetId, grid.fromMs, last)), made];
    const changed = new Set(times.map((timeMs) => stepOf(grid, timeMs)));
    let current = await states.recordsAt(caller, assetId, grid.fromMs);
    const steps = [current];
    for (let step = 1; step <= grid.count; step++) {
      if (changed.has(step)) {
        const next = await states.recordsAt(caller, assetId, stepTime(grid, step));
        if (next.aliasMap !== current.aliasMap) break;
        current = next;
      }
      steps.push(current);
    }
    return { steps };
  }

  async #points(
    assetId: AssetId,
    names: readonly DataItemName[],
    grid: StepGrid,
    signal: AbortSignal,
  ): Promise<playback.RecordedPoints[]> {
    const { historian } = this.#sources;
    const toMs = stepTime(grid, grid.count);
    const recorded: playback.RecordedPoints[] = [];
    let read = 0;
    for (const { dataItemId } of names) {
      if (grid.count === 0) break;
      signal.throwIfAborted();
      const key = seriesKey(assetId, dataItemId);
      let columns: PointColumns | undefined;
      if (read < MAX_POINTS_READ) {
        const points = await readSome(historian, key, grid.fromMs + 1, toMs, signal);
        read += points?.timesMs.length ?? MAX_POINTS_READ;
        columns = points && lastPerStep(points, grid);
      }
      columns ??= changesOfStates(await this.#statesOf(key, grid, signal), grid.fromMs);
      if (columns.times.length > 0) recorded.push({ dataItemId, ...columns });
    }
    return recorded;
  }

  async #statesOf(key: number, grid: StepGrid, signal: AbortSignal): Promise<(LastPoint | undefined)[]> {
    const states: (LastPoint | undefined)[] = [];
    for (let step = 1; step <= grid.count; step++) {
      signal.throwIfAborted();
      const [state] = await this.#sources.historian.stateAt([key], stepTime(grid, step));
      states.push(state);
    }
    return states;
  }
}

/** Undefined: more points than may be read at once. */
async function readSome(
  historian: Historian,
  key: number,
  fromMs: EpochMs,
  toMs: EpochMs,
  signal: AbortSignal,
): Promise<SeriesPoints | undefined> {
  try {
    return await historian.readSeries(key, fromMs, toMs, signal);
  } catch (error) {
    if (error instanceof TooManyPointsError) return undefined;
    throw error;
  }
}

function gridOf({ fromMs, toMs, stepMs }: RecordingQuery): StepGrid {
  if (toMs < fromMs) throw badRequest('to lies before from.', { field: 'to' });
  const count = Math.floor((toMs - fromMs) / stepMs);
  if (count > playback.MAX_RECORDING_STEPS) {
    throw badRequest(`A recording has at most ${playback.MAX_RECORDING_STEPS} steps.`, { field: 'step' });
  }
  if (toMs - fromMs > DAY_MS) throw badRequest('A recording is at most a day long.', { field: 'to' });
  return { fromMs, stepMs, count };
}

/** For each step the time of the newest value of any item. */
function heardPerStep(
  points: readonly playback.RecordedPoints[],
  startMs: EpochMs | undefined,
  grid: StepGrid,
): (EpochMs | undefined)[] {
  const newest: (EpochMs | undefined)[] = new Array(grid.count + 1).fill(undefined);
  newest[0] = startMs;
  for (const { times } of points) {
    for (const timeMs of times) {
      const step = stepOf(grid, timeMs);
      newest[step] = Math.max(newest[step] ?? timeMs, timeMs);
    }
  }
  for (let step = 1; step <= grid.count; step++) newest[step] ??= newest[step - 1];
  return newest;
}

/** The first state, and one more for each step at which something of it is new. */
function changesOf(
  steps: readonly AssetRecordsAt[],
  heard: readonly (EpochMs | undefined)[],
  transitions: readonly ConnectionTransition[],
  grid: StepGrid,
): playback.RecordedChange[] {
  const changes: playback.RecordedChange[] = [];
  let last: AssetRecordsAt | undefined;
  for (const [step, records] of steps.entries()) {
    const at = stepTime(grid, step);
    const connected = wasConnected(transitions, at, heard[step], records.pingrate);
    if (records === last && connected === changes.at(-1)?.connected) continue;
    last = records;
    const { aliasMap: _names, ...shown } = records;
    changes.push({ ...shown, connected, at });
  }
  return changes;
}

function withoutTime({ at: _at, ...state }: playback.RecordedChange): Omit<assets.AssetState, 'dataItems'> {
  return state;
}
