const KEY = 'map-style';

/** The background that was chosen last on this browser (spec 1 §2: choice remembered locally); null: none ever was. */
export function readStyleChoice(): string | null {
  return localStorage.getItem(KEY);
}

export function rememberStyleChoice(name: string): void {
  localStorage.setItem(KEY, name);
}
