import { useQuery } from "@tanstack/react-query";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { fitness as text } from "../../../i18n/ja/fitness.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { DictionaryRecord } from "../../records.ts";
import { EngineReport } from "./EngineReport.tsx";
import styles from "./fitness.module.css";

/** What of a dictionary each engine cannot take. */
export function FitnessTab({ dictionary }: { dictionary: DictionaryRecord }) {
  const { dictionaryId } = dictionary;
  const { api } = useApi();
  const fitness = useQuery({
    queryKey: ["dictionaries", "fitness", dictionaryId],
    queryFn: ({ signal }) => api("GET /dictionaries/{id}/fitness", { id: dictionaryId, signal }),
  });

  if (!fitness.data) {
    return fitness.error ? <LoadError error={fitness.error} /> : <LoadingState />;
  }
  return (
    <DetailPage>
      <h2 className={styles.group}>{text.recognisers}</h2>
      <p>{text.recognisersLead}</p>
      {fitness.data.recognisers.map(({ engine, entries: misfits, ...counts }) => (
        <EngineReport
          key={engine}
          dictionaryId={dictionaryId}
          words="sent"
          report={{
            title: dictionaries.engines[engine],
            misfits,
            ...counts,
          }}
        />
      ))}
      <h2 className={styles.group}>{text.files}</h2>
      <p>{text.lead}</p>
      {fitness.data.engines.map(({ engine, ...report }) => (
        <EngineReport
          key={engine}
          dictionaryId={dictionaryId}
          words="file"
          report={{ title: dictionaries.formats[engine], ...report }}
        />
      ))}
    </DetailPage>
  );
}
