import { useCallback, useEffect, useRef, useState } from 'react';
import type { Substitutions } from '#tiles/shared/rich-text/substitutions.ts';
import { fillTemplate } from './fill-template.ts';
import { useRequestPorts } from './request-ports.tsx';
import type { TileRequest } from './request-settings.ts';
import { fetchTileData, requestErrorText } from './run-request.ts';
import { useReadPath } from './use-read-path.ts';

/** What was fetched; an answer stays known while the next one is asked for, and when that fails. */
export type TileData =
  | { state: 'loading'; data?: unknown }
  | { state: 'error'; message: string; data?: unknown }
  | { state: 'ready'; data: unknown };

/** Spec 1 §8: after a failure the next attempt comes after this many intervals. */
export const FAILED_INTERVALS = 5;

/**
 * Fetches a tile's data at first sight, again on `refresh`, and `refreshSeconds` after each answer when that is not 0.
 * An error stays until another attempt that nobody asked for has been answered.
 */
export function useTileData(request: TileRequest, substitutions: Substitutions, refreshSeconds: number) {
  const ports = useRequestPorts();
  const readPath = useReadPath(substitutions);
  const [result, setResult] = useState<TileData>({ state: 'loading' });
  const [asked, setAsked] = useState({ count: 0, isByItself: false });
  // Settings come as a new object from each parse; their text tells whether anything changed. So does the address with
  // its attributes filled in: while a dashboard is played back they are read anew at every step.
  const key = JSON.stringify([request, fillTemplate(request.url, 'url', readPath)]);
  const latest = useRef({ request, readPath });
  latest.current = { request, readPath };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `asked` start it anew, the rest is read when it does
  useEffect(() => {
    const abort = new AbortController();
    const { request: wanted, readPath: read } = latest.current;
    setResult((before) => {
      if (before.state === 'error' && asked.isByItself) return before;
      return before.data === undefined ? { state: 'loading' } : { state: 'loading', data: before.data };
    });
    const take = (next: (before: TileData) => TileData) => {
      if (!abort.signal.aborted) setResult(next);
    };
    fetchTileData(wanted, read, ports, abort.signal).then(
      (data) => take(() => ({ state: 'ready', data })),
      (error: unknown) => take(({ data }) => ({ state: 'error', message: requestErrorText(error), data })),
    );
    return () => abort.abort();
  }, [key, ports, asked]);

  const refresh = useCallback(() => setAsked(({ count }) => ({ count: count + 1, isByItself: false })), []);
  useEffect(() => {
    if (refreshSeconds <= 0 || result.state === 'loading') return;
    const intervals = result.state === 'error' ? FAILED_INTERVALS : 1;
    const again = () => setAsked(({ count }) => ({ count: count + 1, isByItself: true }));
    const timer = setTimeout(again, intervals * refreshSeconds * 1000);
    return () => clearTimeout(timer);
  }, [refreshSeconds, result]);

  return { result, refresh };
}
