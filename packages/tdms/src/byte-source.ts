/** Where the bytes of a file come from: a disk, the memory, another machine. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** @returns as many bytes as were asked for; fewer only where the file ends */
  read(position: number, length: number): Promise<Uint8Array>;
}

/** A file that is in memory whole. */
export function bytesInMemory(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: async (position, length) => bytes.subarray(position, position + length),
  };
}
