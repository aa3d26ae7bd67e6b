import type { AssetId, EpochMs } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';
import type { AlarmBook } from '../alarm-book.ts';
import type { AlarmDefinitionRepository } from '../alarm-definition-repository.ts';
import type { AlarmPlans, WatchableAsset } from '../alarm-plans.ts';
import type { AlarmRepository } from '../alarm-repository.ts';
import type { ConditionReplay } from '../past/condition-replay.ts';
import type { AssetShares } from './asset-shares.ts';
import type { ItemUnits } from './item-units.ts';

export interface AlarmEngineOptions {
  book: AlarmBook;
  definitions: AlarmDefinitionRepository;
  plans: AlarmPlans;
  alarms: AlarmRepository;
  assets: { list(): Promise<WatchableAsset[]>; find(assetId: AssetId): Promise<WatchableAsset | undefined> };
  units: Pick<ItemUnits, 'of' | 'read' | 'assetChanged'>;
  slotsOf: (assetId: AssetId) => Iterable<DataItemSlot>;
  replay: ConditionReplay;
  clock: Clock;
  /** Once a second of the machine's; otherwise when told to. */
  looksEachSecond: boolean;
  log: Log;
  /** Those whose alarms are evaluated here; undefined: all. */
  shares?: AssetShares;
  /** Since when what came waits to be told; undefined: everything is. Until then time passes, and no further. */
  waitingSinceMs?: () => EpochMs | undefined;
  /** Definitions were read: severities may be others. */
  onDefinitions: () => void;
}
