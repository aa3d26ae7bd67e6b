export { type EmbeddedHistorianOptions, openEmbeddedHistorian } from './embedded/embedded-historian.ts';
export { HistoryFolderError } from './embedded/folder.ts';
export * from './port.ts';
