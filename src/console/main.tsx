/**
 * Starts the page: the language, then the session, then the screen of the address.
 *
 * The page is a web app over `src/client/`, so it can do nothing that another web app could not. It has a folder for each
 * room: `page.tsx` and its parts, `queries.ts` with all calls to the service, `words.LANGUAGE.ts`, and logic in plain `.ts`
 * files that tests run without a browser. `routes.tsx` says which address opens which screen, `shell/rooms.ts` who sees which
 * room. `kit/` has the fields, tables, dialogs and menus, each with its style beside it; React Aria does the dialogs and menus.
 * What the service answered is kept by TanStack Query and nowhere else; filters and pages are in the address. Money, dates and
 * the folding of names are those of `src/lib/`.
 */
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
