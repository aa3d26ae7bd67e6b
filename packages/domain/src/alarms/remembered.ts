import type { CompiledExpression } from '#expression/compile.ts';
import { type Expression, partsOf } from '#expression/syntax.ts';
import { ConditionCount } from './condition-count.ts';
import { SampleWindow } from './sample-window.ts';

const SECOND_MS = 1_000;

/** How far back what is held or counted reaches, ms, with what must be looked at before to count it as if it always had been. */
export function rememberedMs(part: Expression): number {
  const within = Math.max(0, ...partsOf(part).map(rememberedMs));
  if (part.kind === 'held') return within + part.seconds * SECOND_MS;
  if (part.kind === 'counted') return within + part.seconds * SECOND_MS + ConditionCount.marginMs(part.seconds);
  return within;
}

/** How much past its functions over time must have been shown before an evaluation, ms. */
export function filledMs({ windowsMs }: Pick<CompiledExpression, 'windowsMs'>): number {
  const spanMs = Math.max(0, ...windowsMs);
  return spanMs + SampleWindow.marginMs(spanMs);
}
