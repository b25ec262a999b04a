import { useEffect, useState } from "react";

const SETTLE_MS = 300;

/** The value once it has stood still for 300 ms; held while a conversion is going on. */
export function useSettled<Value>(value: Value, composing: boolean): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (composing || Object.is(value, settled)) return;
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value, composing, settled]);
  return settled;
}
