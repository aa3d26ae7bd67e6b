import type { Bond } from './first-causes.ts';
import type { Evidence } from './succession.ts';

/** What a member of a flood is: the first of all, the first of another cause, a consequence, or alone. */
export type FloodRole = 'first' | 'cause' | 'consequence' | 'alone';

export interface FloodReason {
  readonly role: FloodRole;
  /** After the one that it follows; of the first of another cause and of what is alone, after the flood began. */
  readonly afterSeconds: number;
  /** What it follows; null: nothing. */
  readonly follows: { readonly name: string; readonly assetName: string; readonly isFirst: boolean } | null;
  readonly bond: Bond | null;
  readonly systemName: string | null;
  readonly evidence: Evidence | null;
}

/** Why an alarm stands where it does in a flood, e.g. '12 s after the first out, same system Rig 7; followed it 8 of 9 times before'. */
export function floodReasonText({ role, afterSeconds, follows, bond, systemName, evidence }: FloodReason): string {
  if (role === 'first') return 'First out';
  const after = spanText(afterSeconds);
  if (role === 'cause') return `First out of another cause, ${after} after the flood began`;
  if (follows === null) return `Alone, ${after} after the flood began`;
  const whom = follows.isFirst ? 'the first out' : `${follows.name} of ${follows.assetName}`;
  const bonds = {
    asset: ', same asset',
    system: systemName === null ? ', same system' : `, same system ${systemName}`,
    alarm: ', same alarm on another asset',
  };
  const shared = bond === null ? '' : bonds[bond];
  const learned = evidence === null ? '' : `; followed it ${evidence.followed} of ${evidence.of} times before`;
  return `${after} after ${whom}${shared}${learned}`;
}

function spanText(seconds: number): string {
  if (seconds < 1) return seconds <= 0 ? '0 s' : 'less than 1 s';
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)];
  if (minutes < 10 && rest > 0 && rest < 60) return `${minutes} min ${rest} s`;
  return `${Math.round(seconds / 60)} min`;
}
