import type { Log } from '#config/log.ts';
import type { DeviceConnection } from './device-connection.ts';
import { ConnackCode, Reason } from './reason-codes.ts';

/** The place of one connection among all with its client id, wherever they are. */
export interface SessionPlace {
  /**
   * Whether a later one has come to another node; known for certain, so it may take a moment.
   * @throws never: where it cannot be known, it has
   */
  hasMoved(): Promise<boolean>;
  /** The connection is gone. */
  leave(): void;
}

/** Says which of several connections with one client id is the last, where they may be at several nodes. */
export interface SessionOrder {
  /**
   * Gives a connection its place; `superseded` is called once a later one has come elsewhere.
   * @throws when no place can be given now, or a later one has come meanwhile: the device is to come again
   */
  begin(clientId: string, superseded: () => void): Promise<SessionPlace>;
}

/** From here on the device's connection to another node ends; without a place it is told to come again. */
export async function takePlace(
  order: SessionOrder,
  connection: DeviceConnection,
  clientId: string,
  log: Log,
): Promise<void> {
  const end = () => connection.client.disconnect({ reasonCode: Reason.SESSION_TAKEN_OVER });
  try {
    const place = await order.begin(clientId, end);
    if (connection.stream.destroyed) place.leave();
    else connection.place = place;
  } catch (error) {
    log.debug({ err: error }, 'a device is to come again');
    connection.principalKey = undefined;
    connection.refusal = ConnackCode.SERVER_UNAVAILABLE;
  }
}
