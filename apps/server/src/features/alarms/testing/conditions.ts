/** Spans are of 3, 5 and 7 seconds. */
export const CONDITIONS: { expression: string; onDelay?: number; offDelay?: number; deadband?: number }[] = [
  { expression: '_a > 5 and _b > 5' },
  { expression: '_a + _b > 8', deadband: 3 },
  { expression: '_a > 4 or _b > 6', onDelay: 2, offDelay: 3 },
  { expression: 'avg(_a, 7) > 2', deadband: 1 },
  { expression: 'max(_b, 5) - min(_b, 5) > 6' },
  { expression: 'rate(_a, 3) > 1', offDelay: 2 },
  { expression: 'age(_b) > 6' },
  { expression: 'held(_a > 1, 4)' },
  { expression: '_s = "on" and _a > 0', onDelay: 1 },
  { expression: 'count(_a > 4, 7) >= 2' },
  { expression: 'duration(_a > 2 or _s = "on", 7) > 3', onDelay: 1 },
  { expression: 'count(avg(_a, 3) > 2, 5) > 0 and _b >= 0' },
  { expression: '_a > previous(_a) and previous(_s) = "off"' },
  { expression: 'delta(_a, 5) > 2', deadband: 1 },
  { expression: 'stddev(_a, 5) > 2 or slope(_b, 7) < -1' },
  { expression: 'integral(_a, 5) > 20', offDelay: 1 },
  { expression: '_b > attribute("limit")', deadband: 2 },
  { expression: 'daytime("FIRST", "SECOND", "UTC") and _a > 0' },
  { expression: 'count(daytime("FIRST", "SECOND") or _b > attribute("limit"), 7) > 0' },
  { expression: 'alarm("1") and _b > 1 or alarm("8")', onDelay: 1 },
  { expression: 'count(alarm("0"), 7) > 0 and not alarm("13")' },
  { expression: 'held(avg(_a, 5) > 1 or _s = "on", 3) and not (_b < 0)', onDelay: 2 },
];

/** The time of the day falls where something happens: the minute after the one in which it begins. */
export const conditionsFrom = (fromMs: number) =>
  CONDITIONS.map(({ expression, ...more }) => {
    const at = (minutes: number) => new Date(fromMs + minutes * 60_000).toISOString().slice(11, 16);
    return { ...more, expression: expression.replace('FIRST', at(1)).replace('SECOND', at(2)) };
  });
export const hangsOnTheDay = (expression: string) => expression.includes('daytime');
