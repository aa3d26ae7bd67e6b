import type { AssetId } from '@telltale/contract';
import type { Topic } from '#news/topic.ts';

/** What happened to an asset's record; published after the transaction has committed. */
export type AssetEvent =
  /** `moved`: it belongs to another admin unit now; others see it. */
  | { kind: 'created' | 'changed' | 'deleted' | 'moved' | 'token-changed'; assetId: AssetId }
  /** Its device reported that it is elsewhere now, which may be each ten seconds; all else is as it was. */
  | { kind: 'placed'; assetId: AssetId }
  /** Units or descriptions of its data items are others now; its record is as it was. */
  | { kind: 'items-described'; assetId: AssetId }
  | {
      kind: 'attributes-changed';
      assetId: AssetId;
      /** Null value: the attribute was deleted. */
      attributes: readonly { attributeName: string; attributeValue: string | null }[];
      by: 'portal' | 'device';
    };

/** Tells the parts that hold assets in memory (device registry, list cache, live hub) what changed. */
export type AssetEvents = Topic<AssetEvent>;
