/** One time that an alarm of an asset was opened. */
export interface Opening {
  readonly assetId: number;
  readonly alarmDefinitionId: number;
  readonly raisedMs: number;
}

const WINDOW_MS = 600_000;
/** So many in ten minutes, for each operator, are a flood, which ends when there are fewer than half of them. */
const BEGINS = 10;
const ENDS = 5;

/** A stretch of time in which more alarms came than anybody can look after. */
export interface Flood {
  /** The places of its first and its last opening in the list, and all between are its own. */
  readonly first: number;
  readonly last: number;
  readonly fromMs: number;
  /** When fewer than five had come in the ten minutes before: a flood whose end lies ahead goes on. */
  readonly untilMs: number;
}

/**
 * The floods in a list of openings: a flood begins with the first of 10 alarms within ten minutes and ends when fewer than 5 have come in
 * the last ten minutes, for each operator (ANSI/ISA-18.2-2016, clause 16). No opening counts for two floods.
 * @param raisedMs in order of time
 */
export function floodsOf(raisedMs: ArrayLike<number>, operators = 1): Flood[] {
  const begins = BEGINS * operators;
  const ends = ENDS * operators;
  const at = (place: number) => raisedMs[place] as number;
  const floods: Flood[] = [];
  for (let first = 0; first + begins <= raisedMs.length; ) {
    let last = first + begins - 1;
    if (at(last) - at(first) > WINDOW_MS) {
      first++;
      continue;
    }
    const endMs = () => at(last - ends + 1) + WINDOW_MS;
    while (last + 1 < raisedMs.length && at(last + 1) <= endMs()) last++;
    floods.push({ first, last, fromMs: at(first), untilMs: endMs() });
    first = last + 1;
  }
  return floods;
}
