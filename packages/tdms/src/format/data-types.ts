import { TdmsError } from '../tdms-error.ts';

/** How values of a channel are kept. */
export type DataType =
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float32'
  | 'float64'
  | 'boolean'
  | 'timestamp'
  | 'string'
  | 'complex64'
  | 'complex128'
  | 'extended'
  | 'fixed'
  | 'daqmx';

/** Codes of "TDMS File Format Internal Structure" (National Instruments). */
const types: ReadonlyMap<number, DataType> = new Map([
  [0x01, 'int8'],
  [0x02, 'int16'],
  [0x03, 'int32'],
  [0x04, 'int64'],
  [0x05, 'uint8'],
  [0x06, 'uint16'],
  [0x07, 'uint32'],
  [0x08, 'uint64'],
  [0x09, 'float32'],
  [0x0a, 'float64'],
  [0x0b, 'extended'],
  [0x19, 'float32'],
  [0x1a, 'float64'],
  [0x1b, 'extended'],
  [0x20, 'string'],
  [0x21, 'boolean'],
  [0x44, 'timestamp'],
  [0x4f, 'fixed'],
  [0x08000c, 'complex64'],
  [0x10000d, 'complex128'],
  [0xffffffff, 'daqmx'],
]);

const sizes: Readonly<Partial<Record<DataType, number>>> = {
  int8: 1,
  int16: 2,
  int32: 4,
  int64: 8,
  uint8: 1,
  uint16: 2,
  uint32: 4,
  uint64: 8,
  float32: 4,
  float64: 8,
  boolean: 1,
  timestamp: 16,
  complex64: 8,
  complex128: 16,
  extended: 16,
};

/** The types that a measuring card writes, by the codes of its raw data. */
const daqmxTypes: readonly DataType[] = [
  'uint8',
  'int8',
  'uint16',
  'int16',
  'uint32',
  'int32',
  'uint64',
  'int64',
  'float32',
  'float64',
];

export function dataTypeOf(code: number): DataType {
  const type = types.get(code);
  if (type === undefined)
    throw new TdmsError(`The file has values of a type that is not known (0x${code.toString(16)}).`);
  return type;
}

export function daqmxTypeOf(code: number): DataType {
  const type = code === 0xffffffff ? 'timestamp' : daqmxTypes[code];
  if (type === undefined) throw new TdmsError(`The file has raw data of a type that is not known (${code}).`);
  return type;
}

/** Bytes of one value; undefined where each has its own length. */
export const sizeOf = (type: DataType): number | undefined => sizes[type];
