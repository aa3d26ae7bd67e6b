import { useState } from 'react';
import { milesAlong, writeMiles } from '#ui/map/distance.ts';
import type { Place } from '#ui/map/map-bounds.ts';

export type MapTool = 'area' | 'distance';

export interface MapTools {
  readonly tool: MapTool | undefined;
  readonly points: readonly Place[];
  /** What it says beside the map. */
  readonly text: string;
  begin(tool: MapTool | undefined): void;
  add(place: Place): void;
  undo(): void;
}

/**
 * The tool in hand, and the places that it was pointed at.
 * @param onTake a tool is taken in hand
 */
export function useMapTools(onTake: () => void): MapTools {
  const [tool, setTool] = useState<MapTool>();
  const [points, setPoints] = useState<readonly Place[]>([]);
  return {
    tool,
    points,
    text: describe(tool, points),
    begin(next) {
      setPoints([]);
      setTool(next);
      if (next !== undefined) onTake();
    },
    add: (place) => setPoints((before) => [...before, place]),
    undo: () => setPoints((before) => before.slice(0, -1)),
  };
}

function describe(tool: MapTool | undefined, points: readonly Place[]): string {
  if (tool === 'distance') {
    return points.length < 2 ? 'Point at two places or more.' : writeMiles(milesAlong(points));
  }
  return points.length < 3 ? 'Point at three corners or more.' : `${points.length} corners`;
}
