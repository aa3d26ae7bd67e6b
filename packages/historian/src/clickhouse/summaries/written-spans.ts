import type { Block } from '../staging/block.ts';

/** Series and spans, each pair once. */
export interface SpanList {
  keys: number[];
  spans: number[];
}

/** The spans before a time that a block has points in. */
export function writtenSpans(block: Block, beforeMs: number, spanOf: (timeMs: number) => number): SpanList {
  const list: SpanList = { keys: [], spans: [] };
  const seen = new Map<number, Set<number>>();
  let lastKey = Number.NaN;
  let lastSpan = Number.NaN;
  block.forEach((key, timeMs) => {
    if (timeMs >= beforeMs) return;
    const span = spanOf(timeMs);
    if (key === lastKey && span === lastSpan) return;
    lastKey = key;
    lastSpan = span;
    const spans = seen.get(key) ?? new Set<number>();
    seen.set(key, spans);
    if (spans.has(span)) return;
    spans.add(span);
    list.keys.push(key);
    list.spans.push(span);
  });
  return list;
}
