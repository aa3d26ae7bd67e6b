import type { AssetId, EpochMs } from '@telltale/contract';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import type { AlarmState } from '../alarm-repository.ts';
import type { AlarmRun } from '../alarm-run.ts';
import type { ConditionReplay } from '../past/condition-replay.ts';
import type { AssetShare } from './asset-shares.ts';

/**
 * Assets whose alarms were evaluated by another node up to a place of the stream, and go through what came behind it. For
 * them it is as late as what they are told.
 */
export class Behind {
  readonly share: AssetShare;
  /** Reads the past up to the place. */
  readonly replay: ConditionReplay;
  /** Those of them that are watched. */
  readonly assets = new Set<AssetId>();
  /** Until when time has passed for them. */
  passedMs: EpochMs;
  readonly #turned = new Map<AlarmRun, EpochMs>();

  constructor(share: AssetShare, replay: ConditionReplay, passedMs: EpochMs) {
    this.share = share;
    this.replay = replay;
    this.passedMs = passedMs;
  }

  /** What counts of an alarm was found to have changed. */
  turned(run: AlarmRun, atMs: EpochMs): void {
    this.#turned.set(run, atMs);
  }

  /**
   * Whether what an alarm is found to have done is written down already: a device that was not acknowledged sends once
   * more what had been evaluated, and time may have passed a little further than is noted.
   */
  isKnown(run: AlarmRun, state: AlarmState | undefined, { active, atMs }: Flank): boolean {
    this.turned(run, atMs);
    return state ? state.active === active || atMs <= state.lastRaisedMs : !active;
  }

  /** Once all was gone through: what is found of an alarm counts, where that is otherwise than what is written of it. */
  disagreement(run: AlarmRun, state: AlarmState | undefined): Flank | undefined {
    const { isActive: active } = run;
    if (active === (state?.active ?? false)) return undefined;
    return { active, atMs: Math.max(this.#turned.get(run) ?? this.passedMs, state?.lastRaisedMs ?? 0) };
  }
}

/** All that is behind, by asset and by share. */
export class AlarmsBehind {
  readonly #byShare = new Map<AssetShare, Behind>();
  readonly #byAsset = new Map<AssetId, Behind>();

  add(behind: Behind): void {
    this.#byShare.set(behind.share, behind);
  }

  /** An asset begins to be watched. */
  begin(assetId: AssetId): Behind | undefined {
    for (const [share, behind] of this.#byShare) {
      if (!share.has(assetId)) continue;
      this.#byAsset.set(assetId, behind);
      behind.assets.add(assetId);
      return behind;
    }
    return undefined;
  }

  of(assetId: AssetId): Behind | undefined {
    return this.#byAsset.get(assetId);
  }

  ofShare(share: AssetShare): Behind | undefined {
    return this.#byShare.get(share);
  }

  remove(share: AssetShare): void {
    for (const assetId of this.#byShare.get(share)?.assets ?? []) this.#byAsset.delete(assetId);
    this.#byShare.delete(share);
  }
}
