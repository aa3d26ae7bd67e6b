import type { escalations } from '@telltale/contract';

const MINUTES_PER_HOUR = 60;

/** `90` as `1 h 30 min`. */
export function minutesWords(minutes: number): string {
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  const rest = minutes % MINUTES_PER_HOUR;
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : ''].filter(Boolean).join(' ');
}

/** In front of the name of a group. */
export const ON_CALL_OF = 'who is on call of ';
const OUT_OF_SIGHT = 'a group of another admin unit';

/** Who is told next, and when, in one line. */
export function stepsWords(steps: readonly escalations.EscalationStep[]): string {
  if (steps.length === 0) return 'Nobody else';
  return steps
    .map(
      ({ userGroupName, minutes, onCallOnly }) =>
        `after ${minutesWords(minutes)} ${onCallOnly ? ON_CALL_OF : ''}${userGroupName ?? OUT_OF_SIGHT}`,
    )
    .join(', then ');
}
