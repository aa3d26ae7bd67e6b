export { type EmbeddedHistorianOptions, openEmbeddedHistorian } from './embedded/embedded-historian.ts';
export { DiskFullError } from './embedded/folder/disk-space.ts';
export { HistoryFolderError } from './embedded/folder/folder.ts';
export { checkStore, type StoreCheck } from './embedded/repair/check-store.ts';
export { type Repair, repairStore } from './embedded/repair/repair-store.ts';
export * from './port.ts';
