let opener: Element | null = null;

/** Remembers what has the focus, before a panel opens over it. */
export function rememberOpener(): void {
  opener = document.activeElement;
}

/** Gives the focus back to what opened the panel, once the page has taken note of its new address. */
export function returnToOpener(): void {
  const element = opener;
  opener = null;
  setTimeout(() => {
    if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
  });
}
