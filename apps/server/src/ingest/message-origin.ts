/** Where a message came from, as far as somebody who asks for a value's reasons wants to know. */
export interface MessageOrigin {
  /** By itself, by a gateway or a Sparkplug edge that speaks for it, or from a file. */
  readonly way: 'mqtt' | 'http' | 'gateway' | 'sparkplug' | 'file';
  /** The gateway or the file; '' for a device that speaks for itself. */
  readonly sender: string;
  /** How the message began, as it was sent; undefined where it was no text, or many messages in one. */
  readonly text: string | undefined;
}

/** The message of a current value: kept with it in memory, until the next one or the portal's end. */
export interface ReceivedMessage extends MessageOrigin {
  readonly receivedMs: number;
}

/** So much of a message is kept, bytes: one for each current value at most, so it bounds the memory. */
const KEPT_BYTES = 1_000;
/** A message of more points is a batch: it says little about one of them, and costs more to write again. */
const MOST_POINTS = 100;

/** The beginning of a message, as a text of its own: nothing of the network's buffer is held by it. */
export function beginningOf(payload: Buffer): string {
  return payload.toString('utf8', 0, KEPT_BYTES).toWellFormed();
}

/** The same of the part of a message that is about one device; undefined for a batch. */
export function beginningOfJson(json: unknown, points: number): string | undefined {
  return points > MOST_POINTS ? undefined : beginningOf(Buffer.from(JSON.stringify(json) ?? ''));
}
