/** A new id of an export. `crypto.randomUUID` is missing on a portal without https. */
export function newExportId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
