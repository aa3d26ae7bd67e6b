import type { EpochSeconds } from '@telltale/contract';
import { CrosshairMember } from '#tiles/shared/chart/crosshair/crosshair-member.ts';
import type { PlotPlace } from '#tiles/shared/chart/draw/chart-gestures.ts';
import { nearestPoint } from '#tiles/shared/chart/model/chart-line.ts';
import { type ChartMark, MARK_REACH_PX, marksNear } from '#tiles/shared/chart/model/chart-marks.ts';
import { decimalsOfSeries } from '#tiles/shared/chart/model/described.ts';
import type { XyPoints } from './xy-data.ts';
import type { XyOverlay } from './xy-overlay.ts';
import type { XyLook } from './xy-picture.ts';
import { type NearestPoint, nearestOf, type PlotSize, placesOf, type XyPlaces } from './xy-places.ts';
import { shareOf, valueAt, type XyScale } from './xy-scale.ts';
import type { XyScales } from './xy-view.ts';

/** What the crosshair stands over. */
export interface XyScene {
  look: XyLook;
  scales: XyScales;
  points: readonly XyPoints[];
  isShown: readonly boolean[];
  marks: readonly ChartMark[];
  /** Seconds that the chart's data span. */
  spanS: number;
}

/** The pointer shows the nearest point within this many pixels, and another chart's crosshair one within as many of time. */
const REACH_PX = 24;

/**
 * Where the crosshair of the tab stands on an XY chart: on the point nearest to the pointer, whose moment the other charts
 * hear of, or on the points of the moment at which another chart's crosshair stands.
 */
export class XyCrosshair {
  readonly #overlay: XyOverlay;
  readonly #member: CrosshairMember;
  #scene: XyScene | undefined;
  #places: readonly XyPlaces[] | undefined;
  #pointer: PlotPlace | undefined;
  #walked: NearestPoint | undefined;
  #heard: EpochSeconds | undefined;

