import type { AssetId, DataItemId } from '@telltale/contract';
import type { CommandRecord, Effect, RecordedValue } from './command-record.ts';

/** A current value as the ingest tells it. */
export interface SeenValue {
  readonly dataItemId: DataItemId;
  readonly timeMs: number;
  readonly value: number | string;
  readonly quality: number;
}

interface Watch {
  readonly commandId: number;
  readonly assetId: AssetId;
  readonly effect: Effect;
  readonly before: RecordedValue | undefined;
  /** The newest value since it was sent that was none of what was expected. */
  last: RecordedValue | undefined;
  /** When it has had its time; undefined: the device does not have it yet. */
  dueMs: number | undefined;
}

/** OPC DA: below it a value is bad. */
const UNCERTAIN = 64;

export type OnVerified = (watch: { assetId: AssetId; commandId: number }, after: RecordedValue) => void;

/**
 * Sees whether commands do what they should (decision 0193): from the moment in which one is handed to its device, the
 * values of the data item that it names are held against what is expected.
 */
export class CommandEffects {
  readonly #byAsset = new Map<AssetId, Map<number, Watch>>();
  readonly #onVerified: OnVerified;

  constructor(onVerified: OnVerified) {
    this.#onVerified = onVerified;
  }

  has(assetId: AssetId, commandId: number): boolean {
    return this.#byAsset.get(assetId)?.has(commandId) ?? false;
  }

  /** Those of which something is awaited. */
  all(): { assetId: AssetId; commandId: number }[] {
    return [...this.#byAsset.values()].flatMap((watches) =>
      [...watches.values()].map(({ assetId, commandId }) => ({ assetId, commandId })),
    );
  }

  /** From now on values count. */
  watch(
    command: Pick<CommandRecord, 'commandId' | 'assetId'>,
    effect: Effect,
    before: RecordedValue | undefined,
  ): void {
    const { commandId, assetId } = command;
    const watches = this.#byAsset.get(assetId) ?? new Map<number, Watch>();
    this.#byAsset.set(
      assetId,
      watches.set(commandId, { commandId, assetId, effect, before, last: undefined, dueMs: undefined }),
    );
  }

  /** The device has it: its time runs. */
  delivered(assetId: AssetId, commandId: number, deliveredMs: number): void {
    const watch = this.#byAsset.get(assetId)?.get(commandId);
    if (watch) watch.dueMs = deliveredMs + watch.effect.withinSeconds * 1_000;
  }

  forget(assetId: AssetId, commandId?: number): void {
    const watches = this.#byAsset.get(assetId);
    if (commandId !== undefined) watches?.delete(commandId);
    if (commandId === undefined || watches?.size === 0) this.#byAsset.delete(assetId);
  }

  /** Takes those out whose time is up. */
  takeDue(nowMs: number): { assetId: AssetId; commandId: number; last: RecordedValue | undefined }[] {
    const due = [...this.#byAsset.values()]
      .flatMap((watches) => [...watches.values()])
      .filter(({ dueMs = Number.POSITIVE_INFINITY }) => dueMs <= nowMs);
    for (const { assetId, commandId } of due) this.forget(assetId, commandId);
    return due.map(({ assetId, commandId, last }) => ({ assetId, commandId, last }));
  }

  /** Hears of current values, of assets for which something is awaited. */
  sinkFor(assetId: AssetId) {
    const watches = this.#byAsset.get(assetId);
    if (!watches) return undefined;
    return {
      current: (value: SeenValue) => {
        for (const watch of [...watches.values()]) this.#see(watch, value);
      },
      settled: () => undefined,
      late: () => undefined,
    };
  }

  #see(watch: Watch, { dataItemId, timeMs, value, quality }: SeenValue): void {
    if (watch.effect.dataItemId !== dataItemId) return;
    // Sent before it was told, and only now arrived.
    if (watch.before && timeMs <= watch.before.timeMs) return;
    const seen = recorded(timeMs, value);
    if (quality >= UNCERTAIN && isAsExpected(watch.effect, watch.before, seen.value)) {
      this.forget(watch.assetId, watch.commandId);
      this.#onVerified(watch, seen);
    } else {
      watch.last = seen;
    }
  }
}

/** As it is kept: what is no number has no value. */
export function recorded(timeMs: number, value: number | string): RecordedValue {
  return { timeMs, value: typeof value === 'number' && !Number.isFinite(value) ? null : value };
}

/** Whether a value is what the command should have made of it. */
export function isAsExpected(
  { expected, tolerance }: Pick<Effect, 'expected' | 'tolerance'>,
  before: Pick<RecordedValue, 'value'> | undefined,
  value: RecordedValue['value'],
): boolean {
  if (value === null) return false;
  if (expected !== null) return isNear(value, expected, tolerance);
  return before === undefined || before.value === null || !isNear(value, before.value, tolerance);
}

function isNear(a: number | string, b: number | string, tolerance: number): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  // A device of 32-bit floats answers 0.1 as 0.10000000149.
  return Math.abs(a - b) <= Math.max(tolerance, Math.abs(b) * 1e-7);
}
