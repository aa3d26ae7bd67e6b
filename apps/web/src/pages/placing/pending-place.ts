import { createContext } from 'react';
import type { Place } from '#ui/map/map-bounds.ts';

/** An asset whose place is being set: nothing is stored before Save (spec 1 §2). */
export interface PendingPlace {
  readonly assetId: number;
  readonly name: string;
  /** Null: it has none yet, and nobody has pointed at one. */
  readonly place: Place | null;
  /** Where it stood when it began. */
  readonly seen: Place | null;
}

export interface PlaceSetting {
  readonly pending: PendingPlace | undefined;
  readonly isBusy: boolean;
  begin(asset: Omit<PendingPlace, 'seen'>): void;
  move(place: Place): void;
  save(): void;
  cancel(): void;
}

const nothing = () => undefined;

export const PlaceContext = createContext<PlaceSetting>({
  pending: undefined,
  isBusy: false,
  begin: nothing,
  move: nothing,
  save: nothing,
  cancel: nothing,
});
