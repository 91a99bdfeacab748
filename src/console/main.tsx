/** Starts the page: the language, then the session, then the screen of the address. */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './console.tsx';
import { startLanguages } from './i18n/i18n.ts';
import { queryClient } from './session/query-client.ts';
import { restoreSession } from './session/session.ts';
import './kit/base.css';

await startLanguages();
void restoreSession();

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Console />
      </QueryClientProvider>
    </StrictMode>,
  );
}
