import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.layer.css';
import '#theme/fonts.css';
import '#theme/global.css';
import { checkSession, followOtherTabs } from '#session/session.ts';
import { App } from '#shell/App.tsx';
import { clearOnSessionChange, createQueryClient } from '#shell/query-client.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const queryClient = createQueryClient();
clearOnSessionChange(queryClient);
followOtherTabs();
void checkSession();

createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} />
  </StrictMode>,
);
