export { type ByteSource, bytesInMemory } from './byte-source.ts';
export type { DataType } from './format/data-types.ts';
export { type Properties, type PropertyValue, timeText } from './format/properties.ts';
export { isCoarse, PeakReading, type Peaks, type Plot, PlotReading, plot } from './peaks.ts';
export { TdmsError } from './tdms-error.ts';
export { type Block, type TdmsChannel, TdmsFile, type TdmsGroup } from './tdms-file.ts';
