import { QueryClient } from '@tanstack/react-query';
import { isRefused } from './api.ts';

/**
 * The cache of the service's responses. If the service cannot be reached or fails (5xx), a request is tried up to two
 * more times. Any other refusal is shown at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The service may run on this computer and can then be reached even when the browser reports no network.
      networkMode: 'always',
      staleTime: 5000,
      retry: (failures, error) => failures < 2 && !isRefused(error),
    },
    mutations: { networkMode: 'always' },
  },
});
