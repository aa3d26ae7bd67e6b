export * from './charts/gaps.ts';
export * from './charts/smooth.ts';
export * from './format/age.ts';
export * from './format/bytes.ts';
export * from './format/colour.ts';
export * from './format/csv.ts';
export * from './format/number.ts';
export * from './format/time.ts';
