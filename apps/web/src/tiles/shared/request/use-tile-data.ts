import { useCallback, useEffect, useRef, useState } from 'react';
import type { Substitutions } from '#tiles/shared/rich-text/substitutions.ts';
import { fillTemplate } from './fill-template.ts';
import { useRequestPorts } from './request-ports.tsx';
import type { TileRequest } from './request-settings.ts';
import { fetchTileData, requestErrorText } from './run-request.ts';
import { useReadPath } from './use-read-path.ts';

export type TileData =
  | { state: 'loading'; data?: unknown }
  | { state: 'error'; message: string }
  | { state: 'ready'; data: unknown };

/** Fetches a tile's data at first sight, again on `refresh`, and every `refreshSeconds` when that is not 0. */
export function useTileData(request: TileRequest, substitutions: Substitutions, refreshSeconds: number) {
  const ports = useRequestPorts();
  const readPath = useReadPath(substitutions);
  const [result, setResult] = useState<TileData>({ state: 'loading' });
  const [asked, setAsked] = useState(0);
  // Settings come as a new object from each parse; their text tells whether anything changed. So does the address with
  // its attributes filled in: while a dashboard is played back they are read anew at every step.
  const key = JSON.stringify([request, fillTemplate(request.url, 'url', readPath)]);
  const latest = useRef({ request, readPath });
  latest.current = { request, readPath };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` and `asked` start it anew, the rest is read when it does
  useEffect(() => {
    const abort = new AbortController();
    const { request: wanted, readPath: read } = latest.current;
    setResult((before) => (before.state === 'ready' ? { state: 'loading', data: before.data } : { state: 'loading' }));
    fetchTileData(wanted, read, ports, abort.signal).then(
      (data) => !abort.signal.aborted && setResult({ state: 'ready', data }),
      (error: unknown) => !abort.signal.aborted && setResult({ state: 'error', message: requestErrorText(error) }),
    );
    return () => abort.abort();
  }, [key, ports, asked]);

  const refresh = useCallback(() => setAsked((count) => count + 1), []);
  useEffect(() => {
    if (refreshSeconds <= 0) return;
    const timer = setInterval(refresh, refreshSeconds * 1000);
    return () => clearInterval(timer);
  }, [refreshSeconds, refresh]);

  return { result, refresh };
}
