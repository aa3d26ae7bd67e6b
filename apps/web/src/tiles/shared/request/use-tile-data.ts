import { useCallback, useEffect, useState } from 'react';
import type { Substitutions } from '#tiles/shared/rich-text/substitutions.ts';
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
  // Settings come as a new object from each parse; their text tells whether anything changed.
  const key = JSON.stringify(request);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` starts it anew
  useEffect(() => {
    const abort = new AbortController();
    setResult((before) => (before.state === 'ready' ? { state: 'loading', data: before.data } : { state: 'loading' }));
    fetchTileData(JSON.parse(key) as TileRequest, readPath, ports, abort.signal).then(
      (data) => !abort.signal.aborted && setResult({ state: 'ready', data }),
      (error: unknown) => !abort.signal.aborted && setResult({ state: 'error', message: requestErrorText(error) }),
    );
    return () => abort.abort();
  }, [key, readPath, ports, asked]);

  const refresh = useCallback(() => setAsked((count) => count + 1), []);
  useEffect(() => {
    if (refreshSeconds <= 0) return;
    const timer = setInterval(refresh, refreshSeconds * 1000);
    return () => clearInterval(timer);
  }, [refreshSeconds, refresh]);

  return { result, refresh };
}
