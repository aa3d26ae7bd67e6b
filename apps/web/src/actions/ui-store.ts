import { create } from 'zustand';
import type { WhyRequest } from './why.ts';

const FULL_SCREEN_BUTTON_KEY = 'fullScreenButton';

interface UiState {
  /** The navigation bar; tiles may hide and show it (SHOW_NAV, HIDE_NAV). */
  navBar: boolean;
  /** The slide-out form of the bar on narrow screens. */
  navPanel: boolean;
  /** Whether tiles offer to fill the window (spec 1 §9: kept in this browser). */
  fullScreenButton: boolean;
  commandPalette: boolean;
  shortcutList: boolean;
  /** The asset whose edit panel is open (SHOW_ASSET_PANEL). */
  assetPanel: number | undefined;
  /** The asset whose files are open (SHOW_FILE_PANEL, HIDE_FILE_PANEL). */
  filePanel: number | undefined;
  /** The values about which somebody asks why; of several one is chosen in the panel. */
  why: WhyRequest | undefined;
  /** The screen shows a past moment: nothing on it may be called live. */
  isPastShown: boolean;
  /** The dialog that creates an asset, on other pages than that of the assets. */
  newAsset: boolean;
}

/** What is open, closed and chosen in this browser window. Changed by `setUi`, which actions and tiles share. */
export const useUiStore = create<UiState>()(() => ({
  navBar: true,
  navPanel: false,
  fullScreenButton: localStorage.getItem(FULL_SCREEN_BUTTON_KEY) !== 'off',
  commandPalette: false,
  shortcutList: false,
  assetPanel: undefined,
  filePanel: undefined,
  why: undefined,
  isPastShown: false,
  newAsset: false,
}));

/** Changes some of the flags. */
export function setUi(change: Partial<Omit<UiState, 'fullScreenButton'>>): void {
  useUiStore.setState(change);
}

/** Shows or hides the tiles' full-screen button and remembers it in this browser. */
export function setFullScreenButton(fullScreenButton: boolean): void {
  localStorage.setItem(FULL_SCREEN_BUTTON_KEY, fullScreenButton ? 'on' : 'off');
  useUiStore.setState({ fullScreenButton });
}
