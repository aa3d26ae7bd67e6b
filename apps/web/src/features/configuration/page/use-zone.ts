export { useOwnZone as useZone } from '#pages/use-own-zone.ts';
