/** Chunks of connections are larger; what a parser of forms keeps of its own and hands out as content is smaller. */
const WORTH_IT_BYTES = 16_384;

/**
 * Frees what a chunk lies in, where nothing else lies there. What waits to be collected adds up to 64 MiB before anything
 * is, and then all of the heap is looked at.
 */
export function giveBack({ buffer, byteLength }: Buffer): void {
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isAlone && byteLength >= WORTH_IT_BYTES) buffer.transfer(0);
}
