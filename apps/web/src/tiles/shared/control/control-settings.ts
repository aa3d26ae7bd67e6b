import { booleanField, numberField, selectionFields, textField } from '#tiles/shared/settings/fields.ts';

/** As the portal takes it. */
const EFFECT = { normal: 60, min: 1, max: 86_400 } as const;
/** Seconds that a command waits for its device (spec 1 §9), and may wait at most. */
const EXPIRATION = { normal: 900, min: 1, max: 2_592_000 } as const;

/** What every tile that sends a command has among its settings. */
export const controlFields = {
  /** The data item that reports what the command changes; its asset gets the command. */
  ...selectionFields,
  /** '' shows the name of the data item. */
  title: textField(),
  /** The device gets the method `module.command`. */
  module: textField(),
  command: textField(),
  /** Key of the value in the parameter; '': the parameter is the value itself. */
  parameterKey: textField(),
  /** Seconds that it waits for its device. */
  expiration: numberField(EXPIRATION.normal, EXPIRATION),
  /** Seconds from its delivery in which the reported value must follow; else it had no effect. */
  within: numberField(EFFECT.normal, EFFECT),
  /** Asked before each sending; else once in a visit, and whenever a command is still under way. */
  confirm: booleanField(true),
  /** Whether it may be sent while the asset is offline, to wait for it. */
  queueOffline: booleanField(false),
};

export interface ControlSettings {
  slotPath: number[];
  dataItem: number | null;
  title: string;
  module: string;
  command: string;
  parameterKey: string;
  expiration: number;
  within: number;
  confirm: boolean;
  queueOffline: boolean;
}
