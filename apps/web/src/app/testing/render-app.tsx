import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { useConfirmStore } from '#ui/confirm.ts';
import { App } from '../App.tsx';
import { clearOnSessionChange } from '../query-client.ts';
import { checkSession } from '../session.ts';
import { useSessionStore } from '../session-store.ts';
import { setUi } from '../ui-store.ts';

/** Starts the whole client at an address, with the session that the stubbed portal answers. */
export async function renderApp(address: string) {
  cleanup();
  window.history.replaceState(null, '', address);
  useSessionStore.setState(useSessionStore.getInitialState(), true);
  useConfirmStore.setState({ open: undefined });
  setUi({
    navBar: true,
    navPanel: false,
    commandPalette: false,
    shortcutList: false,
    assetPanel: undefined,
    filePanel: undefined,
    newAsset: false,
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  clearOnSessionChange(queryClient);
  const view = render(<App queryClient={queryClient} />);
  await act(() => checkSession());
  return view;
}

/** Path and query of the page shown. */
export function currentAddress(): string {
  return `${window.location.pathname}${window.location.search}`;
}
