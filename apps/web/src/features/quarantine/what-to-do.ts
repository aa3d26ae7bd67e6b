/** What helps against a reason; the last is for all others. */
const ADVICE: readonly (readonly [reason: RegExp, advice: string])[] = [
  [/^the portal calculates this data item/, 'The portal works this data item out: the device need not send it.'],
  [
    /\b(seconds|future|ahead|clock|1970|year|time)\b/i,
    'Look at the clock of the device, and whether its times are milliseconds since 1970.',
  ],
  [/alias without a birth|Sparkplug/i, 'Have the edge send its births again: restart it, or send it a rebirth.'],
  [
    /does not reach this device|asset was deleted|definition was deleted/,
    'The gateway speaks for a device that is gone or of another admin unit: take it out of the gateway.',
  ],
  [
    /too many|at most|more values without a time/i,
    'The device sends more than is taken: send less often, or give each value its time.',
  ],
  [
    /^attribute: |not taken from devices/,
    'This attribute is kept by the portal: take it out of what the device sends.',
  ],
  [/label/, 'Give the value a name that is not empty and not that long.'],
  [/chunk|upload|file/i, 'Have the device begin the upload of the file anew.'],
  [/history refused/, 'Look at Status: the history could not be written.'],
  [
    /JSON|object|array|empty message|nested|longer than|name/,
    'Compare what was sent with the lines on the page of the device.',
  ],
];
const OTHERWISE = 'Compare what was sent with the lines on the page of the device.';

/** What somebody can do about a reason for which data was refused. */
export function whatToDo(reason: string): string {
  return ADVICE.find(([pattern]) => pattern.test(reason))?.[1] ?? OTHERWISE;
}
