import type { AssetId } from '@telltale/contract';

export interface CommandMessage {
  commandId: number;
  module: string;
  command: string;
  /** Both, with a dot between them. */
  method: string;
  params: unknown;
  expiresInMs: number;
}

/** What can be done with a command now: it is handed over, or the device's language has no word for it. */
export type CommandOffer =
  | { refused: string }
  | {
      /** The label of what it moves and the value that it takes, where the language says so. */
      moves: { label: string; value: number | string } | undefined;
      /** False: the connection is gone or full, and nothing went out. `onArrived` is called when the device has it. */
      send: (onArrived: () => void) => boolean;
    };

/** How a command reaches its device. */
export interface CommandLink {
  /** Undefined: the device is not connected, does not listen, or has enough to acknowledge. */
  offer(assetId: AssetId, command: CommandMessage): CommandOffer | undefined;
  /** Hears when commands of an asset can be delivered. */
  onReachable(listener: (assetId: AssetId) => void): void;
}
