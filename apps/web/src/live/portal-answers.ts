import type { assets, history } from '@telltale/contract';
import type { AssetItem } from '#readings/readings.ts';

/** What the portal answers of an asset when it begins to be watched. */
export interface AssetAnswer {
  readonly values: readonly assets.CurrentValue[];
  readonly connection: assets.Connection;
}

export interface HistoryQuestion {
  readonly items: readonly AssetItem[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly threshold: number;
  readonly signal: AbortSignal;
}

export type CountQuestion = Omit<HistoryQuestion, 'threshold'>;

/** The portal's calls that live data stands on. Both throw ApiError. */
export interface PortalAnswers {
  loadAsset(assetId: number, signal: AbortSignal): Promise<AssetAnswer>;
  /** `[times (s), series 1, series 2, …]` in the order of the items. */
  loadHistory(question: HistoryQuestion): Promise<history.ColumnarHistory>;
  /** Whether the last answer said that points wait which are not in it. */
  isHistoryBehind(): boolean;
  /** How many usable points each item has stored in a range, in the order of the items. */
  countHistory(question: CountQuestion): Promise<number[]>;
}
