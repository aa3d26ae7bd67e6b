import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import { NumberColumn } from './number-column.ts';

/** One alarm of one asset, of which there may have been many. */
export interface AlarmPoint {
  readonly assetId: AssetId;
  readonly alarmDefinitionId: AlarmDefinitionId;
}

/** One time that an alarm was open. */
export interface Occurrence {
  readonly point: AlarmPoint;
  readonly raisedMs: EpochMs;
  /** Infinity: it is open. */
  readonly endedMs: EpochMs;
  /** When somebody first did something about it; NaN: nobody has. */
  readonly actedMs: EpochMs;
}

/** What happened to the alarms of a time, in columns: a year may have millions. */
export class Occurrences {
  readonly points: AlarmPoint[] = [];
  /** The place of the alarm in `points`. */
  readonly point = new NumberColumn();
  readonly raisedMs = new NumberColumn();
  readonly endedMs = new NumberColumn();
  readonly actedMs = new NumberColumn();
  /** Alarms that were raised again while they were open, by place and time. */
  readonly againPoint = new NumberColumn();
  readonly againMs = new NumberColumn();
  readonly #places = new Map<AssetId, Map<AlarmDefinitionId, number>>();

  /** @param actedMs NaN: nobody has */
  add(
    assetId: AssetId,
    alarmDefinitionId: AlarmDefinitionId,
    raisedMs: EpochMs,
    endedMs: EpochMs,
    actedMs: EpochMs,
  ): void {
    this.point.push(this.#placeOf(assetId, alarmDefinitionId));
    this.raisedMs.push(raisedMs);
    this.endedMs.push(endedMs);
    this.actedMs.push(actedMs);
  }

  addAgain(assetId: AssetId, alarmDefinitionId: AlarmDefinitionId, timeMs: EpochMs): void {
    this.againPoint.push(this.#placeOf(assetId, alarmDefinitionId));
    this.againMs.push(timeMs);
  }

  /** Every one, as a record: for few. */
  *list(): Generator<Occurrence> {
    for (let i = 0; i < this.point.length; i++) {
      const point = this.points[this.point.at(i)] as AlarmPoint;
      yield {
        point,
        raisedMs: this.raisedMs.at(i),
        endedMs: this.endedMs.at(i),
        actedMs: this.actedMs.at(i),
      };
    }
  }

  #placeOf(assetId: AssetId, alarmDefinitionId: AlarmDefinitionId): number {
    let ofAsset = this.#places.get(assetId);
    if (!ofAsset) {
      ofAsset = new Map();
      this.#places.set(assetId, ofAsset);
    }
    const known = ofAsset.get(alarmDefinitionId);
    if (known !== undefined) return known;
    const place = this.points.push({ assetId, alarmDefinitionId }) - 1;
    ofAsset.set(alarmDefinitionId, place);
    return place;
  }
}
