const INT32 = 2 ** 32;

/** Times in milliseconds as whole numbers of 64 bits, by their halves: `BigInt` makes an object of each. */
export function wholeTimes(timesMs: Float64Array): BigInt64Array {
  const whole = new BigInt64Array(timesMs.length);
  const halves = new Int32Array(whole.buffer);
  for (let i = 0; i < timesMs.length; i++) {
    const timeMs = timesMs[i] as number;
    const upper = Math.floor(timeMs / INT32);
    halves[2 * i] = (timeMs - upper * INT32) | 0;
    halves[2 * i + 1] = upper;
  }
  return whole;
}
