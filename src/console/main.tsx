/**
 * Starts the page: starts restoring the session, loads the language, and renders the screen for the current address.
 *
 * The page uses only the client in `src/client/`, so any other web app can do everything that this page does. Each room
 * is a folder with `page.tsx` and its components, `queries.ts` with all requests to the service, `words.LANGUAGE.ts`,
 * and plain `.ts` files with the logic that can be tested without a browser. `routes.tsx` maps addresses to screens.
 * `shell/rooms.ts` decides which rooms an account sees. `kit/` contains the fields, tables, dialogs and menus, each
 * next to its style sheet. React Aria implements the dialogs and menus. Responses of the service are stored only in
 * TanStack Query. Filters and page numbers are part of the address. The code for money, dates and the comparison of
 * names is in `src/lib/`.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Console } from './console.tsx';
import { startLanguages } from './i18n/i18n.ts';
import { keepFieldsAcrossWindows } from './kit/borrow-focus.ts';
import { loadStylesAgain } from './kit/later.ts';
import { queryClient } from './session/query-client.ts';
import { restoreSession } from './session/session.ts';
import './kit/base.css';

loadStylesAgain();
void restoreSession();
keepFieldsAcrossWindows();
await startLanguages();

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
