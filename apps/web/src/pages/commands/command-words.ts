import type { commands } from '@telltale/contract';
import { reasonIn } from '@telltale/domain/format/answer.ts';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { whyOf } from '#actions/why.ts';

type Command = commands.Command;

/** How it stands: still to come, come to a good end, come to a bad one, or ended without anybody knowing more. */
export type Tone = 'waiting' | 'good' | 'bad' | 'plain';

const words: Readonly<Record<commands.CommandState, { word: string; tone: Tone; hint: string }>> = {
  'awaiting release': { word: 'Awaiting release', tone: 'waiting', hint: 'A second person must release it.' },
  queued: { word: 'Queued', tone: 'waiting', hint: 'It goes out as soon as the device listens.' },
  sent: {
    word: 'Sent',
    tone: 'waiting',
    hint: 'The device has not said that it has it. It is not sent again by itself.',
  },
  delivered: { word: 'Delivered', tone: 'plain', hint: 'The device has it.' },
  answered: { word: 'Answered', tone: 'plain', hint: 'The device answered.' },
  failed: { word: 'Failed', tone: 'bad', hint: 'The device refused it, or it could not be put to it.' },
  expired: { word: 'Expired', tone: 'bad', hint: 'Its time was up before the device said that it has it.' },
  verified: { word: 'Verified', tone: 'good', hint: 'The data item moved as it should.' },
  'no effect': { word: 'No effect', tone: 'bad', hint: 'The data item did not move as it should in its time.' },
  refused: {
    word: 'Refused',
    tone: 'plain',
    hint: 'It was refused or taken back before it went out, and is never sent.',
  },
};

export function stateWords(state: commands.CommandState) {
  return words[state];
}

/** When a command goes out that is sent to so many assets. */
export function whenSent(assets: number): string {
  return assets === 1 ? words.queued.hint : 'It goes out to each as soon as its device listens.';
}

/** The states in the order in which commands go through them, for a list to choose from. */
export const stateChoices = Object.entries(words).map(([value, { word }]) => ({ value, label: word }));

/** What was sent: the name of its template, or module and command. */
export function commandTitle({ templateName, command }: Pick<Command, 'templateName' | 'command'>): string {
  if (templateName !== null) return templateName;
  const { module, name } = partsOf(command);
  return `${module}.${name}`;
}

/** Its parameter in one line; '' for none. */
export function parameterText(command: string): string {
  const { parameter } = partsOf(command);
  if (parameter === undefined || parameter === null) return '';
  if (typeof parameter !== 'object' || Array.isArray(parameter)) return JSON.stringify(parameter);
  return Object.entries(parameter)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
}

/** Module, command and parameter of the text of a command; the text itself where it is none. */
export function partsOf(text: string): { module: string; name: string; parameter: unknown } {
  try {
    const { module, command, parameter } = JSON.parse(text) as Record<string, unknown>;
    return { module: String(module), name: String(command), parameter };
  } catch {
    return { module: text, name: '', parameter: undefined };
  }
}

type Ended = Pick<
  Command,
  'state' | 'answer' | 'sent' | 'dangerous' | 'released' | 'refusedBy' | 'username' | 'effect'
>;

/** Why a command did not do what it should; null where nothing says so yet. */
export function reasonText(command: Ended, zone: string): string | null {
  const { state, answer, sent, dangerous, released, refusedBy, username } = command;
  switch (state) {
    case 'failed':
      return answer === null ? null : reasonIn(answer);
    case 'expired':
      if (sent !== null) return 'The device did not say that it has it.';
      return dangerous && released === null ? 'Nobody released it in time.' : 'The device did not listen in time.';
    case 'refused':
      if (refusedBy === null) return null;
      return refusedBy === username ? `Taken back by ${refusedBy}.` : `Refused by ${refusedBy}.`;
    case 'no effect':
      return effectText(command, zone);
    default:
      return null;
  }
}

/** What a list tells of a command beside its state: why it came to nothing, else what was recorded of it. */
export const resultText = (command: Ended, zone: string) => reasonText(command, zone) ?? effectText(command, zone);

/** What was recorded of the data item that a command names: by what it was judged, else what was there before. */
export const recordedOf = ({ effect }: Pick<Command, 'effect'>) => effect?.after ?? effect?.before ?? undefined;

/** Marks the text of an effect with the value that was recorded. */
export function whyOfEffect({ assetId, effect }: Pick<Command, 'assetId' | 'effect'>) {
  const recorded = recordedOf({ effect });
  if (effect === null || recorded === undefined) return {};
  return whyOf({ assetId, dataItemId: effect.dataItemId, atMs: Date.parse(recorded.time) });
}

/** By what was recorded: 'Speed was 10, became 50 (expected 50)'. Null where nobody looks. */
export function effectText({ effect, state }: Pick<Command, 'effect' | 'state'>, zone: string): string | null {
  if (effect === null) return null;
  const { label, expected, before, after, within } = effect;
  const told = (recorded: NonNullable<typeof before>) =>
    `${recorded.value ?? 'no number'} at ${formatDateTime(Date.parse(recorded.time), zone)}`;
  const wanted = expected === null ? 'expected to move' : `expected ${expected}`;
  const was = before === null ? '' : `, was ${told(before)}`;
  if (state === 'verified' && after) return `${label}: ${told(after)}, ${wanted}${was}.`;
  if (state === 'no effect') {
    return `${label}: ${after ? told(after) : 'nothing was recorded'}, ${wanted} within ${within} s${was}.`;
  }
  return `${label}: ${wanted} within ${within} s${was}.`;
}
