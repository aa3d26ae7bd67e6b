import { OFFLINE_STYLE } from '#ui/map/map-config.ts';

const KEY = 'map-style';

/** The background that was chosen last on this browser (spec 1 §2: choice remembered locally). */
export function readStyleChoice(): string {
  return localStorage.getItem(KEY) ?? OFFLINE_STYLE;
}

export function rememberStyleChoice(name: string): void {
  localStorage.setItem(KEY, name);
}
