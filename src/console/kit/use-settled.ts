import { useEffect, useState } from 'react';

/** Returns the value of `present` once it has not changed for this many milliseconds. Before, returns the last such value. */
export function useSettled<Value>(present: Value, milliseconds = 400): Value {
  const [settled, setSettled] = useState(present);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(present), milliseconds);
    return () => clearTimeout(timer);
  }, [present, milliseconds]);
  return settled;
}
