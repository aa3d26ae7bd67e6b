/**
 * Puts text on the clipboard. Browsers offer their clipboard only to pages under https or on localhost; a portal on a
 * plant's network has neither, so there the old way is taken: mark the text in a field and copy the marked.
 * @param near where the field may stand: within an open dialog, because dialogs keep the focus inside
 * @returns whether it is there
 */
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused by the browser's settings: the old way may still work.
    }
  }
  return copyMarked(text, near);
}

function copyMarked(text: string, near: HTMLElement): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'tt-visually-hidden';
  near.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
