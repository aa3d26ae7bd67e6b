import type { FirstHourStep } from '@telltale/contract';

/** How a step is named, and why one would take it. */
export const stepWords: Readonly<Record<FirstHourStep, { title: string; why: string }>> = {
  name: { title: 'Name of the portal', why: 'It heads each page and each mail.' },
  mail: { title: 'Mail server', why: 'Links for new passwords and alerts go by mail.' },
  definition: { title: 'First definition', why: 'What a kind of equipment measures, and when it alarms.' },
  device: { title: 'First device', why: 'An asset with a token that its device connects with.' },
  dashboard: { title: 'First dashboard', why: 'What the device says, on one screen.' },
  colleague: { title: 'First colleague', why: 'A user with a group that says what they see and may do.' },
};

/** The first step that is not done, after this one or from the beginning; undefined when all are. */
export function nextStep(
  steps: readonly FirstHourStep[],
  done: readonly FirstHourStep[],
  after?: FirstHourStep,
): FirstHourStep | undefined {
  const begin = after === undefined ? 0 : steps.indexOf(after) + 1;
  const round = [...steps.slice(begin), ...steps.slice(0, begin)];
  return round.find((step) => step !== after && !done.includes(step));
}
