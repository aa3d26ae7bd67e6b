const KEY = 'map-earthquakes';

/** Whether maps show earthquakes on this browser; they do until somebody hides them. */
export const readQuakeChoice = (): boolean => localStorage.getItem(KEY) !== 'hidden';

export function rememberQuakeChoice(isShown: boolean): void {
  localStorage.setItem(KEY, isShown ? 'shown' : 'hidden');
}
