import type { PlotPlace } from '../draw/chart-gestures.ts';
import classes from '../draw/chart-overlay.module.css';

/** The rings about the points on which a crosshair stands. */
export class CrosshairDots {
  readonly #parent: HTMLElement;
  #dots: HTMLElement[] = [];

  constructor(parent: HTMLElement) {
    this.#parent = parent;
  }

  show(points: readonly (PlotPlace & { colour: string })[]): void {
    while (this.#dots.length < points.length) {
      const dot = document.createElement('i');
      dot.className = classes.dot ?? '';
      this.#dots.push(dot);
      this.#parent.append(dot);
    }
    for (const [index, dot] of this.#dots.entries()) {
      const point = points[index];
      dot.hidden = point === undefined;
      if (point === undefined) continue;
      dot.style.borderColor = point.colour;
      dot.style.transform = `translate(${point.left}px, ${point.top}px)`;
    }
  }

  remove(): void {
    for (const dot of this.#dots) dot.remove();
  }
}
