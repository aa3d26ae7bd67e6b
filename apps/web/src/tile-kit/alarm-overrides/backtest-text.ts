/** A duration as people say it: `45 s`, `12 min`, `3 h 20 min`, `2 d 4 h`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const [hours, restMinutes] = [Math.floor(minutes / 60), minutes % 60];
  if (hours < 24) return restMinutes === 0 ? `${hours} h` : `${hours} h ${restMinutes} min`;
  const [days, restHours] = [Math.floor(hours / 24), hours % 24];
  return restHours === 0 ? `${days} d` : `${days} d ${restHours} h`;
}
