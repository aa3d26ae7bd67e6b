import { type PlainGroup, TITLE } from '#tiles/shared/editor/plain-field.ts';
import type { ControlSettings } from './control-settings.ts';

/** What a control is called, what it sends and by which data item one sees what came of it. */
export const CONTROL = [
  { kind: 'dataItem', label: 'Reported by', isOptional: true },
  { ...TITLE, placeholder: 'From the data item' },
  { kind: 'text', key: 'module', label: 'Module', placeholder: 'pump' },
  { kind: 'text', key: 'command', label: 'Command', placeholder: 'setSpeed' },
] as const;

export const PARAMETER_KEY = {
  kind: 'text',
  key: 'parameterKey',
  label: 'Name of the parameter',
  placeholder: 'None: the value alone',
} as const;

/** How near the reported value must come to the one that was asked for. */
export const TOLERANCE = { kind: 'required', key: 'tolerance', label: 'Tolerance', min: 0 } as const;

export const SENDING: PlainGroup<ControlSettings> = {
  title: 'Sending',
  fields: [
    { kind: 'required', key: 'expiration', label: 'Waits for the device (seconds)', min: 1, max: 2_592_000 },
    { kind: 'required', key: 'within', label: 'Shows its effect within (seconds)', min: 1, max: 86_400 },
    { kind: 'switch', key: 'confirm', label: 'Ask before each sending' },
    { kind: 'switch', key: 'queueOffline', label: 'Queue while the asset is offline' },
  ],
};
