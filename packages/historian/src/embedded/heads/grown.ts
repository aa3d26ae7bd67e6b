/** The larger array with what the smaller one holds. */
export function grown<T extends Float64Array | Uint8Array | Int32Array | Uint16Array>(larger: T, smaller: T): T {
  larger.set(smaller);
  return larger;
}
