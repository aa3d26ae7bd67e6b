import { type RefObject, useEffect, useState } from 'react';
import { offerWhy } from '#actions/why.ts';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { useTimeIfAny } from '../dashboard-scope.tsx';
import { ShownItems } from '../readings/shown-items.ts';

/** Gathers what a tile shows, and answers for it when somebody asks why; not while the tile is edited. */
export function useWhyOffer(frame: RefObject<HTMLElement | null>, isEditing: boolean): ShownItems {
  const [shown] = useState(() => new ShownItems());
  useWhyGestures();
  const time = useTimeIfAny();
  useEffect(() => {
    if (frame.current === null) return;
    return offerWhy(frame.current, (place) => ({ items: isEditing ? [] : shown.at(place), atMs: time?.pastMs }));
  }, [frame, shown, time, isEditing]);
  return shown;
}
