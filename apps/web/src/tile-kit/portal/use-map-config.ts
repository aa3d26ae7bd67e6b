import { useQuery } from '@tanstack/react-query';
import { configQuery } from '#api/config-queries.ts';
import {
  type MapConfig,
  type MapOverlay,
  mapConfigSchema,
  OFFLINE_STYLE,
  overlayListSchema,
} from '#ui/map/map-config.ts';

const NO_CONFIG: MapConfig = { styles: {}, start: OFFLINE_STYLE, earthquakes: false };
const NO_OVERLAYS: readonly MapOverlay[] = [];

/** Backgrounds and layers that the operator has configured; none while the files are missing (spec 1 §8). */
export function useMapConfig(): MapConfig & {
  overlays: readonly MapOverlay[];
  /** Whether the portal has said which layers there are. */
  areOverlaysKnown: boolean;
  problem: string | undefined;
} {
  const map = useQuery(configQuery('map', mapConfigSchema));
  const layers = useQuery(configQuery('geosources', overlayListSchema));
  return {
    ...(map.data ?? NO_CONFIG),
    overlays: layers.data ?? NO_OVERLAYS,
    areOverlaysKnown: layers.isSuccess,
    problem: [map.error, layers.error].find(isWrittenWrongly)?.message,
  };
}

/** A file that is not there means nothing to offer; one that cannot be read must be mended. */
function isWrittenWrongly(error: Error | null): error is Error {
  return error?.message.startsWith('/config/') ?? false;
}
