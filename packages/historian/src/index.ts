export { DiskFullError } from './embedded/disk-space.ts';
export { type EmbeddedHistorianOptions, openEmbeddedHistorian } from './embedded/embedded-historian.ts';
export { HistoryFolderError } from './embedded/folder.ts';
export { checkStore, type StoreCheck } from './embedded/repair/check-store.ts';
export { type Repair, repairStore } from './embedded/repair/repair-store.ts';
export * from './port.ts';
