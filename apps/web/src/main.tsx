import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.layer.css';
import '#theme/fonts.css';
import '#theme/global.css';
import { checkSession, followOtherTabs } from '#session/session.ts';
import { App } from '#shell/App.tsx';
import { clearOnSessionChange, createQueryClient } from '#shell/query-client.ts';
import { preloadPage } from '#shell/routes.ts';

/** How long nothing is drawn for the sake of drawing it once. */
const PATIENCE_MS = 150;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const queryClient = createQueryClient();
clearOnSessionChange(queryClient);
followOtherTabs();

async function start(root: HTMLElement): Promise<void> {
  // They are mostly there before this script is, so the first screen is drawn once, with them. What is slow is waited for
  // on the screen, and what fails is told there.
  const first = preloadPage(window.location.pathname, queryClient, checkSession());
  await Promise.race([first.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} />
    </StrictMode>,
  );
}

void start(root);
