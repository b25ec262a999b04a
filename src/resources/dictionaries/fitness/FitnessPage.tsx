import { useQuery } from "@tanstack/react-query";
import { useGetOne, useGetRecordId, useTranslate } from "react-admin";
import { resourceTopic } from "../../../../domain/events.ts";
import { DetailPage } from "../../../components/display/DetailPage.tsx";
import { LoadError } from "../../../components/display/LoadError.tsx";
import { PageSkeleton } from "../../../components/display/PageSkeleton.tsx";
import { PageTitle } from "../../../components/display/PageTitle.tsx";
import { isGone } from "../../../providers/isGone.ts";
import { useLiveReads } from "../../../providers/live/useLiveReads.ts";
import { useApi } from "../../../providers/useApi.ts";
import type { DictionaryRecord } from "../dictionaryRecord.ts";
import { EngineReport } from "./EngineReport.tsx";

const TITLE = "resources.dictionaries.fitness.title";
const LIST = { to: "/dictionaries", name: "resources.dictionaries.form.list" };
// The page shows the error itself; react-admin would report any error as a missing record.
const QUIET = { onError: () => {} };

/** /dictionaries/{id}/fitness: what of a dictionary each engine cannot take. */
export function FitnessPage() {
  const id = Number(useGetRecordId());
  const translate = useTranslate();
  const { api } = useApi();
  useLiveReads(resourceTopic("dictionaries", id), "dictionaries");
  const { data: dictionary, error } = useGetOne<DictionaryRecord>("dictionaries", { id }, QUIET);
  const fitness = useQuery({
    queryKey: ["dictionaries", "fitness", id],
    queryFn: ({ signal }) => api("GET /dictionaries/{id}/fitness", { id, signal }),
  });

  const failed = isGone(error) || !dictionary ? error : fitness.data ? null : fitness.error;
  if (failed)
    return (
      <>
        <PageTitle title={TITLE} back={LIST} />
        <LoadError error={failed} />
      </>
    );
  if (!dictionary || !fitness.data) return <PageSkeleton title={TITLE} />;
  const { dictionaryId, dictionaryName } = dictionary;
  return (
    <DetailPage>
      <PageTitle
        title={translate("resources.dictionaries.fitness.of", { name: dictionaryName })}
        back={{
          to: `/dictionaries/${dictionaryId}/show`,
          name: "resources.dictionaries.form.detail",
        }}
      />
      <p>{translate("resources.dictionaries.fitness.lead")}</p>
      {fitness.data.engines.map((report) => (
        <EngineReport key={report.engine} dictionaryId={dictionaryId} report={report} />
      ))}
    </DetailPage>
  );
}
