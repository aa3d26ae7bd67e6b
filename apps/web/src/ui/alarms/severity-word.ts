/** What a severity is called, by the levels that alert subscriptions have (spec 2 §2.6): 10 alarm, 5 warning, 2 important. */
export function severityWord(severity: number): string {
  if (severity >= 10) return 'Alarm';
  if (severity >= 5) return 'Warning';
  return severity >= 2 ? 'Important' : 'Notice';
}
