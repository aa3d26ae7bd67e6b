const KEY = 'map-style';

/** The background that was chosen last on this browser (spec 1 §2: choice remembered locally); null: none ever was. */
export function readStyleChoice(): string | null {
  return localStorage.getItem(KEY);
}

export function rememberStyleChoice(name: string): void {
  localStorage.setItem(KEY, name);
}

const LAYERS_KEY = 'map-layers';

/** The layers that were on last on this browser, for maps that do not say themselves which are. */
export function readLayers(): readonly string[] {
  return (localStorage.getItem(LAYERS_KEY) ?? '').split('\n').filter((name) => name !== '');
}

export function rememberLayers(names: readonly string[]): void {
  localStorage.setItem(LAYERS_KEY, names.join('\n'));
}
