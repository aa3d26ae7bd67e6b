/** Text that both databases can store: PostgreSQL refuses NUL, and half a surrogate pair is no UTF-8. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/**
 * The form in which two names are compared: trimmed, composed, lower case. Labels, serial numbers, attribute names and
 * definition names match without regard to case (spec 1 §3, spec 3 §2), in the same way on every database.
 */
export function nameKey(name: string): string {
  return storableText(name).trim().normalize('NFC').toLowerCase();
}
