import { QueryClient } from '@tanstack/react-query';
import { Refusal } from './api.ts';

/** What the service answered, kept while it is shown. A refusal is shown at once; a missing network is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The service may run on this computer, where it answers even if the browser sees no network.
      networkMode: 'always',
      staleTime: 5000,
      retry: (failures, error) => failures < 2 && (!(error instanceof Refusal) || error.problem.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
});
