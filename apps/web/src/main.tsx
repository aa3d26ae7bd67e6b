import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.layer.css';
import '#app/theme/fonts.css';
import '#app/theme/global.css';
import { App } from '#app/App.tsx';
import { clearOnSessionChange, createQueryClient } from '#app/query-client.ts';
import { checkSession, followOtherTabs } from '#app/session.ts';

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
