import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { setUi } from '#actions/ui-store.ts';
import { checkSession } from '#session/session.ts';
import { useSessionStore } from '#session/session-store.ts';
import { App } from '#shell/App.tsx';
import { clearOnSessionChange } from '#shell/query-client.ts';
import { useConfirmStore } from '#ui/feedback/confirm.ts';

const NO_RETRIES = { defaultOptions: { queries: { retry: false } } };

/** Starts the whole client at an address, with the session that the stubbed portal answers. */
export async function renderApp(address: string, queryClient = new QueryClient(NO_RETRIES)) {
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
  clearOnSessionChange(queryClient);
  const view = render(<App queryClient={queryClient} />);
  await act(() => checkSession());
  return view;
}

/** Path and query of the page shown. */
export function currentAddress(): string {
  return `${window.location.pathname}${window.location.search}`;
}
