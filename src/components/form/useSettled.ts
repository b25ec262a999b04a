import { useEffect, useState } from "react";

const SETTLE_MS = 300;

/** The value after `ms` without a change; it is held during a composition. */
export function useSettled<Value>(value: Value, composing: boolean, ms = SETTLE_MS): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (composing || Object.is(value, settled)) return;
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, composing, settled, ms]);
  return settled;
}