  constructor(overlay: XyOverlay, key: string) {
    this.#overlay = overlay;
    this.#member = new CrosshairMember(key, (moment) => {
      this.#heard = moment;
      this.#pointer = undefined;
      this.#walked = undefined;
      this.#show();
    });
  }

  /** What is drawn now: the crosshair stays over it. */
  take(scene: XyScene): void {
    // The point that the keyboard went to can be another one by now.
    if (this.#scene?.points !== scene.points) this.#walked = undefined;
    this.#scene = scene;
    this.#places = undefined;
    this.#show();
  }

  /** The pointer is over the plot, or (undefined) has left it. */
  point(at: PlotPlace | undefined): void {
    this.#pointer = at;
    this.#walked = undefined;
    this.#heard = undefined;
    this.#show();
  }

  /** Goes from point to point of the first series that is shown, in the order of time, as far as a time chart would. */
  walk(byPx: number): void {
    const scene = this.#scene;
    if (scene === undefined) return;
    const found = this.#walked ?? this.#nearest();
    const series =
      found?.series ?? scene.points.findIndex(({ times }, index) => times.length > 0 && scene.isShown[index]);
    const points = scene.points[series];
    if (points === undefined) return;
    const count = points.times.length;
    const step = Math.sign(byPx) * Math.max(1, Math.round((Math.abs(byPx) * count) / this.#overlay.size.width));
    const index = Math.min(count - 1, Math.max(0, (found?.index ?? count) + step));
    this.#walked = { series, index };
    this.#heard = undefined;
    this.#show();
  }

  /** Value of each series at the moment of the crosshair, for the legend; undefined while it stands on no point. */
  get pointed(): readonly (number | null)[] | undefined {
    const [own] = this.#stands();
    const moment = own && this.#scene?.points[own.series]?.times[own.index];
    if (moment === undefined) return undefined;
    const on = this.#heard === undefined ? [own, ...this.#pointsAt(moment)] : this.#stands();
    return this.#scene?.points.map(({ y }, series) => {
      const index = on.find((point) => point?.series === series)?.index;
      return index === undefined ? null : (y[index] ?? null);
    });
  }

  /** The point nearest to a place, over time else those of its moment; without a place, those that the crosshair stands on. */
  pointsAt(at: PlotPlace | undefined): readonly { series: number; time: EpochSeconds }[] {
    const points = at === undefined ? this.#stands() : this.#near(at);
    return points.map(({ series, index }) => ({ series, time: this.#scene?.points[series]?.times[index] as number }));
  }

  /** Hears of each change of what is pointed at. */
  onChange: () => void = () => undefined;

  destroy(): void {
    this.#member.leave();
  }

  #near(at: PlotPlace): NearestPoint[] {
    const nearest = this.#nearest(at);
    if (nearest !== undefined) return [nearest];
    if (this.#scene === undefined || !this.#scene.look.x.isTime) return [];
    return this.#pointsAt(valueAt(this.#scene.scales.x, at.left / this.#overlay.size.width));
  }

  #nearest(at = this.#pointer): NearestPoint | undefined {
    if (this.#scene === undefined || at === undefined) return undefined;
    return nearestOf(this.#drawn(), this.#scene.isShown, at, this.#overlay.size, REACH_PX);
  }

  /** The points on which the crosshair stands. */
  #stands(): NearestPoint[] {
    const own = this.#walked ?? this.#nearest();
    if (own !== undefined) return [own];
    return this.#heard === undefined ? [] : this.#pointsAt(this.#heard);
  }

  /** The point of each series that is shown at a moment, as near as a time chart of this width would look. */
  #pointsAt(moment: EpochSeconds): NearestPoint[] {
    if (this.#scene === undefined) return [];
    const { points, isShown, spanS } = this.#scene;
    const reachS = (REACH_PX * spanS) / this.#overlay.size.width;
    return points.flatMap((list, series) => {
      const index = isShown[series] === false ? -1 : nearestPoint(list, moment, reachS);
      return index < 0 ? [] : [{ series, index }];
    });
  }

  #drawn(): readonly XyPlaces[] {
    const scene = this.#scene;
    if (scene === undefined) return [];
    this.#places ??= scene.points.map((points, index) => {
      const y = scene.scales.y[scene.look.spec.series[index]?.axis ?? 0];
      return y === undefined ? { left: new Float64Array(), top: new Float64Array() } : this.#placed(points, y);
    });
    return this.#places;
  }

  #placed(points: { x: ArrayLike<number>; y: ArrayLike<number> }, y: XyScale): XyPlaces {
    return placesOf(points, (this.#scene as XyScene).scales.x, y, this.#overlay.size);
  }

  #show(): void {
    const scene = this.#scene;
    if (scene === undefined) return;
    const on = this.#stands();
    const size = this.#overlay.size;
    const rings = on.map(({ series, index }) => ({
      left: this.#drawn()[series]?.left[index] as number,
      top: this.#drawn()[series]?.top[index] as number,
      colour: scene.look.spec.series[series]?.colour ?? '',
    }));
    this.#overlay.dots.show(rings.filter((ring) => isInside(ring, size)));
    const moment = this.#momentOf(scene, on);
    this.#overlay.showLine(scene.look.x.isTime ? this.#leftOf(scene.scales.x, moment, size) : undefined);
    if (this.#heard === undefined) {
      this.#member.publish(moment);
      this.#tell(scene, on[0]);
    } else {
      this.#overlay.tooltip.hide();
    }
    this.onChange();
  }

  /** Where the crosshair stands in time: on a time axis everywhere, else on points only. */
  #momentOf({ points, look, scales }: XyScene, on: readonly NearestPoint[]): EpochSeconds | undefined {
    if (this.#heard !== undefined) return this.#heard;
    const [own] = on;
    if (own !== undefined) return points[own.series]?.times[own.index];
    if (!look.x.isTime || this.#pointer === undefined) return undefined;
    return valueAt(scales.x, this.#pointer.left / this.#overlay.size.width);
  }

  #leftOf(x: XyScale, moment: EpochSeconds | undefined, { width }: PlotSize): number | undefined {
    const share = moment === undefined ? -1 : shareOf(x, moment);
    return share >= 0 && share <= 1 ? share * width : undefined;
  }

  /** The box with both values, the unit and the time of a point. */
  #tell(scene: XyScene, own: NearestPoint | undefined): void {
    const { look, points, scales, marks } = scene;
    const list = own && points[own.series];
    const style = own && look.spec.series[own.series];
    const places = own && this.#drawn()[own.series];
    const scale = style && scales.y[style.axis];
    if (own === undefined || !list || !style || !places || !scale) {
      this.#overlay.tooltip.hide();
      return;
    }
    const { index } = own;
    const at = { leftPx: places.left[index] as number, topPx: places.top[index] as number };
    const time = list.times[index] as number;
    const { label, unit, colour, display } = style;
    const decimals = decimalsOf(scale, style);
    const rows = [{ label, unit, colour, value: list.y[index] as number, decimals, display, ...at }];
    if (!look.x.isTime) {
      const { name, unit: unitOfX, display: ofX } = look.x;
      const value = list.x[index] as number;
      const below = { ...at, topPx: at.topPx + 1 };
      const digits = decimalsOf(scales.x, { display: ofX });
      rows.push({ label: name, unit: unitOfX, colour: 'transparent', value, decimals: digits, display: ofX, ...below });
    }
    const size = this.#overlay.size;
    const perPixel = (scales.x.max - scales.x.min) / size.width;
    const notes = look.x.isTime ? marksNear(marks, time, MARK_REACH_PX * perPixel) : [];
    const content = { timeMs: time * 1000, zone: look.spec.zone, rows, notes, points: undefined };
    const pointer = this.#pointer ?? { left: at.leftPx, top: at.topPx };
    this.#overlay.tooltip.show(content, pointer, size);
  }
}

function decimalsOf({ min, max }: XyScale, of: Parameters<typeof decimalsOfSeries>[0]): number {
  return decimalsOfSeries(of, Math.abs(max - min));
}

function isInside({ left, top }: PlotPlace, { width, height }: PlotSize): boolean {
  return left >= 0 && left <= width && top >= 0 && top <= height;
}
