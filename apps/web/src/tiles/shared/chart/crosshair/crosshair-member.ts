import type { EpochSeconds } from '@telltale/contract';
import uPlot from 'uplot';

/** uPlot's own word for a crosshair that is nowhere. */
const NOWHERE_PX = -10;

/**
 * A place in the crosshair that the charts of a tab share, for a chart that is not one of uPlot: it tells where its
 * crosshair stands, and hears where another one does, by the moment, since each chart has a window of its own.
 */
export class CrosshairMember {
  readonly #group: uPlot.SyncPubSub;
  readonly #member: uPlot;
  #moment: EpochSeconds | undefined;

  /** @param onMoment hears of another chart's crosshair; undefined: it has gone */
  constructor(key: string, onMoment: (moment: EpochSeconds | undefined) => void) {
    this.#group = uPlot.sync(key);
    this.#member = this.#asPlot(onMoment);
    this.#group.sub(this.#member);
  }

  /** Tells the others of the tab; undefined: the crosshair stands nowhere. */
  publish(moment: EpochSeconds | undefined): void {
    if (moment === undefined && this.#moment === undefined) return;
    this.#moment = moment;
    if (this.#member.cursor.sync !== undefined)
      Object.assign(this.#member.cursor.sync, { values: [moment ?? null, null] });
    const place = moment === undefined ? NOWHERE_PX : 0;
    this.#group.pub('mousemove', this.#member, place, place, 1, 1, 0);
  }

  leave(): void {
    this.publish(undefined);
    this.#group.unsub(this.#member);
  }

  /** As much of a uPlot chart as its crosshair group asks of a member. */
  #asPlot(onMoment: (moment: EpochSeconds | undefined) => void): uPlot {
    const receive = (type: string, source: uPlot, left: number) => {
      if (type !== 'mousemove' && type !== 'mouseleave') return;
      const isGone = type === 'mouseleave' || left < 0;
      onMoment(isGone ? undefined : source.posToVal(left, 'x'));
    };
    return {
      cursor: { sync: { scales: ['x', null], values: [null, null] }, drag: {}, event: { type: 'mousemove' } },
      axes: [{ side: 2 }],
      scales: { x: { ori: 0 } },
      posToVal: () => this.#moment ?? 0,
      pub: receive,
    } as unknown as uPlot;
  }
}
