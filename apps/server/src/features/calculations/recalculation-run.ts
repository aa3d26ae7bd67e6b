import type { AssetDefinitionId, AssetId, DataItemId, EpochMs } from '@telltale/contract';
import { type Historian, seriesKey } from '@telltale/historian';
import { withDependants } from '#expressions/calculation-order.ts';
import type { CalculationPlans } from './calculation-plans.ts';
import type { CalculationReplay } from './calculation-replay.ts';
import { type CalculatedPoint, type Calculation, CalculationRun } from './calculation-run.ts';
import { MAX_REPLACED_POINTS, replaceRange } from './range-replacement.ts';

export interface RecalculationRunOptions {
  historian: Historian;
  replay: CalculationReplay;
  plans: CalculationPlans;
  /** Runs work while nothing of the asset is taken in, with all that was behind it stored; its calculations begin anew after it. */
  whileHeld: (assetId: AssetId, work: () => Promise<void>) => Promise<void>;
  /** Called after each range that was replaced: current values and open charts look again. */
  onReplaced: (edit: { assetId: AssetId; dataItemId: DataItemId; fromMs: EpochMs; toMs: EpochMs }) => Promise<void>;
}

export interface RecalculatedItem {
  readonly dataItemId: DataItemId;
  /** What it was calculated by. */
  readonly expression: string;
  readonly pointsBefore: number;
  readonly points: number;
}

interface Wanted {
  assetDefinitionId: AssetDefinitionId;
  dataItemId: DataItemId;
  assetId: AssetId;
  fromMs: EpochMs;
  toMs: EpochMs;
}

/** A range that has more values than are calculated at once. */
export class TooManyCalculatedError extends Error {
  override readonly name = 'TooManyCalculatedError';
}

/** The last of the past, in which values may still come in: it is calculated while nothing is taken in. */
const TAIL_MS = 60_000;

/** Calculates a data item of one asset again for a range of the past, and everything that is calculated from it. */
export class RecalculationRun {
  readonly #options: RecalculationRunOptions;

  constructor(options: RecalculationRunOptions) {
    this.#options = options;
  }

  /**
   * @param nowMs the server's clock
   * @param onShare is told how far it has come, 0 to 1
   * @param onReplaced is told of each data item once its history is replaced, also of those before one that fails
   */
  async ofAsset(
    wanted: Wanted,
    nowMs: EpochMs,
    signal: AbortSignal,
    onShare: (share: number) => void,
    onReplaced: (item: RecalculatedItem) => void,
  ): Promise<void> {
    const { plans } = this.#options;
    const { assetDefinitionId, dataItemId, assetId } = wanted;
    const all = plans.of(assetDefinitionId);
    const concerned = withDependants(all, dataItemId);
    for (const [i, calculation] of concerned.entries()) {
      const tell = (share: number) => onShare((i + share) / concerned.length);
      onReplaced(await this.#ofItem(calculation, assetId, wanted, nowMs, signal, tell));
    }
  }

  async #ofItem(
    calculation: Calculation,
    assetId: AssetId,
    { fromMs, toMs }: Wanted,
    nowMs: EpochMs,
    signal: AbortSignal,
    onShare: (share: number) => void,
  ): Promise<RecalculatedItem> {
    const { historian, replay, plans, whileHeld, onReplaced } = this.#options;
    const { dataItemId } = calculation;
    const key = seriesKey(assetId, dataItemId);
    const points: CalculatedPoint[] = [];
    const onPoint = (point: CalculatedPoint) => {
      if (points.length >= MAX_REPLACED_POINTS) throw new TooManyCalculatedError();
      points.push(point);
    };
    const onTime = (timeMs: EpochMs) => onShare(Math.min(1, Math.max(0, (timeMs - fromMs) / (toMs - fromMs + 1))));
    const run = new CalculationRun(calculation, await plans.around(assetId, [calculation]));
    let pointsBefore = 0;
    const replace = async () => {
      pointsBefore = await replaceRange(historian, key, { fromMs, toMs }, points);
    };
    const [newest] = await historian.stateAt([key], Number.MAX_SAFE_INTEGER);
    // What comes in is calculated for no time before its last value.
    const tailMs = Math.min(nowMs - TAIL_MS, (newest?.timeMs ?? fromMs) - 1);
    if (toMs < tailMs) {
      await replay.run(run, assetId, { fromMs, toMs }, onPoint, { signal, onTime });
      await replace();
    } else {
      // The long past first, as other things go on; then the last of it, and all is written, while the device waits.
      const hasLongPast = tailMs > fromMs;
      if (hasLongPast) await replay.run(run, assetId, { fromMs, toMs: tailMs }, onPoint, { signal, onTime });
      await whileHeld(assetId, async () => {
        if (hasLongPast) await replay.goOn(run, assetId, { fromMs: tailMs + 1, toMs }, onPoint, { signal });
        else await replay.run(run, assetId, { fromMs, toMs }, onPoint, { signal });
        await replace();
      });
    }
    await onReplaced({ assetId, dataItemId, fromMs, toMs });
    return { dataItemId, expression: calculation.compiled.text, pointsBefore, points: points.length };
  }
}
