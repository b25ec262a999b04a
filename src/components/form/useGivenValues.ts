import { useState } from "react";
import { useLocation } from "react-admin";

/**
 * The values that the link to the page gave, by `state={{ record }}`. An address cannot give any:
 * it could show the name of one organization with the id of another.
 */
export function useGivenValues(): Record<string, unknown> | undefined {
  const { state } = useLocation();
  const [given] = useState(() => givenBy(state));
  return given;
}

function givenBy(state: unknown): Record<string, unknown> | undefined {
  const record: unknown = Reflect.get(Object(state), "record");
  return typeof record === "object" && record !== null ? { ...record } : undefined;
}
