import type { FocusEvent } from 'react';

/**
 * For `onFocusCapture` of a popover: Escape in what has the focus closes the popover only, and not the dialog around it
 * as well. Mantine's dialogs look for this mark on the element that has the focus.
 */
export function keepEscapeInside(event: FocusEvent<HTMLElement>): void {
  event.target.setAttribute('data-mantine-stop-propagation', 'true');
}
