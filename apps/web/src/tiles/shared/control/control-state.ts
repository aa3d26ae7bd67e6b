import type { commands } from '@telltale/contract';
import { wordOf } from '@telltale/domain';
import { reasonIn } from '@telltale/domain/format/answer.ts';
import type { Reading } from '#readings/readings.ts';

/** What became of what was asked for. */
export type ControlPhase =
  | 'none'
  | 'unseen'
  | 'release'
  | 'pending'
  | 'answered'
  | 'verified'
  | 'no effect'
  | 'failed'
  | 'refused'
  | 'expired';

export interface ControlOutcome {
  readonly phase: ControlPhase;
  readonly words: string;
}

/** An answered command of which nobody told the portal what it should move had no effect when nothing moved for this long. */
export const EFFECT_MS = 60_000;
/** What ended longer ago is history: the reported value says how things are. */
const TOLD_MS = 600_000;

type Told = Pick<commands.Command, 'created' | 'delivered' | 'ended' | 'answer' | 'effect'> & {
  readonly state: string;
};

export const NOTHING_ASKED: ControlOutcome = { phase: 'none', words: '' };
export const UNSEEN: ControlOutcome = { phase: 'unseen', words: 'Sent. You may not see what becomes of commands.' };

const WORDS: Readonly<Record<string, ControlOutcome>> = {
  'awaiting release': { phase: 'release', words: 'A second person must release it' },
  queued: { phase: 'pending', words: 'Waiting for the device' },
  sent: { phase: 'pending', words: 'Sent, not acknowledged' },
  verified: { phase: 'verified', words: 'Verified' },
  'no effect': { phase: 'no effect', words: 'No effect' },
  refused: { phase: 'refused', words: 'Refused or taken back, and never sent' },
  expired: { phase: 'expired', words: 'Expired' },
};

/**
 * What became of a command. Where the portal does not tell it, the reported value does.
 * @param hasArrived whether the value is reported as it was asked for; undefined: no data item says so
 */
export function outcomeOf(
  command: Told | undefined,
  { timestamp }: Pick<Reading, 'timestamp'>,
  hasArrived: boolean | undefined,
  nowMs: number,
): ControlOutcome {
  if (command === undefined) return NOTHING_ASKED;
  const endedMs = msOf(command.ended ?? (isSilent(command) ? command.delivered : null));
  if (endedMs !== undefined && nowMs - endedMs > TOLD_MS) return NOTHING_ASKED;
  if (command.state === 'failed') return { phase: 'failed', words: failure(command.answer) };
  if (command.state === 'answered' && command.effect !== null) return awaited;
  if (
    command.state === 'delivered' &&
    command.effect === null &&
    hasArrived &&
    (timestamp ?? 0) >= Date.parse(command.created)
  )
    return verified;
  if (command.state === 'delivered') {
    const isLeftSo = endedMs !== undefined && nowMs - endedMs > EFFECT_MS;
    return { phase: isLeftSo ? 'answered' : 'pending', words: 'Delivered, not answered' };
  }
  if (command.state !== 'answered') return WORDS[command.state] ?? { phase: 'pending', words: command.state };
  if (hasArrived === undefined) return { phase: 'answered', words: 'Answered' };
  if (hasArrived) return verified;
  if (endedMs !== undefined && nowMs - endedMs > EFFECT_MS) return { phase: 'no effect', words: 'No effect' };
  return awaited;
}

/** Many devices have no answers, and whether it worked nobody watches: more than its delivery may never be told. */
const isSilent = ({ state, effect }: Told) => state === 'delivered' && effect === null;
const msOf = (iso: string | null) => (iso === null ? undefined : Date.parse(iso));

const awaited: ControlOutcome = { phase: 'pending', words: 'Answered, waiting for the value' };
const verified: ControlOutcome = { phase: 'verified', words: 'Verified' };

const MOST_ANSWER = 120;

function failure(answer: string | null): string {
  if (answer === null || answer === '') return 'Failed';
  const reason = reasonIn(answer);
  return `Failed: ${reason.length > MOST_ANSWER ? `${reason.slice(0, MOST_ANSWER - 1)}…` : reason}`;
}

/** Whether a value is reported as it was asked for; undefined where the two cannot be compared. */
export function isReported(reading: Reading, asked: unknown, tolerance = 0): boolean | undefined {
  if (reading.state !== 'ok') return undefined;
  const { isString, stringValue, value } = reading;
  if (typeof asked === 'boolean') {
    return isString ? stringValue?.toLowerCase() === String(asked) : value !== null && (value !== 0) === asked;
  }
  if (typeof asked === 'number') {
    if (isString) return stringValue === String(asked);
    return value !== null && Math.abs(value - asked) <= Math.max(tolerance, Math.abs(asked) * 1e-9);
  }
  if (typeof asked === 'string') {
    return isString ? stringValue === asked : value !== null && wordOf(reading.display, value) === asked;
  }
  return undefined;
}
