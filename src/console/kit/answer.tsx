import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFaults } from '../problems/problems.ts';
import { Loading } from './loading.tsx';
import { Notice } from './notice.tsx';

type Props<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error'>;
  children: (data: Data) => ReactNode;
};

/** Shows what the service answered. Before the answer it shows that it loads, and after a failure it says why. */
export function Answer<Data>({ query: { data, error }, children }: Props<Data>) {
  const faults = useFaults();
  return (
    <>
      {error && <Notice tone="bad">{faults(error).sentence}</Notice>}
      {data === undefined ? !error && <Loading /> : children(data)}
    </>
  );
}
