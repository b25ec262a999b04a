import type { DictionaryRecord } from "../../records.ts";
import { HealthCheck } from "./HealthCheck.tsx";

/** 健診 of a dictionary. The page follows changes of the dictionary. */
export function HealthTab({ dictionary: { dictionaryId } }: { dictionary: DictionaryRecord }) {
  return <HealthCheck dictionaryId={dictionaryId} />;
}
