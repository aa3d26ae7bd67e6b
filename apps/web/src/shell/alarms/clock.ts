/** `14:30` of this machine's clock. */
export function formatClock(timeMs: number): string {
  const time = new Date(timeMs);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}
