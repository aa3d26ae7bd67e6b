/** A new id for a tile, a tab or a change of settings. `crypto.randomUUID` is missing on a portal without https. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
