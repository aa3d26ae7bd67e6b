import { TdmsError } from '../tdms-error.ts';
import { ByteCursor } from './byte-cursor.ts';

export const LEAD_IN_BYTES = 28;
const UNKNOWN_LENGTH = 0xffff_ffff_ffff_ffffn;

const IN_FILE = 'TDSm';
const IN_INDEX = 'TDSh';

/** The beginning of each segment. */
export interface LeadIn {
  readonly version: number;
  readonly hasMetadata: boolean;
  /** The list of what has values begins anew. */
  readonly isNewList: boolean;
  readonly hasRawData: boolean;
  readonly isInterleaved: boolean;
  readonly isBigEndian: boolean;
  /** Bytes of the description. */
  readonly metadataBytes: number;
  /** Bytes after the lead-in; undefined where the writer never came to say so. */
  readonly bytes: number | undefined;
}

export function readLeadIn(bytes: Uint8Array, isIndex: boolean): LeadIn {
  const tag = String.fromCharCode(...bytes.subarray(0, 4));
  if (tag !== (isIndex ? IN_INDEX : IN_FILE))
    throw new TdmsError('This is no TDMS file: a segment begins with other letters.');
  const cursor = new ByteCursor(bytes);
  cursor.skip(4);
  const flags = cursor.u32();
  const isBigEndian = (flags & (1 << 6)) !== 0;
  const numbers = new ByteCursor(bytes, isBigEndian);
  numbers.skip(8);
  const version = numbers.u32();
  const length = numbers.bigU64();
  const metadataBytes = numbers.u64();
  return {
    version,
    hasMetadata: (flags & (1 << 1)) !== 0,
    isNewList: (flags & (1 << 2)) !== 0,
    hasRawData: (flags & (1 << 3)) !== 0,
    isInterleaved: (flags & (1 << 5)) !== 0,
    isBigEndian,
    metadataBytes,
    bytes: length === UNKNOWN_LENGTH ? undefined : Number(length),
  };
}
