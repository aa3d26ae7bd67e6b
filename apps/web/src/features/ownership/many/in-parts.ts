/** Who waits for what becomes of mails sees the bar move. */
export const MAILED_AT_ONCE = 10;

/**
 * Sends a long list in parts, one after the other.
 * @param onDone hears how many have gone through
 */
export async function inParts<Item, Reply>(
  items: readonly Item[],
  size: number,
  send: (part: Item[]) => Promise<Reply>,
  onDone: (count: number, reply: Reply) => void,
): Promise<void> {
  for (let first = 0; first < items.length; first += size) {
    const part = items.slice(first, first + size);
    onDone(first + part.length, await send(part));
  }
}
