import { distanceOf } from '@telltale/domain/alarms/limit-trial.ts';
import type { LimitOperator } from '@telltale/domain/expression/plain-limits.ts';
import { NumberColumn } from '../health/number-column.ts';

/** How far a value goes beyond a limit each time, and how far it comes back in between. */
export class LimitProfile {
  readonly peaks = new NumberColumn();
  readonly dips = new NumberColumn();
  readonly #operator: LimitOperator;
  readonly #limit: number;
  #isBeyond: boolean | undefined;
  #extreme = 0;
  #hasBeenBeyond = false;

  constructor(operator: LimitOperator, limit: number) {
    this.#operator = operator;
    this.#limit = limit;
  }

  look(value: number): void {
    if (!Number.isFinite(value)) return;
    const distance = distanceOf(this.#operator, value, this.#limit);
    const isBeyond = this.#operator.endsWith('=') ? distance >= 0 : distance > 0;
    if (isBeyond !== this.#isBeyond) this.#turn(isBeyond);
    this.#extreme = Math.max(this.#extreme, isBeyond ? distance : -distance);
  }

  /** What comes next belongs to another asset. */
  finish(): void {
    if (this.#isBeyond) this.peaks.push(this.#extreme);
    this.#isBeyond = undefined;
    this.#hasBeenBeyond = false;
    this.#extreme = 0;
  }

  #turn(isBeyond: boolean): void {
    if (this.#isBeyond) this.peaks.push(this.#extreme);
    else if (this.#hasBeenBeyond) this.dips.push(this.#extreme);
    this.#isBeyond = isBeyond;
    if (isBeyond) this.#hasBeenBeyond = true;
    this.#extreme = 0;
  }
}
