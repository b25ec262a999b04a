import { useQuery } from "@tanstack/react-query";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { LoadingState } from "../../../components/display/LoadingState.tsx";
import { fitness as text } from "../../../i18n/ja/fitness.ts";
import { dictionaries } from "../../../i18n/ja/resources/dictionaries.ts";
import { useApi } from "../../../providers/data/useApi.ts";
import type { DictionaryRecord } from "../../records.ts";
import { EngineMatrix } from "./EngineMatrix.tsx";

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
      <EngineMatrix
        dictionaryId={dictionaryId}
        title={text.recognisers}
        lead={text.recognisersLead}
        words="sent"
        reports={fitness.data.recognisers.map(({ engine, entries, ...counts }) => ({
          title: dictionaries.engines[engine],
          misfits: entries,
          ...counts,
        }))}
      />
      <EngineMatrix
        dictionaryId={dictionaryId}
        title={text.files}
        lead={text.lead}
        words="file"
        reports={fitness.data.engines.map(({ engine, ...report }) => ({
          title: dictionaries.formats[engine],
          ...report,
        }))}
      />
    </DetailPage>
  );
}
