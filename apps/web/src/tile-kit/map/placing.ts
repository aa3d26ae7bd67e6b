// Tiles read only through the kit.
export { PlaceContext } from '#pages/placing/pending-place.ts';
export { usePlaceSetting } from '#pages/placing/use-place-setting.ts';
